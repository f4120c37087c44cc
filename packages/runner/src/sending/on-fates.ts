import type { Fate, OpenFate, Verdict } from '../answers/verdict.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { onTrouble } from './on-trouble.ts';
import type { Part } from './part.ts';

/** Notes what an answer says of each record, and asks again for those it leaves open. */
export async function onFates(
  part: Part,
  { fates, stop }: Extract<Verdict, { says: 'fates' }>,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  const open = noted(part, fates, onItsWay);
  if (fates.some(({ is }) => is === 'created' || is === 'present')) ports.health.landed();
  if (stop !== undefined) {
    await progress.save(ports.clock.now());
    ports.halt.stopHere(stop);
  }
  if (open.size === 0) return [];

  const left = leftOf(part, open, fates);
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
    { says: 'again', trouble, mayHaveLanded: true, source: 'records', afterMs: undefined },
    onItsWay,
    (given) => {
      const limited: number[] = [];
      for (const [position, fate] of open)
        if (fate.because === 'rate') limited.push(position);
        else settleOpen(position, fate, given.attempts, onItsWay);
      return limited.length === 0 ? [] : [{ ...given, positions: limited, failures: 0 }];
    },
  );
}

/** What is left of a part; each answer that settles some of its records is progress. */
function leftOf(part: Part, open: ReadonlyMap<number, OpenFate>, fates: readonly Fate[]): Part {
  if (open.size === part.positions.length) return part;
  return {
    ...part,
    positions: [...open.keys()],
    failures: 0,
    landingsBefore: undefined,
    besideCreated: part.besideCreated || fates.some(({ is }) => is === 'created'),
    mayHaveLanded: true,
  };
}

/** Notes what is settled. @returns what is still open, by position */
function noted(
  part: Part,
  fates: readonly Fate[],
  { progress, ports: { witness } }: BatchOnItsWay,
): Map<number, OpenFate> {
  const open = new Map<number, OpenFate>();
  for (const [index, position] of part.positions.entries()) {
    const fate = fates[index]!;
    switch (fate.is) {
      case 'created':
        progress.created(position);
        witness.landed(progress.batch, position);
        break;
      case 'present':
        progress.present(position, part);
        witness.landed(progress.batch, position);
        break;
      case 'failed':
        progress.failed(position, fate.trouble, part.attempts, false);
        break;
      case 'open':
        open.set(position, fate);
        break;
    }
  }
  return open;
}

/** Of a record that the realtime part failed over, or that the answer omits, nobody knows whether it landed. */
function settleOpen(
  position: number,
  { because, trouble }: OpenFate,
  attempts: number,
  { progress }: BatchOnItsWay,
): void {
  if (because === 'trouble') progress.failed(position, trouble, attempts, true);
  else progress.unresolved(position, trouble, attempts);
}
