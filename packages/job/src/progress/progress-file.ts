import { rmSync } from 'node:fs';
import { readFileOnly, replaceFile } from '@chatferry/disk';
import type { RunEvent } from '@chatferry/runner';
import type { RunProgress } from './run-progress.ts';

const WRITE_MS = 1000;

/** Updates the file during a run, and removes it at its end. */
export class ProgressFile implements Disposable {
  readonly #path: string;
  readonly #current: () => RunProgress;
  readonly #timer: NodeJS.Timeout;

  constructor(path: string, current: () => RunProgress) {
    this.#path = path;
    this.#current = current;
    this.#timer = setInterval(() => this.#write(), WRITE_MS);
  }

  /** For events that must not wait for the next second. */
  take({ type }: Pick<RunEvent, 'type'>): void {
    if (type === 'waiting') this.#write();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#remove();
  }

  /** Ignores errors: without the file, `status` prints less. */
  #write(): void {
    try {
      replaceFile(this.#path, JSON.stringify(this.#current()));
    } catch {
      this.#remove();
    }
  }

  /** Ignores errors: a failing disk must not end the run here. */
  #remove(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // `status` ignores the file when no process holds the job.
    }
  }
}

/** When the run is expected to end, milliseconds since 1970; undefined when that is not known. */
export function endOf({ at, remainingMs }: RunProgress): number | undefined {
  return remainingMs === undefined ? undefined : Date.parse(at) + remainingMs;
}

/** The latest progress of a run; undefined without a run. */
export function readProgress(path: string): RunProgress | undefined {
  try {
    return JSON.parse(readFileOnly(path)) as RunProgress;
  } catch {
    return undefined;
  }
}
