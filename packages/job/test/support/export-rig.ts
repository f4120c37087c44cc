import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '@chatferry/contract';
import { exportApp, type ExportAppOptions, type ExportOutcome } from '../../src/index.ts';
import type { JobRig } from './job-rig.ts';

/** Exports the app of a rig as fast as it goes. */
export function exported(
  rig: JobRig,
  more: Partial<ExportAppOptions> = {},
  exporting: typeof exportApp = exportApp,
): Promise<ExportOutcome> {
  const folder = path.join(rig.folder, 'app');
  return exporting({ folder, target: rig.target, requestsPerMinute: 'unlimited', ...more });
}

/** The lines of a file of an export, as objects; none when it has no such file. */
export function rowsIn(folder: string, name: string): Row[] {
  if (!existsSync(path.join(folder, name))) return [];
  const text = readFileSync(path.join(folder, name), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

/** What an export has of each kind, in no order. */
export function contentOf(folder: string): Record<string, readonly string[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return Object.fromEntries(
    files.map((name) => [
      name,
      rowsIn(folder, name)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  );
}
