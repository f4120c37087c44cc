import type { StopAction } from '../answers/answer-action.ts';
import type { Trouble } from '../trouble.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { halves, type Part } from './part.ts';
import { serviceWorks } from './service-works.ts';

/** The request is refused each time it is made: finds the record at fault. */
export async function onRefusal(
  part: Part,
  trouble: Trouble,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  progress.troubled(part.positions.length, trouble);
  await progress.save(ports.clock.now());
  if (part.positions.length > 1) return cutInHalves(part, trouble, onItsWay);
  if (!ports.health.mayBlame(1) && !(await serviceWorks(progress, ports)))
    ports.halt.stopHere({
      code: 'request-refused',
      message: `The service refuses one record after the other, the last with ${trouble.code}: ${trouble.message}`,
      fix: 'Look into errors.jsonl for what they have in common, correct it and plan again.',
    });
  blame(part, trouble, false, onItsWay);
  return [];
}

/** The service refuses to work with this run, unless it was something else that said so. */
export async function onStop(
  part: Part,
  { reason, certain, trouble }: StopAction,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  if (certain || !(await serviceWorks(progress, ports))) ports.halt.stopHere(reason);
  return onRefusal(part, trouble, onItsWay);
}

/** Notes that the one record of this part is what the service fails over. */
export function blame(
  { positions, attempts }: Part,
  trouble: Trouble,
  mayHaveLanded: boolean,
  { progress, ports }: BatchOnItsWay,
): void {
  ports.health.blamed(1);
  progress.failed(positions[0]!, trouble, attempts, mayHaveLanded);
}

export function cutInHalves(
  part: Part,
  trouble: Trouble,
  { progress, ports }: BatchOnItsWay,
): readonly Part[] {
  const { kind, lane, seq } = progress.batch;
  const [first, second] = halves(part);
  ports.tell({
    type: 'split',
    kind,
    lane,
    seq,
    records: part.positions.length,
    into: [first.positions.length, second.positions.length],
    requests: progress.requests,
    trouble,
  });
  return [first, second];
}
