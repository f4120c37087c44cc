import { join } from 'node:path';
import type { Clock } from '@chatferry/client';
import { readFileOnly, replaceFile } from '@chatferry/disk';
import type { Control, ControlState } from '../pacing/control.ts';
import type { Rate } from '../terms/rate.ts';

const FILE = 'control.json';
/** Shortest time between two readings of the file by a run. */
const POLL_MS = 1000;
const nothing: ControlState = { paused: false };

/** Makes the run of a job wait before its next request; answers to requests in flight are still recorded. */
export function pauseRun(folder: string): void {
  writeControl(folder, { ...readControl(folder), paused: true });
}

export function resumeRun(folder: string): void {
  writeControl(folder, { ...readControl(folder), paused: false });
}

/** @param rate `undefined` restores the rate that the run was started with */
export function setRate(folder: string, rate: Rate | undefined): void {
  writeControl(folder, { ...readControl(folder), requestsPerMinute: rate });
}

/** What is asked of the run of a job; a missing or unreadable file asks for nothing. */
export function readControl(folder: string): ControlState {
  let text: string;
  try {
    text = readFileOnly(join(folder, FILE));
  } catch {
    return nothing;
  }
  return parseControl(text) ?? nothing;
}

function parseControl(text: string): ControlState | undefined {
  try {
    const { paused, requestsPerMinute: rate } = JSON.parse(text) as Record<string, unknown>;
    const isRate = rate === 'unlimited' || (typeof rate === 'number' && rate >= 0);
    return { paused: paused === true, ...(isRate ? { requestsPerMinute: rate } : {}) };
  } catch {
    return undefined;
  }
}

function writeControl(folder: string, control: ControlState): void {
  replaceFile(join(folder, FILE), `${JSON.stringify(control)}\n`);
}

/** The control of a job folder, read about once a second. */
export class FileControl implements Control {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #state: ControlState = nothing;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, clock: Pick<Clock, 'monotonicMs'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  get state(): ControlState {
    const now = this.#clock.monotonicMs();
    if (now - this.#readAt >= POLL_MS) {
      this.#readAt = now;
      this.#state = readControl(this.#folder);
    }
    return this.#state;
  }
}

/** The control of a run without a job folder, which is never paused. */
export const noControl: Control = { state: nothing };
