import { isReferredKind, type Kind, kindsInOrder } from '@chatferry/contract';
import type { OwnIds } from '../duplicates/own-ids.ts';
import type { EarlierJob } from './earlier-job.ts';

/** Which records of the exports before have the ids that landed: ids that differ only in case are those of one of them. */
export class EarlierIds {
  readonly #job: EarlierJob;
  readonly #ownIds: OwnIds;
  #taken = 0;

  constructor(job: EarlierJob, ownIds: OwnIds) {
    this.#job = job;
    this.#ownIds = ownIds;
  }

  /** Takes over the ids of the kinds up to this one, whose rows are not judged yet. */
  takeOverThrough(kind: Kind): void {
    for (; this.#taken <= kindsInOrder.indexOf(kind); this.#taken++) {
      const each = kindsInOrder[this.#taken]!;
      if (!isReferredKind(each)) continue;
      for (const own of this.#job.plan.ownIds(each))
        if (this.#ownIds.hasLanded(each, own.service)) this.#ownIds.takeOver(own);
      this.#ownIds.contest(each);
    }
  }
}
