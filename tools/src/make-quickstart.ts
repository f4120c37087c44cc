// Writes the export of a small forum with the usual problems of real exports.
//
//   npm run sample                               into samples/quickstart, as if exported today
//   npm run sample -- --out DIR --today 2026-03-01
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The sample as exported on the day `EXPORTED`. */
const template = path.join(import.meta.dirname, 'generate/quickstart-template');
const EXPORTED = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/** Times in seconds or in milliseconds. No other number in the sample has ten or thirteen digits. */
const times = /(?<!\d)(\d{10})(\d{3})?(?!\d)/g;

/**
 * Writes the files of the sample into `folder`, and creates the folder if needed.
 *
 * @param today the day of the export: every time moves by the days from `EXPORTED` to this day (UTC)
 */
export function makeQuickstart(folder: string, today: Date): void {
  const moved = Math.floor((today.getTime() - EXPORTED) / DAY_MS) * (DAY_MS / 1000);
  const move = (_: string, seconds: string, milliseconds = ''): string =>
    `${Number(seconds) + moved}${milliseconds}`;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(template)) {
    const bytes = readFileSync(path.join(template, name));
    const isCompressed = name.endsWith('.gz');
    // In latin1 every byte is a character, so bytes that are not text stay unchanged.
    const text = (isCompressed ? gunzipSync(bytes) : bytes).toString('latin1');
    const written = Buffer.from(text.replaceAll(times, move), 'latin1');
    writeIfNew(path.join(folder, name), isCompressed ? gzipSync(written) : written);
  }
}

/** Writes a file unless it has these bytes already: another process may be planning it. */
function writeIfNew(file: string, bytes: Buffer): void {
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(import.meta.dirname, '../../samples/quickstart') },
      today: { type: 'string' },
    },
  });
  const today = values.today === undefined ? new Date() : new Date(`${values.today}T00:00:00Z`);
  if (Number.isNaN(today.getTime()))
    throw new Error(`--today is not a date. Write it as 2026-03-01.`);
  makeQuickstart(values.out, today);
  console.log(`The sample is in ${path.relative('', values.out) || '.'}`);
}
