import {
  COLUMNS,
  type Kind,
  kindsInOrder,
  REMAINING,
  updateKindOf,
  writeReferences,
} from '@chatferry/contract';
import { entryOf, recordOfEntry } from '../plan/batch.ts';
import { hasReferences, keepColumns, type LandedPart, widthOf } from '../plan/landed-parts.ts';
import { HashMap } from '../storage/hash-map.ts';
import { type ContentDigest, idKey } from './content-digest.ts';
import { type EarlierJob, isAsPlanned } from './earlier-job.ts';

/** The content of landed records after the updates that an earlier job made. */
export class LandedUpdates {
  readonly #numbers = new Map<Kind, HashMap>();

  constructor(job: EarlierJob, digest: ContentDigest) {
    if (job.plan.summary.delta === undefined) return;
    for (const kind of kindsInOrder) {
      const update = updateKindOf(kind);
      if (update === undefined || job.plan.summary.kinds[update].planned === 0) continue;
      const numbers = new HashMap(widthOf(kind));
      for (let lane = 0; lane < job.plan.lanes; lane++)
        for (const batch of job.plan.batches(update, lane)) {
          const marks = job.marksOf(batch.seq) ?? '';
          for (const position of batch.origins.keys()) {
            if (!isAsPlanned(marks[position])) continue;
            const { id, wire } = entryOf(batch, position);
            // A later segment replaces or removes the record.
            if (job.plan.superseded?.isReplaced(update, id, batch.seq) === true) continue;
            note(kind, update, wire, numbers, digest);
          }
        }
      this.#numbers.set(kind, numbers);
    }
  }

  /** Replaces the numbers of records that were updated after they landed. @param keys the hashes of their ids */
  apply({ kind, numbers, seq }: Omit<LandedPart, 'ids'>, keys: Float64Array): void {
    const updated = this.#numbers.get(kind);
    if (seq !== undefined || updated === undefined || updated.size === 0) return;
    const width = widthOf(kind);
    for (const [nth, key] of keys.entries()) {
      const slot = updated.find(key);
      if (slot < 0) continue;
      // An update does not change the time of a message.
      const replaced = hasReferences(kind) ? width : 1;
      for (let at = 0; at < replaced; at++) numbers[nth * width + at] = updated.value(slot, at);
    }
  }
}

function note(
  kind: Kind,
  update: Kind,
  wire: Uint8Array,
  numbers: HashMap,
  digest: ContentDigest,
): void {
  const record = recordOfEntry(wire);
  // The app holds neither the earlier content nor the content of the update.
  if (record[REMAINING] !== undefined) return;
  const values = new Float64Array(widthOf(kind));
  values[0] = digest.of(update, wire);
  if (hasReferences(kind)) {
    const columns = new Float64Array(COLUMNS);
    writeReferences(kind, record, columns, 0);
    keepColumns(columns, values, 0);
  }
  const slot = numbers.insert(idKey(wire));
  for (const [at, value] of values.entries()) numbers.setValue(slot, at, value);
}
