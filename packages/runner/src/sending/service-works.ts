import type { AnswerAction } from '../answers/answer-action.ts';
import type { BatchProgress } from './batch-progress.ts';
import { exchange } from './exchange.ts';
import type { SendPorts } from './send-ports.ts';

/** Whether the service recognises a record that landed before. */
type WitnessAnswer = 'recognises' | 'does-not-recognise' | 'nothing-landed';

/**
 * Sends a record that landed before once more.
 * @param progress the batch under suspicion; the request counts as made for it
 */
export async function askWitness(
  progress: BatchProgress,
  ports: SendPorts,
): Promise<WitnessAnswer> {
  const { witness, halt, routeOf } = ports;
  const known = witness.find(progress.batch.kind, (other) => routeOf(other).isRepeatable);
  if (known === undefined) return 'nothing-landed';
  const route = routeOf(known.batch.kind);
  const positions = [known.position];
  const { action } = await exchange(
    route,
    {
      batch: known.batch,
      positions,
      request: route.request(known.batch, positions),
      beforeSending: async () => progress.sent(),
    },
    ports,
  );
  if (isGood(action)) return 'recognises';
  if (action.type === 'stop' && action.certain) halt.stopHere(action.reason);
  return 'does-not-recognise';
}

/** Whether the service takes records at all, of this kind or an earlier one; false when nothing has landed yet. */
export async function serviceWorks(progress: BatchProgress, ports: SendPorts): Promise<boolean> {
  const works = (await askWitness(progress, ports)) === 'recognises';
  if (works) ports.health.worked();
  return works;
}

function isGood(action: AnswerAction): boolean {
  return (
    action.type === 'all-created' || (action.type === 'results' && action.results[0]?.is !== 'open')
  );
}
