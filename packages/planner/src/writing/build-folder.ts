import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PlanError } from '../plan/plan-error.ts';
import { notAPlanFile } from '../plan/read-error.ts';
import { notADatabaseFile } from '@chatferry/disk';

/**
 * The folder beside a plan in which the plan is built. A lock that the system releases when a process
 * dies distinguishes an attempt in progress from one that was killed, whose files are removed.
 */
export class BuildFolder implements Disposable {
  readonly path: string;
  readonly #planPath: string;
  readonly #lock: DatabaseSync;

  /** @throws {PlanError} `busy`; `not-a-plan` for a link in its place */
  constructor(planPath: string) {
    this.#planPath = planPath;
    this.path = `${planPath}.building`;
    // The target of a link belongs to something else, and would be emptied below.
    if (lstatSync(this.path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw notAPlanFile({ path: this.path, what: 'a link' });
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    this.#lock = lockFolder(this.path);
    for (const name of readdirSync(this.path))
      if (!name.startsWith(LOCK)) rmSync(join(this.path, name), { recursive: true });
  }

  /** Renames the finished plan to its path after syncing it to disk. On failure an earlier plan stays. */
  publish(): void {
    const built = planFileIn(this.path);
    syncToDisk(built);
    renameSync(built, this.#planPath);
    syncToDisk(dirname(this.#planPath));
  }

  [Symbol.dispose](): void {
    if (!this.#lock.isOpen) return;
    this.#lock.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The file in a build folder that becomes the plan. */
export function planFileIn(folder: string): string {
  return join(folder, 'plan.sqlite');
}

/** The file in a build folder for tables that are needed while the plan is built. */
export function workFileIn(folder: string): string {
  return join(folder, 'work.sqlite');
}

const SQLITE_BUSY = 5;
const LOCK = 'lock.sqlite';

function lockFolder(folder: string): DatabaseSync {
  const wrong = notADatabaseFile(join(folder, LOCK));
  if (wrong !== undefined) throw notAPlanFile(wrong);
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    const plan = basename(folder, '.building');
    throw new PlanError(
      'busy',
      `Another process is building ${plan} in ${folder}.`,
      'Wait until it has finished, or stop it, and plan again.',
      { cause: error },
    );
  }
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
