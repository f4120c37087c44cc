import { constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rate } from '../run-options.ts';

/** What somebody asked of a run from another process. It holds until it is changed, also for later runs. */
export interface Control {
  readonly paused: boolean;
  /** In place of the rate the run was started with. */
  readonly requestsPerMinute?: Rate | undefined;
}

const FILE = 'control.json';
/** Windows has no such flag: it is undefined there, which changes no bit. */
const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW;
const nothing: Control = { paused: false };

/** Makes the run of a job wait before its next request; answers on their way are still written down. */
export function pauseRun(folder: string): void {
  writeControl(folder, { ...readControl(folder), paused: true });
}

export function resumeRun(folder: string): void {
  writeControl(folder, { ...readControl(folder), paused: false });
}

/** @param rate `undefined` goes back to the rate the run was started with */
export function setRate(folder: string, rate: Rate | undefined): void {
  writeControl(folder, { ...readControl(folder), requestsPerMinute: rate });
}

/** What is asked of the run of a job; a missing or unreadable file asks for nothing. */
export function readControl(folder: string): Control {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), { encoding: 'utf8', flag: NO_FOLLOW });
  } catch {
    return nothing;
  }
  return parseControl(text) ?? nothing;
}

function parseControl(text: string): Control | undefined {
  try {
    const { paused, requestsPerMinute: rate } = JSON.parse(text) as Record<string, unknown>;
    const isRate = rate === 'unlimited' || (typeof rate === 'number' && rate >= 0);
    return { paused: paused === true, ...(isRate ? { requestsPerMinute: rate } : {}) };
  } catch {
    return undefined;
  }
}

/** By renaming, so that a run never reads half of it. */
function writeControl(folder: string, control: Control): void {
  const path = join(folder, FILE);
  rmSync(`${path}.new`, { force: true }); // `wx` follows no link and takes no file of another user.
  writeFileSync(`${path}.new`, `${JSON.stringify(control)}\n`, { flag: 'wx', mode: 0o600 });
  renameSync(`${path}.new`, path);
}
