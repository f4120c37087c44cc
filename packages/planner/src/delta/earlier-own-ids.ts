import { idHash, isReferredKind, type Kind } from '@chatferry/contract';
import { entryOf } from '../plan/batch.ts';
import { HashSet } from '../storage/hash-set.ts';
import type { EarlierJob } from './earlier-job.ts';

/** The ids that users, groups and roles got in an earlier job and those before it. */
export class EarlierOwnIds {
  readonly #job: EarlierJob;
  readonly #landed = new Map<Kind, HashSet>();

  constructor(job: EarlierJob) {
    this.#job = job;
  }

  /** Whether a record had this id, and it was changed to the form of the service. */
  isOwn(kind: Kind, legacy: string): boolean {
    const state = this.#job.plan.ownIdState(kind, legacy);
    return state === 'own' || state === 'landed';
  }

  /** Whether a record of a row landed with this id. Records that planning makes have the id of whoever is named first. */
  hasLanded(kind: Kind, id: string): boolean {
    let landed = this.#landed.get(kind);
    if (landed === undefined) {
      this.#landed.set(kind, (landed = new HashSet()));
      if (isReferredKind(kind)) for (const each of this.#ids(kind)) landed.add(idHash(each));
    }
    return landed.has(idHash(id));
  }

  *#ids(kind: Kind): Generator<string> {
    const { plan, marksOf } = this.#job;
    for (const { ids, isMade } of plan.landed(kind)) if (!isMade) yield* ids;
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane)) {
        const marks = marksOf(batch.seq) ?? '';
        for (const [index, { line }] of batch.origins.entries())
          if (line > 0 && (marks[index] ?? '.') !== '.') yield entryOf(batch, index).id;
      }
  }
}
