import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backoffMs, type Clock } from '@chatferry/client';
import type { MediaFolder } from '../folder/media-folder.ts';
import type { CopiedFile, MediaLedger, PendingFile } from '../folder/media-ledger.ts';
import { NotCopied } from '../terms/cause.ts';
import { fetchFile, type Fetching, Trouble } from './fetch-file.ts';
import { endingOf, typeOf } from './file-name.ts';
import type { Meter } from './meter.ts';
import { PartialFile } from './partial-file.ts';

type Pieces = AsyncIterable<Uint8Array> | undefined;

/** @returns undefined for a missing file */
export type OpenFile = (name: string) => Pieces | Promise<Pieces>;

export interface Copying extends Omit<Fetching, 'began' | 'now'> {
  readonly folder: MediaFolder;
  readonly ledger: MediaLedger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly openFile: OpenFile | undefined;
  /** Called when a host asks for a pause. */
  readonly onWait: (host: string, waitMs: number) => void;
}

const MOST_ATTEMPTS = 5;
const BACKOFF = { firstMs: 500, longestMs: 20_000 };
/** After a kill, a file up to this size is fetched from its beginning. */
const SMALL_BYTES = 1024 * 1024;
/** A host that asks for a longer wait is tried in a later call. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Copies one whole file: tries again after trouble, continues after a cut, and names the copy after its content.
 *
 * @throws {NotCopied} @throws {BudgetUsed}; the error of the disk; the signal's reason
 */
export async function copyFile(file: PendingFile, copying: Copying): Promise<CopiedFile> {
  const { folder } = copying;
  const temporary = path.join(folder.partial, String(file.id));
  let answered: string | undefined;
  let copied: CopiedFile;
  try {
    using partial = await PartialFile.open(temporary);
    answered =
      file.host === ''
        ? await readLocal(file, partial, copying)
        : await download(file, partial, copying);
    await partial.sync();
    copied = copiedFile(file, answered, partial, copying.ledger);
  } catch (error) {
    if (error instanceof NotCopied) rmSync(temporary, { force: true });
    throw error;
  }
  const target = path.join(folder.files, copied.path);
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  // The bytes are on the disk. If a power cut loses the name, `verify` finds that.
  renameSync(temporary, target);
  return copied;
}

/** Files with the same content share one copy. */
function copiedFile(
  file: PendingFile,
  answered: string | undefined,
  { sha256, bytes }: PartialFile,
  ledger: MediaLedger,
): CopiedFile {
  const inAddress = file.host === '' ? file.origin : (URL.parse(file.origin)?.pathname ?? '');
  const stated = { answered, mimeType: file.mimeType, name: file.name, path: inAddress };
  const type = typeOf(stated);
  const named = `${sha256.slice(0, 2)}/${sha256}${endingOf(type, stated)}`;
  return { sha256, bytes, type, path: ledger.pathOf(sha256) ?? named };
}

async function download(
  file: PendingFile,
  partial: PartialFile,
  copying: Copying,
): Promise<string | undefined> {
  const { ledger, clock, random, onWait, signal } = copying;
  let { validator } = file;
  let restarts = 0;
  for (let attempt = 1; ; attempt++) {
    const before = partial.bytes;
    try {
      return await fetchFile(file, validator, partial, {
        ...copying,
        now: () => clock.now(),
        began: (given, size = Infinity) => {
          if (before > 0) restarts++;
          validator = given;
          if (given !== null && size > SMALL_BYTES) ledger.began(file.id, given);
        },
      });
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      // An attempt that received further bytes is not counted.
      if (partial.bytes > before && validator !== null) attempt = 0;
      if (restarts >= MOST_ATTEMPTS)
        throw new NotCopied('changed', 'it changed each time before it was complete');
      const waitMs = error.waitMs ?? backoffMs(Math.max(attempt, 1), random(), BACKOFF);
      if (attempt >= MOST_ATTEMPTS || waitMs > LONGEST_WAIT_MS)
        throw new NotCopied('unreachable', error.message);
      if (error.waitMs !== undefined) onWait(file.host, waitMs);
      await clock.sleep(waitMs, signal);
    }
  }
}

async function readLocal(
  file: PendingFile,
  partial: PartialFile,
  { openFile, meter, mostFileBytes, signal }: Copying & { readonly meter: Meter },
): Promise<undefined> {
  partial.clear();
  const pieces = await openFile?.(file.origin);
  if (pieces === undefined) throw new NotCopied('gone', 'the export does not have it');
  for await (const piece of pieces) {
    if (partial.bytes + piece.length > mostFileBytes)
      throw new NotCopied('too-large', 'it is larger than a file may be');
    await meter.take(piece.length, signal);
    partial.append(piece);
  }
}
