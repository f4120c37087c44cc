import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { measure, type Measured } from '../../processes/measure.ts';
import { ServiceProcess, type ServiceTarget } from '../../processes/service-process.ts';
import { printTable, thousands } from '../print-table.ts';
import { differentFiles } from './same-lines.ts';

const LIMIT_MIB = 512;
/** How many times longer than a bare listing an export may take. */
const LIMIT = 2;

/**
 * Measures the export of an app against a bare loop that lists users, groups, memberships, messages and conversations and keeps nothing.
 * An export also requests the relations of each user, which the bare loop does not, so the users are few and have no relations. A round
 * trip then imports the export into a second app, and the export of the second app must be equal.
 */
export async function benchExport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      'round-trip': { type: 'boolean', default: false },
    },
  });
  const messages = Number(values.messages);
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-bench-'));
  try {
    await using service = new ServiceProcess(folder);
    const target = await service.start();
    await fill(folder, target, messages);
    const bare = await measure(
      new URL('./bare-listing.ts', import.meta.url),
      [target.baseUrl, target.appId],
      { env: envOf(target) },
    );
    const app = path.join(folder, 'app');
    const exported = await exportTo(app, target, messages);

    console.log(`Reading ${thousands(messages)} messages from the local service:\n`);
    const line = (name: string, { seconds, peakRssMiB }: Measured, needed: string): string[] => [
      name,
      seconds.toFixed(1),
      (seconds / bare.seconds).toFixed(2),
      String(peakRssMiB),
      needed,
    ];
    const needed = `< ${LIMIT_MIB} MiB`;
    const rows = [
      line('bare listing', bare, ''),
      line('export', exported, `<= ${LIMIT} times, ${needed}`),
    ];
    if (values['round-trip']) {
      const { imported, again } = await roundTrip(folder, app, messages);
      rows.push(
        line('import of it into a second app', imported, needed),
        line('export of the second app', again, needed),
      );
    }
    printTable(['', 'seconds', 'times', 'peak MiB', 'needed'], rows);
    if (values['round-trip']) console.log('\nBoth exports have the same records.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string, target: ServiceTarget, messages: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const size = { users: 200, groups: 100, memberships: 2000, messages, seed: 1, now };
  const input = path.join(folder, 'export');
  writeExport(input, size, 'ndjson');
  await importTo(target, input, path.join(folder, 'job'));
  rmSync(input, { recursive: true });
}

async function importTo(target: ServiceTarget, input: string, job: string): Promise<Measured> {
  const args = ['import', input, '--job', job, '--retention-months', 'none', '--yes'];
  const imported = await measure(chatferry, [...args, ...optionsFor(target)], {
    env: envOf(target),
  });
  rmSync(job, { recursive: true });
  return imported;
}

async function exportTo(app: string, target: ServiceTarget, messages: number): Promise<Measured> {
  const exported = await measure(chatferry, ['export', app, ...optionsFor(target)], {
    env: envOf(target),
  });
  const { files } = JSON.parse(readFileSync(path.join(app, 'manifest.json'), 'utf8')) as {
    files: Record<string, { records: number }>;
  };
  if (files['messages.ndjson']?.records !== messages)
    throw new Error(`The export has ${files['messages.ndjson']?.records} messages.`);
  return exported;
}

/** @throws {Error} when the export of the second app differs */
async function roundTrip(
  folder: string,
  app: string,
  messages: number,
): Promise<{ imported: Measured; again: Measured }> {
  const other = path.join(folder, 'other');
  mkdirSync(other);
  await using service = new ServiceProcess(other);
  const target = await service.start();
  const imported = await importTo(target, app, path.join(other, 'job'));
  const second = path.join(other, 'app');
  const again = await exportTo(second, target, messages);
  const different = await differentFiles(app, second);
  if (different.length > 0) throw new Error(`Both exports differ: ${different.join(', ')}`);
  return { imported, again };
}

function envOf({ apiKey }: ServiceTarget): NodeJS.ProcessEnv {
  return { CHATFERRY_API_KEY: apiKey };
}

function optionsFor({ baseUrl, appId }: ServiceTarget): string[] {
  const target = ['--app-id', appId, '--base-url', baseUrl];
  return [...target, '--requests-per-minute', 'unlimited', '--quiet'];
}
