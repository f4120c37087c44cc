import type { RecordResult, OpenResult, AnswerAction } from '../answers/answer-action.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { onTrouble } from './on-trouble.ts';
import type { Part } from './part.ts';

/** Notes what an answer says of each record, and asks again for those it leaves open. */
export async function onResults(
  part: Part,
  { results, stop }: Extract<AnswerAction, { type: 'results' }>,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  const open = noted(part, results, onItsWay);
  if (results.some(({ is }) => is === 'created' || is === 'present')) ports.health.landed();
  if (stop !== undefined) {
    await progress.save(ports.clock.now());
    ports.halt.stopHere(stop);
  }
  if (open.size === 0) return [];

  const left = leftOf(part, open, results);
  const failing = [...open.values()].find(({ because }) => because !== 'rate');
  if (failing === undefined) {
    // All lanes wait already.
    progress.troubled(open.size, open.values().next().value!.trouble);
    await progress.save(ports.clock.now());
    return [left];
  }
  const { trouble } = failing;
  return onTrouble(
    left,
    { type: 'retry', trouble, mayHaveLanded: true, source: 'records', afterMs: undefined },
    onItsWay,
    (given) => {
      const limited: number[] = [];
      for (const [position, result] of open)
        if (result.because === 'rate') limited.push(position);
        else settleOpen(position, result, given.attempts, onItsWay);
      return limited.length === 0 ? [] : [{ ...given, positions: limited, failures: 0 }];
    },
  );
}

/** What is left of a part; each answer that settles some of its records is progress. */
function leftOf(
  part: Part,
  open: ReadonlyMap<number, OpenResult>,
  results: readonly RecordResult[],
): Part {
  if (open.size === part.positions.length) return part;
  return {
    ...part,
    positions: [...open.keys()],
    failures: 0,
    landingsBefore: undefined,
    besideCreated: part.besideCreated || results.some(({ is }) => is === 'created'),
    mayHaveLanded: true,
  };
}

/** Notes what is settled. @returns what is still open, by position */
function noted(
  part: Part,
  results: readonly RecordResult[],
  { progress, ports: { witness } }: BatchOnItsWay,
): Map<number, OpenResult> {
  const open = new Map<number, OpenResult>();
  for (const [index, position] of part.positions.entries()) {
    const result = results[index]!;
    switch (result.is) {
      case 'created':
        progress.created(position);
        witness.landed(progress.batch, position);
        break;
      case 'present':
        progress.present(position, part);
        witness.landed(progress.batch, position);
        break;
      case 'failed':
        progress.failed(position, result.trouble, part.attempts, false);
        break;
      case 'open':
        open.set(position, result);
        break;
    }
  }
  return open;
}

/** Of a record that the realtime part failed over, or that the answer omits, nobody knows whether it landed. */
function settleOpen(
  position: number,
  { because, trouble }: OpenResult,
  attempts: number,
  { progress }: BatchOnItsWay,
): void {
  if (because === 'trouble') progress.failed(position, trouble, attempts, true);
  else progress.unresolved(position, trouble, attempts);
}
