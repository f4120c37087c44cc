import { closeSync, openSync } from 'node:fs';
import { type Clock, createClient, systemClock } from '@chatferry/client';
import { type Plan, PlanError } from '@chatferry/planner';
import {
  LedgerError,
  openLedger,
  run,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type StopSignals,
} from '@chatferry/runner';
import type { Target } from '../configuration/target.ts';
import type { JobFolder } from '../job/job-folder.ts';
import { keepToTarget } from '../job/job-target.ts';
import { openRunLog } from './run-log.ts';
import { logEvent } from './log-event.ts';
import { writeErrors } from './write-errors.ts';

export interface Sending {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly target: Target;
  readonly options: RunOptions;
  readonly stop?: StopSignals | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Sends what the ledger of the job has not settled yet. Writes `run.log` on the way, and at the end, however it
 * ends, `errors.jsonl` and `failed/`.
 *
 * The caller holds the job's lock.
 *
 * @throws {Refusal} when records of the job have gone to another app already
 */
export async function* sendPlan(sending: Sending): AsyncGenerator<RunEvent, RunResult> {
  const { job, plan, target, options, stop, clock = systemClock } = sending;
  keepToTarget(job, target);
  makePrivate(job.ledger);
  using ledger = openLedger(job.ledger, plan);
  await using client = createClient({ ...target, connections: options.concurrency, clock });
  const log = openRunLog(job.log);
  const ports = { plan, ledger, client, clock, random: Math.random, folder: job.path };

  const events = run(ports, options, stop);
  let result: RunResult | undefined;
  try {
    let next = await events.next();
    while (next.done !== true) {
      logEvent(log, next.value);
      yield next.value;
      next = await events.next();
    }
    result = next.value;
    return result;
  } finally {
    await events.return(undefined as never);
    await writeErrors(job, plan, ledger).catch((error: unknown) => {
      if (!isKnown(error, result)) throw error;
    });
    log.flush();
  }
}

/** A run that stopped over a broken plan or ledger has said so; writing down the rest meets the same trouble again. */
function isKnown(error: unknown, result: RunResult | undefined): boolean {
  const code = result?.reason?.code;
  return (
    (code === 'plan' && error instanceof PlanError) ||
    (code === 'ledger' && error instanceof LedgerError)
  );
}

/** Makes the file before SQLite does, which would let everybody read it. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}
