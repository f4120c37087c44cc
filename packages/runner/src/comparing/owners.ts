import { idHash, memberId } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { plannedRecords } from './planned-records.ts';

/** Which planned members own their group, in eight bytes a group. */
export class Owners {
  readonly #hashes: Float64Array;

  constructor(plan: Plan) {
    const hashes = new Float64Array(plan.summary.kinds.groups.planned);
    let count = 0;
    for (const { id, record } of plannedRecords(plan, 'groups')) {
      const { owner } = record() as { owner?: string };
      if (owner !== undefined) hashes[count++] = idHash(memberId(id, owner));
    }
    this.#hashes = hashes.subarray(0, count).toSorted();
  }

  has(guid: string, uid: string): boolean {
    const hash = idHash(memberId(guid, uid));
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
