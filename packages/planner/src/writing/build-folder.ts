import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PlanError } from '../plan/plan-error.ts';
import { notAPlanFile } from '../plan/read-error.ts';
import { startError } from './build-error.ts';
import { makeFolder, notADatabaseFile, publishFile, takeQuietLock } from '@chatferry/disk';

/**
 * The folder next to a plan in which the plan is built. A lock that the system releases when a process dies distinguishes an attempt in
 * progress from a killed attempt, whose files are removed.
 */
export class BuildFolder implements Disposable {
  readonly path: string;
  readonly #planPath: string;
  readonly #lock: Disposable;
  #isOpen = true;

  /** @throws {PlanError} `busy`; `not-a-plan` for a link at the folder's path; `unreadable` or `disk-full` */
  constructor(planPath: string) {
    this.#planPath = planPath;
    this.path = `${planPath}.building`;
    // The target of a link belongs to other software, and would be emptied below.
    if (lstatSync(this.path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw notAPlanFile({ path: this.path, what: 'a link' });
    makeFolder(this.path);
    this.#lock = lockFolder(this.path);
    for (const name of readdirSync(this.path))
      if (!name.startsWith(LOCK)) rmSync(join(this.path, name), { recursive: true });
  }

  /** Renames the finished plan to its path after syncing it to disk. On failure an earlier plan stays. */
  publish(): void {
    publishFile(planFileIn(this.path), this.#planPath);
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#lock[Symbol.dispose]();
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

const LOCK = 'lock.sqlite';

function lockFolder(folder: string): Disposable {
  const wrong = notADatabaseFile(join(folder, LOCK));
  if (wrong !== undefined) throw notAPlanFile(wrong);
  const lock = quietLock(folder);
  if (lock !== undefined) return lock;
  const plan = basename(folder, '.building');
  throw new PlanError(
    'busy',
    `Another process is building ${plan} in ${folder}.`,
    'Wait until it has finished, or stop it, and plan again.',
  );
}

function quietLock(folder: string): Disposable | undefined {
  try {
    return takeQuietLock(join(folder, LOCK));
  } catch (error) {
    throw startError(folder, error);
  }
}
