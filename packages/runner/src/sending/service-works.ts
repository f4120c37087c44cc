import type { Verdict } from '../answers/verdict.ts';
import type { BatchProgress } from './batch-progress.ts';
import { exchange } from './exchange.ts';
import type { SendPorts } from './send-ports.ts';

/**
 * Whether the service takes records at all, asked by sending one that landed before once more.
 *
 * @param progress the batch under suspicion; the request counts as made for it
 * @param otherwise the answer when nothing has landed yet that could be sent
 */
export async function serviceWorks(
  progress: BatchProgress,
  ports: SendPorts,
  otherwise: boolean,
): Promise<boolean> {
  const { witness, health, halt, routeOf } = ports;
  const known = witness.find(progress.batch.kind, (kind) => routeOf(kind).isRepeatable);
  if (known === undefined) return otherwise;
  const route = routeOf(known.batch.kind);
  const positions = [known.position];
  const { verdict } = await exchange(
    route,
    {
      batch: known.batch,
      positions,
      request: route.request(known.batch, positions),
      beforeSending: async () => progress.sent(),
    },
    ports,
  );
  if (isGood(verdict)) {
    health.worked();
    return true;
  }
  if (verdict.says === 'stop' && verdict.certain) halt.stopHere(verdict.reason);
  return false;
}

function isGood(verdict: Verdict): boolean {
  return (
    verdict.says === 'all-created' || (verdict.says === 'fates' && verdict.fates[0]?.is !== 'open')
  );
}
