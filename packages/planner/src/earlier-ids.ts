import { idHash, isReferredKind, type Kind, kindsInOrder } from '@chatferry/contract';
import type { OwnIds } from './checking/own-ids.ts';
import type { EarlierRecords } from './earlier/earlier-records.ts';
import type { Plan } from './plan/plan.ts';
import { HashSet } from './storage/hash-set.ts';

/** Which records of the exports before have the ids that landed: ids that differ only in case are those of one of them. */
export class EarlierIds {
  readonly #plan: Plan;
  readonly #records: EarlierRecords;
  readonly #ownIds: OwnIds;
  readonly #landed = new Map<Kind, HashSet>();
  #taken = 0;

  constructor(plan: Plan, records: EarlierRecords, ownIds: OwnIds) {
    this.#plan = plan;
    this.#records = records;
    this.#ownIds = ownIds;
    ownIds.hasLanded = (kind, id) => this.#hasLanded(kind, id);
  }

  /** Takes over the ids of the kinds up to this one. Call it before its rows are judged. */
  takeOverThrough(kind: Kind): void {
    for (; this.#taken <= kindsInOrder.indexOf(kind); this.#taken++) {
      const each = kindsInOrder[this.#taken]!;
      if (!isReferredKind(each)) continue;
      for (const own of this.#plan.ownIds(each))
        if (this.#hasLanded(each, own.service)) this.#ownIds.takeOver(own);
      this.#ownIds.contest(each);
    }
  }

  #hasLanded(kind: Kind, id: string): boolean {
    let landed = this.#landed.get(kind);
    if (landed === undefined) {
      this.#landed.set(kind, (landed = new HashSet()));
      for (const each of this.#records.ids(kind)) landed.add(idHash(each));
    }
    return landed.has(idHash(id));
  }
}
