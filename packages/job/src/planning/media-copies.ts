import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { counted } from '@chatferry/contract';
import { LookupWriter } from '@chatferry/disk';
import { mediaEntry, type ReadRules } from '@chatferry/parsers';
import { readMap } from '@chatferry/media';
import type { MediaSummary } from '@chatferry/planner';
import type { Export, SourceOptions } from '@chatferry/sources';
import { JobError } from '../errors/job-error.ts';
import { fingerprintOf } from '../input/fingerprint.ts';

/** Copies of the files that records point to. */
export interface PlanMedia {
  /** The map that the copying wrote. */
  readonly map: string;
  /** Whether every file must have a copy. */
  readonly isRequired?: boolean | undefined;
}

/** What the plan keeps about a map: other copies mean other records. @throws {JobError} `no-input` */
export async function storedMap({ map }: PlanMedia): Promise<string> {
  if (!existsSync(map))
    throw new JobError(
      'no-input',
      `There is no media map at ${map}.`,
      'Copy the media first, with a public base, or correct the path after media: map.',
    );
  return (await fingerprintOf(map)).sha256;
}

/**
 * Writes a map as a table. @returns what the rows are read with
 *
 * @throws {MediaError} for a malformed line
 */
export async function writeCopies(
  { map }: PlanMedia,
  folder: string,
): Promise<NonNullable<ReadRules['media']>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const table = path.join(folder, 'media-copies');
  const hosts = new Set<string>();
  using writer = new LookupWriter(table);
  for await (const line of readMap(map)) {
    if (!('to' in line)) writer.put(line.from, mediaEntry({ cause: line.cause }));
    else {
      if (hosts.size < MOST_HOSTS) hosts.add(new URL(line.to).host);
      const entry = mediaEntry({ to: line.to });
      writer.put(line.from, entry);
      // Rows of exports already have the addresses of copies when they are judged.
      writer.put(line.to, entry);
    }
  }
  writer.finish();
  return { copies: table, hosts: [...hosts] };
}

const MOST_HOSTS = 100;

const SERVED = ['filesUrl', 'mediaUrl'];

/** @throws {JobError} `media-twice` when files are also served at an address of the operator */
export function refuseServedToo(
  exports: readonly Export[],
  options: SourceOptions | undefined,
): void {
  for (const { system, path: file } of exports) {
    const given = (options?.[system] ?? {}) as Readonly<Record<string, unknown>>;
    const name = SERVED.find((each) => given[each] !== undefined);
    if (name !== undefined)
      throw new JobError(
        'media-twice',
        `The configuration has both a media map and ${name} of ${system}, for ${file}: each gives the files of messages an address.`,
        `Remove ${name}: the map also has the files of the export. Or remove the map.`,
      );
  }
}

const SHOWN = 5;

/** @throws {JobError} `media-missing` when files have no copy */
export function requireMedia({ unmapped }: MediaSummary): void {
  if (unmapped.length === 0) return;
  const sum = unmapped.reduce((total, { addresses }) => total + addresses, 0);
  const causes = unmapped.slice(0, SHOWN).map(({ cause, addresses }) => `${cause}: ${addresses}`);
  throw new JobError(
    'media-missing',
    `${counted(sum, 'address', 'addresses')} of files without a copy (${causes.join(', ')}), and all are required. Nothing was planned.`,
    'Copy the media again, which tries what failed, or do not require all: then these addresses stay as they are.',
  );
}
