import { idHash, type Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { plannedRecords } from './planned-records.ts';

/** Whether the plan has a record of a kind with an id, in eight bytes a record. */
export class PlannedIds {
  readonly #hashes: Float64Array;

  constructor(plan: Plan, kind: Kind) {
    const hashes = new Float64Array(plan.summary.kinds[kind].planned);
    let count = 0;
    for (const { id } of plannedRecords(plan, kind)) hashes[count++] = idHash(id);
    this.#hashes = hashes.toSorted();
  }

  has(id: string): boolean {
    const hash = idHash(id);
    let low = 0;
    let high = this.#hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash;
  }
}
