import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StopReason } from '../stop-reason.ts';
import { LOCK_FILE } from './job-lock.ts';

/** Poll interval. */
const POLL_MS = 1000;

/**
 * Watches that the files a run depends on keep their names. A database that was deleted under the run still takes
 * every write and forgets all of them when the process ends, and without the lock a second run would be let in.
 */
export class FilesInUse implements Disposable {
  readonly #inodes: ReadonlyMap<string, number>;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param folder of the job; absent when it has no lock
   * @param onLost called when one of them is found missing or replaced
   */
  constructor(ledger: string, folder: string | undefined, onLost: (reason: StopReason) => void) {
    const files = [
      ledger,
      `${ledger}-wal`,
      ...(folder === undefined ? [] : [join(folder, LOCK_FILE)]),
    ];
    this.#inodes = new Map(
      files.flatMap((file): [string, number][] => {
        const inode = inodeOf(file);
        return inode === undefined ? [] : [[file, inode]];
      }),
    );
    this.#timer = setInterval(() => {
      const reason = this.lost();
      if (reason !== undefined) onLost(reason);
    }, POLL_MS);
    this.#timer.unref();
  }

  /** Why the run cannot continue; undefined as long as every file is in its place. */
  lost(): StopReason | undefined {
    const gone = [...this.#inodes].find(([file, inode]) => inodeOf(file) !== inode)?.[0];
    if (gone === undefined) return undefined;
    return {
      code: 'ledger',
      message: `${gone} was removed or replaced while the run used it; what the run wrote since then is lost.`,
      fix: 'Put a copy of the job folder back, or plan the same files again, and run again: records that landed are answered with "already exists" and count as present.',
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function inodeOf(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined; // A part of the path is no folder any more, or cannot be read.
  }
}
