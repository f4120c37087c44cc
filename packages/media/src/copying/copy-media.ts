import { rmSync } from 'node:fs';
import { isDiskFull } from '@chatferry/disk';
import { lockMediaFolder, makeMediaFolder } from '../folder/media-folder.ts';
import { MediaLedger } from '../folder/media-ledger.ts';
import { checkedBase, writeMap } from '../folder/write-map.ts';
import { MediaError } from '../terms/media-error.ts';
import type { MediaSource } from '../terms/media-source.ts';
import { totalsOf } from './copy-totals.ts';
import type { CopyOptions, CopyResult } from './copy-options.ts';
import { CopyWork } from './copy-work.ts';

/**
 * Copies every file once, even if several records name it, and continues the work of an earlier call. Files are copied while
 * the sources are still read, because signatures may end soon.
 *
 * Memory does not grow with the number of sources or the size of files. The process may be killed at any moment.
 *
 * @throws {MediaError} for a folder with other content, and for a full disk, which loses nothing
 * @throws the signal's reason, after the last write
 */
export async function copyMedia(
  sources: AsyncIterable<MediaSource> | Iterable<MediaSource>,
  options: CopyOptions,
): Promise<CopyResult> {
  const publicBase = checkedBase(options.publicBase);
  const folder = makeMediaFolder(options.to);
  using _ = lockMediaFolder(folder);
  try {
    using ledger = new MediaLedger(folder.ledger);
    if (publicBase !== undefined) ledger.setMeta('publicBase', publicBase);
    await using work = new CopyWork(options, folder, ledger);
    const stopped = await work.all(sources);
    if (stopped === undefined) rmSync(folder.partial, { recursive: true, force: true });
    const base = ledger.meta('publicBase') as string | undefined;
    if (base !== undefined) writeMap(folder, ledger, base);
    const map = base === undefined ? undefined : folder.map;
    return { ...totalsOf(ledger), copiedNow: work.copied, stopped, map };
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new MediaError(
      'media-disk-full',
      `No more can be written to ${options.to}: the disk is full.`,
      'Free some space, or move the folder to a larger disk, and copy again: what was copied is kept.',
      { cause: error },
    );
  }
}
