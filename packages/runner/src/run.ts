import type { Job } from './job/job.ts';
import type { RunEvent } from './run-event.ts';
import type { RunOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { type StopSignals, watched } from './watched.ts';

/**
 * Sends the batches that are not settled in the ledger, one kind after the other, and yields what happens.
 *
 * It can be stopped or killed at any moment and started again with the same plan and ledger: a record is on disk as
 * "about to be sent" before it is sent, and with its outcome after the answer. A caller that stops reading the events
 * ends the run, after the answers to requests in flight.
 *
 * A fault of a record, of the service, of the network, or of a plan or ledger that is damaged during the run never throws:
 * it is in the counts or in the result's `reason`.
 *
 * @throws {LedgerError} when the ledger cannot be read at the start; nothing was sent then
 */
export function run(
  job: Job,
  options: RunOptions,
  stop: StopSignals = {},
): AsyncGenerator<RunEvent, RunResult> {
  return watched(stop, async (stopController, events) => {
    const { send } = await import('./send-kinds.ts');
    return send(job, options, stopController, events);
  });
}
