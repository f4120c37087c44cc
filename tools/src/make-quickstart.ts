// Writes the export of a small forum with the usual problems of real exports.
//
//   npm run sample                               into samples/quickstart, as if exported today
//   npm run sample -- --out DIR --today 2026-03-01
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Expected, expectedOf } from './quickstart/expected.ts';
import { buildForum } from './quickstart/forum.ts';
import { withMistakes } from './quickstart/mistakes.ts';
import { sampleFiles } from './quickstart/sample-files.ts';

const SEED = 1899;

/**
 * Writes the sample's four files and `expected.json` into `folder`, and creates it if needed.
 *
 * @param today every time in the sample is relative to this day (UTC); nothing else depends on it
 */
export function makeQuickstart(folder: string, today: Date): Expected {
  const startOfDay = Math.floor(today.getTime() / 86_400_000) * 86_400;
  const files = sampleFiles(withMistakes(buildForum(SEED, startOfDay), startOfDay));
  const expected = expectedOf(files);

  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of files)
    writeFileSync(path.join(folder, name), name.endsWith('.gz') ? gzipSync(bytes) : bytes);
  writeFileSync(path.join(folder, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`);
  return expected;
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
  const { kinds } = makeQuickstart(values.out, today);
  const counted = Object.entries(kinds).map(([kind, { rows }]) => `${rows} ${kind}`);
  console.log(`${counted.join(', ')} in ${path.relative('', values.out) || '.'}`);
}
