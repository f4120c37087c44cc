import type { AnswerAction } from '../answers/answer-action.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { ProbeResult } from './decide.ts';
import { exchange } from './exchange.ts';
import type { SendPorts } from './send-ports.ts';

/**
 * Finds out whether some records or the service cause trouble, by sending a landed record once more. When
 * the service recognises the record, the service works. Without the probe, an hour in which the service fails would leave
 * thousands of good records marked as failed.
 *
 * @param progress the batch under suspicion; the request counts as made for it
 */
export async function probeService(
  progress: BatchProgress,
  ports: SendPorts,
): Promise<ProbeResult> {
  const { found, stopController, routeOf } = ports;
  const known = await found.landed.find(progress.batch.kind, (kind) => {
    const { isRepeatable, freesIds } = routeOf(kind);
    return isRepeatable && freesIds !== true;
  });
  if (known === undefined) return 'nothing-landed';
  const route = routeOf(known.batch.kind);
  const positions = [known.position];
  const exchanged = await exchange(
    route,
    {
      batch: known.batch,
      positions,
      request: await route.request(known.batch, positions),
      beforeSending: async () => {
        progress.sent();
        return true;
      },
    },
    ports,
  );
  const { action } = exchanged!;
  if (isGood(action)) return 'recognises';
  if (action.type === 'stop' && action.certain) stopController.stopHere(action.reason);
  return 'does-not-recognise';
}

function isGood(action: AnswerAction): boolean {
  return (
    action.type === 'all-created' || (action.type === 'results' && action.results[0]?.is !== 'open')
  );
}
