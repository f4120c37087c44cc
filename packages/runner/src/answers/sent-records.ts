import { type Batch, entryOf } from '@chatferry/planner';

/** The records of one request, for holding the answer against them. */
export interface SentRecords {
  readonly count: number;
  /** In the order they were sent. */
  ids(): readonly string[];
  /** Whether these are the ids, in the order they were sent. Costs no parsing. */
  areNamed(keys: readonly string[]): boolean;
}

const QUOTE = 0x22;
const encoder = new TextEncoder();

/** Some of a batch's records. @param positions 0-based */
export function sentRecords(batch: Batch, positions: readonly number[]): SentRecords {
  return {
    count: positions.length,
    ids: () => positions.map((position) => entryOf(batch, position).id),
    areNamed: (keys) =>
      keys.length === positions.length &&
      keys.every((key, index) => beginsWith(batch, positions[index]!, key)),
  };
}

/** Whether an entry begins with `"key":`. An id that JSON writes with escapes is not recognised: parsing it will do. */
function beginsWith(batch: Batch, position: number, key: string): boolean {
  const start = position === 0 ? headLength(batch) : batch.ends[position - 1]! + 1;
  const { body } = batch;
  const end = start + 1 + key.length;
  if (body[start] !== QUOTE || body[end] !== QUOTE) return false;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    if (unit > 0x7f || body[start + 1 + index] !== unit) return false;
  }
  return true;
}

function headLength(batch: Batch): number {
  return encoder.encode(`{"${batch.kind}":{`).length;
}
