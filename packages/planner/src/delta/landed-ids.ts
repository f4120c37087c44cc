import { idHash, isReferredKind, type Kind, kindsInOrder } from '@chatferry/contract';
import type { RowIds } from '../ids/row-ids.ts';
import { entryOf } from '../plan/batch.ts';
import { HashSet } from '../storage/hash-set.ts';
import type { EarlierSource } from './earlier-source.ts';

/** The ids of the users, groups and roles that landed in an earlier job or before it. */
export class LandedIds {
  readonly #job: EarlierSource['job'];
  readonly #part: EarlierSource['part'];
  readonly #landed = new Map<Kind, HashSet>();
  /** The number of kinds whose ids were taken over, in sending order. */
  #taken = 0;

  constructor({ job, part }: Pick<EarlierSource, 'job' | 'part'>) {
    this.#job = job;
    this.#part = part;
  }

  /** Whether a record of a row landed with this id. Made records do not count: their ids come from the first row that refers to them. */
  has(kind: Kind, id: string): boolean {
    if (this.#part !== undefined) return isReferredKind(kind) && this.#part.hasLanded(kind, id);
    let landed = this.#landed.get(kind);
    if (landed === undefined) {
      this.#landed.set(kind, (landed = new HashSet()));
      if (isReferredKind(kind)) for (const each of this.#ids(kind)) landed.add(idHash(each));
    }
    return landed.has(idHash(id));
  }

  /** Adds the ids of the kinds up to this one. Call it before the rows of these kinds are read. */
  takeOverThrough(kind: Kind, to: RowIds): void {
    for (; this.#taken <= kindsInOrder.indexOf(kind); this.#taken++) {
      const each = kindsInOrder[this.#taken]!;
      if (!isReferredKind(each)) continue;
      for (const own of this.#job.plan.ownIds(each))
        if (this.has(each, own.service)) to.takeOver(own);
      to.contest(each);
    }
  }

  *#ids(kind: Kind): Generator<string> {
    const { plan, marksOf } = this.#job;
    for (const { ids, isMade } of plan.landed.parts(kind)) if (!isMade) yield* ids;
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane)) {
        const marks = marksOf(batch.seq) ?? '';
        for (const [index, { line }] of batch.origins.entries())
          if (line > 0 && (marks[index] ?? '.') !== '.') yield entryOf(batch, index).id;
      }
  }
}
