import { closeSync, writeSync } from 'node:fs';
import { createNewFile, publishFile } from '@chatferry/disk';
import { MediaError } from '../terms/media-error.ts';
import type { MediaFolder } from './media-folder.ts';
import type { MediaLedger } from './media-ledger.ts';

/** A line of a map. */
export type MapLine =
  | {
      /** The address in records, without anything that gives access. */
      readonly from: string;
      readonly to: string;
      readonly sha256: string;
      readonly bytes: number;
      readonly mimeType: string;
    }
  | { readonly from: string; readonly cause: string };

const LINES_PER_WRITE = 1000;

/** Writes the copy of each address, and why other addresses have none. The file appears when it is complete. */
export function writeMap(folder: MediaFolder, ledger: MediaLedger, publicBase: string): void {
  const temporary = `${folder.map}.new`;
  const descriptor = createNewFile(temporary);
  try {
    let lines: string[] = [];
    const write = (): void => {
      if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`);
      lines = [];
    };
    for (const line of mapLines(ledger, publicBase))
      if (lines.push(JSON.stringify(line)) >= LINES_PER_WRITE) write();
    write();
  } finally {
    closeSync(descriptor);
  }
  publishFile(temporary, folder.map);
}

interface Row {
  readonly key: string;
  readonly state: string;
  readonly cause: string | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly type: string | null;
  readonly path: string | null;
}

function* mapLines(ledger: MediaLedger, publicBase: string): Generator<MapLine> {
  const rows = ledger.each<Row>(
    'SELECT key, state, cause, sha256, bytes, type, path FROM files ORDER BY key',
  );
  for (const { key, state, cause, sha256, bytes, type, path } of rows)
    if (state === 'copied')
      yield {
        from: key,
        to: `${publicBase}/${path}`,
        sha256: sha256!,
        bytes: bytes!,
        mimeType: type!,
      };
    else yield { from: key, cause: cause ?? 'pending' };
}

/** The address at which the copies are served, without a slash at its end. @throws {MediaError} */
export function checkedBase(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '' &&
    !/[?#]/.test(given);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw new MediaError(
    'bad-public-base',
    'The public base of the copies is not an address of the web, or has a login, a ? or a #.',
    'Give the address before the names of files, such as https://media.example.com/chat.',
  );
}
