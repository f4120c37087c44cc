import { rmSync } from 'node:fs';
import { readFileOnly, replaceFile } from '@chatferry/disk';
import { type Rate, rateAt, type RunEvent, type Timetable } from '@chatferry/runner';
import { Progress } from './progress.ts';

const WRITE_MS = 1000;

/** The rate of a run and the cause of a delay, which `status` reads in another process. Times are in ISO 8601. */
export interface RunProgress {
  readonly at: string;
  readonly quota: Rate;
  /** Absent until the rate is reliable. */
  readonly requestsPerMinute?: number | undefined;
  readonly remainingMs?: number | undefined;
  /** When the run is expected to end: by its rate, or, before that is reliable, by the requests left and the quota. */
  readonly endsAt?: string | undefined;
  readonly startedAt?: string | undefined;
  /** Absent until the rate is reliable. */
  readonly recordsPerSecond?: number | undefined;
  /** Times that half of the answers, and 99 of 100, did not exceed; of the last minutes, to about a quarter. */
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  /** Requests that were sent again. */
  readonly again?: number | undefined;
  /** Why the run is waiting. */
  readonly waiting?:
    | { readonly why: string; readonly message: string; readonly until?: string | undefined }
    | undefined;
  /** Code of the latest trouble, until a batch is settled. */
  readonly trouble?: string | undefined;
  /** The latest trouble, which stays. */
  readonly lastTrouble?: { readonly code: string; readonly at: string } | undefined;
}

/** Updates the file during a run, and removes it at its end. */
export class ProgressFile implements Disposable {
  readonly #path: string;
  readonly #rate: Rate | Timetable;
  readonly #now: () => number;
  readonly #progress: Progress;
  readonly #timer: NodeJS.Timeout;

  constructor(
    path: string,
    planned: ConstructorParameters<typeof Progress>[0],
    rate: Rate | Timetable,
    now: () => number,
  ) {
    this.#path = path;
    this.#rate = rate;
    this.#now = now;
    this.#progress = new Progress(planned, now());
    this.#timer = setInterval(() => this.#write(), WRITE_MS);
  }

  take(event: RunEvent): void {
    this.#progress.take(event, this.#now());
    if (event.type === 'waiting') this.#write();
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

  #current(): RunProgress {
    const now = this.#now();
    const { waiting, trouble, rate } = this.#progress;
    const quota = rate ?? rateAt(this.#rate, now);
    const requestsPerMinute = this.#progress.requestsPerMinute(now, quota);
    const remainingMs = this.#progress.remainingMs(now);
    const end = this.#progress.end(now, quota);
    const { startedAt, again, lastTrouble } = this.#progress;
    const perSecond = this.#progress.recordsPerSecond(now);
    const latency = this.#progress.latency(now);
    return {
      at: new Date(now).toISOString(),
      quota,
      requestsPerMinute: requestsPerMinute && Math.round(requestsPerMinute),
      remainingMs,
      endsAt: end && new Date(end.at).toISOString(),
      startedAt: new Date(startedAt).toISOString(),
      recordsPerSecond: perSecond && Math.round(perSecond * 10) / 10,
      p50Ms: latency && Math.round(latency.medianMs),
      p99Ms: latency && Math.round(latency.of99Ms),
      again,
      lastTrouble: lastTrouble && {
        code: lastTrouble.code,
        at: new Date(lastTrouble.at).toISOString(),
      },
      waiting:
        waiting === undefined
          ? undefined
          : {
              why: waiting.why,
              message: waiting.message,
              until:
                waiting.until === undefined ? undefined : new Date(waiting.until).toISOString(),
            },
      trouble: trouble?.split(':', 1)[0],
    };
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
