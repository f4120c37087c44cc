import { createHash, hash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { existingMediaFolder, lockMediaFolder } from '../folder/media-folder.ts';
import { MediaLedger } from '../folder/media-ledger.ts';

export interface MediaVerification {
  /** Copies whose bytes have the recorded hash. */
  readonly sound: number;
  readonly bytes: number;
  /** Paths of copies below `files/`, at most 100 in each list. */
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  /** Files that are not copies. */
  readonly extra: readonly string[];
  /** Exact sizes of the lists. */
  readonly counts: { readonly missing: number; readonly changed: number; readonly extra: number };
}

const SHOWN = 100;

/**
 * Reads every copy and compares its bytes with the ledger. The next `copyMedia` fetches missing and changed files.
 *
 * @throws {MediaError} `no-media-folder` @throws the signal's reason
 *
 * @example
 * ```ts
 * const { counts } = await verifyMedia('./media');
 * console.log(counts.missing + counts.changed, 'copies are not as they were written');
 * ```
 */
export async function verifyMedia(
  at: string,
  {
    signal,
    onProgress,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((copies: number) => void) | undefined;
  } = {},
): Promise<MediaVerification> {
  const folder = existingMediaFolder(at);
  using _ = lockMediaFolder(folder);
  using ledger = new MediaLedger(folder.ledger);
  const lists = { missing: new Shown(), changed: new Shown(), extra: new Shown() };
  const lost: string[] = [];
  const lose = (list: Shown, name: string): void => {
    list.add(name);
    lost.push(name);
  };
  let [sound, bytes] = [0, 0];
  const rows = ledger.each<{ path: string; sha256: string; bytes: number }>(
    "SELECT DISTINCT path, sha256, bytes FROM files WHERE state = 'copied' ORDER BY path",
  );
  for (const copy of rows) {
    signal?.throwIfAborted();
    const file = path.join(folder.files, copy.path);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) lose(lists.missing, copy.path);
    else if (
      found.size !== copy.bytes ||
      (await sha256Of(file, found.size, signal)) !== copy.sha256
    )
      lose(lists.changed, copy.path);
    else {
      sound++;
      bytes += copy.bytes;
    }
    onProgress?.(sound);
  }
  for (const name of namesBelow(folder.files))
    if (
      ledger.all("SELECT 1 FROM files WHERE path = ? AND state = 'copied' LIMIT 1", name).length ===
      0
    )
      lists.extra.add(name);
  const { missing, changed, extra } = lists;
  ledger.forget(lost);
  return {
    sound,
    bytes,
    missing: missing.names,
    changed: changed.names,
    extra: extra.names,
    counts: { missing: missing.count, changed: changed.count, extra: extra.count },
  };
}

class Shown {
  readonly names: string[] = [];
  count = 0;

  add(name: string): void {
    if (++this.count <= SHOWN) this.names.push(name);
  }
}

const PIECE_BYTES = 1024 * 1024;

async function sha256Of(
  file: string,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (bytes <= PIECE_BYTES) return hash('sha256', readFileSync(file));
  const whole = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES, signal }))
    whole.update(piece as Uint8Array);
  return whole.digest('hex');
}

function* namesBelow(files: string): Generator<string> {
  for (const folder of readdirSync(files, { withFileTypes: true }))
    if (!folder.isDirectory()) yield folder.name;
    else
      for (const name of readdirSync(path.join(files, folder.name))) yield `${folder.name}/${name}`;
}
