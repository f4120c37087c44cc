import type { Kind } from '@chatferry/contract';
import type { AskAgain, Wait } from '../answers/verdict.ts';
import { backoffMs } from '../pacing/backoff.ts';
import type { StopReason } from '../stop-reason.ts';
import type { Trouble } from '../run-event.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { Part } from './part.ts';
import type { SendPorts } from './send-ports.ts';

/** A 429 that says to wait 0 seconds is not asked again at once. */
const LEAST_WAIT_MS = 500;

/** Makes every lane wait, for as long as the service asked for or longer each time. */
export function holdAll(
  { afterMs, trouble }: Wait,
  kind: Kind,
  { health, gate, clock, random, tell }: SendPorts,
): void {
  const waits = health.askedToWait();
  const waitMs = Math.max(afterMs ?? backoffMs(waits, random()), LEAST_WAIT_MS);
  gate.hold(clock.now() + waitMs, 'rate-limited', trouble.message);
  tell({ type: 'rate-limited', kind, waitMs, told: afterMs !== undefined });
}

/** Waits before a part that failed is sent again; ends the run when the service has failed for too long. */
export async function restAfterTrouble(
  part: Part,
  { trouble, afterMs }: AskAgain,
  progress: BatchProgress,
  ports: SendPorts,
): Promise<void> {
  const { health, gate, halt, clock, random } = ports;
  const now = clock.now();
  const answer = health.failed(now, random());
  if (answer === 'give-up') return halt.stopHere(gaveUp(trouble));
  const until = Math.max(answer.holdUntil ?? 0, afterMs === undefined ? 0 : now + afterMs);
  if (until > now) gate.hold(until, 'trouble', `${trouble.code}: ${trouble.message}`);
  await rest(part, trouble, progress, ports);
}

/** Waits longer with each failure of the part. */
export async function rest(
  part: Part,
  trouble: Trouble,
  { batch }: BatchProgress,
  { clock, random, halt, tell }: SendPorts,
): Promise<void> {
  const { kind, lane, seq } = batch;
  const { attempts, failures, positions } = part;
  const afterMs = Math.round(backoffMs(failures, random()));
  const records = positions.length;
  tell({ type: 'retrying', kind, lane, seq, records, attempts, afterMs, trouble });
  await clock.sleep(afterMs, halt.finishing);
}

function gaveUp({ code, message }: Trouble): StopReason {
  return {
    code: 'gave-up',
    message: `The service has not given a good answer for as long as --give-up-after allows. The last was ${code}: ${message}`,
    fix: 'See whether the service and the network are up, then run again: it goes on where it stopped.',
  };
}
