import type { Kind } from '@chatferry/contract';
import type { RetryAction, WaitAction } from '../answers/answer-action.ts';
import { gaveUp } from '../pacing/gave-up.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { Part } from './part.ts';
import type { SendPorts } from './send-ports.ts';

/** Makes every lane wait: as long as the service asked for, otherwise longer each time. */
export function holdAll({ afterMs, trouble }: WaitAction, kind: Kind, ports: SendPorts): void {
  const { clock, emit, stopController } = ports;
  const { health, gate } = ports.traffic;
  const now = clock.monotonicMs();
  const rest = health.askedToWait(now, afterMs);
  if ('giveUp' in rest) return stopController.stop(gaveUp(rest, trouble, ports));
  gate.hold(rest.holdUntil, 'rate-limited', trouble.message);
  emit({
    type: 'rate-limited',
    kind,
    waitMs: rest.holdUntil - now,
    isStated: afterMs !== undefined,
  });
}

/** Waits before a part that failed is sent again; ends the run when the service has failed for too long. */
export async function pauseBeforeRetry(
  part: Part,
  { trouble, afterMs }: RetryAction,
  progress: BatchProgress,
  ports: SendPorts,
): Promise<void> {
  const { stopController, clock } = ports;
  const { health, gate } = ports.traffic;
  const now = clock.monotonicMs();
  const answer = health.failed(now, afterMs);
  if ('giveUp' in answer) return stopController.stopHere(gaveUp(answer, trouble, ports));
  if (answer.holdUntil > now)
    gate.hold(answer.holdUntil, 'trouble', `${trouble.code}: ${trouble.message}`);
  await pausePart(part, trouble, progress, ports);
}

/** Waits longer with each failure of the part. */
async function pausePart(
  part: Part,
  trouble: Trouble,
  { batch }: BatchProgress,
  { traffic, clock, stopController, emit }: SendPorts,
): Promise<void> {
  const { kind, lane, seq } = batch;
  const { attempts, failures, positions } = part;
  const afterMs = Math.round(traffic.health.pauseMs(failures));
  const records = positions.length;
  emit({ type: 'retrying', kind, lane, seq, records, attempts, afterMs, trouble });
  await clock.sleep(afterMs, stopController.finishing);
}
