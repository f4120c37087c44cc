import { count, counted } from '@chatferry/contract';
import type { WorkerEvent } from '@chatferry/fleet';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { cutToWidth, fits } from '../screens/text-width.ts';

/** The work of a worker for one job. */
interface OfJob {
  /** Names of the shifts that the worker holds, such as `send users, part 2`. */
  readonly shifts: Set<string>;
  settled: number;
  failed: number;
  /** The reason why the job waits. */
  waiting: string | undefined;
}

/** Counts the work of a worker, and draws it. */
export class WorkerScreen {
  readonly #title: string;
  readonly #startedAt: number;
  readonly #jobs = new Map<string, OfJob>();

  constructor(title: string, now: number) {
    this.#title = title;
    this.#startedAt = now;
  }

  take(event: WorkerEvent): void {
    const job = this.#jobs.get(event.job) ?? {
      shifts: new Set(),
      settled: 0,
      failed: 0,
      waiting: undefined,
    };
    this.#jobs.set(event.job, job);
    if (event.type === 'shift-taken') job.shifts.add(shiftName(event));
    else if (event.type === 'shift-ended') job.shifts.delete(shiftName(event));
    else if (event.event.type === 'waiting') job.waiting = event.event.message;
    else if (event.event.type === 'going-on') job.waiting = undefined;
    else if (event.event.type === 'batch-settled') {
      job.settled += event.event.records;
      job.failed += event.event.change.failed;
    }
  }

  /** A line with the number of shifts, then each job with shifts and its settled records. */
  drawing({ columns, now }: Frame): string[] {
    const jobs = [...this.#jobs];
    const held = jobs.reduce((sum, [, { shifts }]) => sum + shifts.size, 0);
    const end = [held === 0 ? 'no shift' : counted(held, 'shift')];
    const head = { title: this.#title, percent: undefined, startedAt: this.#startedAt, now, end };
    return [
      headLine(head, columns),
      ...jobs.flatMap(([name, job]) => jobLines(name, job, columns)),
      ...(held === 0 ? ['waits for a shift'] : []),
    ];
  }
}

/** The fewest columns that a cut name needs to be recognised. */
const LEAST_NAME = 6;

export function shiftName({ step, kind, part }: WorkerEvent): string {
  return `${step}${kind === undefined ? '' : ` ${kind}`}, part ${part + 1}`;
}

function jobLines(name: string, job: OfJob, columns: number): string[] {
  const { shifts, settled, failed, waiting } = job;
  if (shifts.size === 0 && settled === 0) return [];
  const done = `${count(settled)} settled${failed === 0 ? '' : `, ${count(failed)} failed`}`;
  const long = `${name}   ${done}   ${[...shifts].join('; ')}`.trimEnd();
  const space = columns - done.length - 3;
  return [
    fits(long, columns) ? long : `${cutToWidth(name, Math.max(space, LEAST_NAME))}   ${done}`,
    ...(waiting === undefined ? [] : [cutToWidth(`waiting: ${waiting}`, columns)]),
  ];
}
