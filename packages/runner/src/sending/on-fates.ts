import type { Fate } from '../answers/verdict.ts';
import type { StopReason } from '../stop-reason.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import type { Part } from './part.ts';
import { rest } from './patience.ts';

/** Answers in a row that leave a record open, after which nobody asks again. */
const ASKED = 3;

type OpenFate = Extract<Fate, { is: 'open' }>;

/**
 * Notes what an answer says of each record, and asks again for those it leaves open.
 * @param stop set when one of them tells that no further record will be taken
 */
export async function onFates(
  part: Part,
  fates: readonly Fate[],
  stop: StopReason | undefined,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  ports.health.worked();
  const open = noted(part, fates, onItsWay);
  if (stop !== undefined) {
    await progress.save(ports.clock.now());
    ports.halt.stopHere(stop);
  }
  const [first] = open.values();
  if (first === undefined) return [];

  // Each round that settles some of them is progress.
  const failures = open.size < part.positions.length ? 1 : part.failures + 1;
  if (failures >= ASKED) {
    for (const [position, fate] of open) giveUpOn(position, fate, part, onItsWay);
    return [];
  }
  progress.troubled(open.size, first.trouble);
  await progress.save(ports.clock.now());
  const left = { ...part, positions: [...open.keys()], failures, mayHaveLanded: true };
  await rest(left, first.trouble, progress, ports);
  return [left];
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

/** The service that speaks of a record and only of trouble has refused it; of one it passes over, nothing is known. */
function giveUpOn(
  position: number,
  { mentioned, trouble }: OpenFate,
  { attempts }: Part,
  { progress }: BatchOnItsWay,
): void {
  if (mentioned) progress.failed(position, trouble, attempts, true);
  else progress.unresolved(position, trouble, attempts);
}
