import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StopReason } from '../terms/stop-reason.ts';
import { LOCK_FILE } from './job-lock.ts';
import type { Lease } from './lease.ts';

/** Poll interval. */
const POLL_MS = 1000;

/**
 * The lease of a run on one machine: it holds as long as the files that the run depends on keep their names. A deleted
 * database still takes every write of the run, and all these writes are lost when the process ends. Without the lock
 * file, a second run could start.
 */
export class FileLease implements Lease, Disposable {
  readonly #lost = new AbortController();
  readonly #inodes: ReadonlyMap<string, number>;
  readonly #timer: NodeJS.Timeout;

  /** @param folder of the job; absent when it has no lock */
  constructor(ledger: string, folder: string | undefined) {
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
    this.#timer = setInterval(() => this.check(), POLL_MS);
    this.#timer.unref();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  check(): void {
    const gone = [...this.#inodes].find(([file, inode]) => inodeOf(file) !== inode)?.[0];
    if (gone !== undefined) this.#lost.abort(replaced(gone));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function replaced(file: string): StopReason {
  return {
    code: 'ledger',
    message: `${file} was removed or replaced while the run used it; what the run wrote since then is lost.`,
    fix: 'Put a copy of the job folder back, or plan the same files again, and run again: records that landed are answered with "already exists" and count as present.',
  };
}

function inodeOf(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined; // A part of the path is no longer a folder, or cannot be read.
  }
}
