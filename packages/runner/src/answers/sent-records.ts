import type { Kind } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { AllSucceeded } from './all-succeeded.ts';

/** The records of one request, for holding the answer against them. */
export interface SentRecords {
  readonly count: number;
  /** In the order they were sent. */
  ids(): readonly string[];
  /** Whether the answer's keys are the ids, in the order they were sent. Costs no parsing. */
  areNamedBy(answer: AllSucceeded): boolean;
}

/** Some of a batch's records. @param positions 0-based */
export function sentRecords(batch: Batch, positions: readonly number[]): SentRecords {
  return {
    count: positions.length,
    ids: () => positions.map((position) => entryOf(batch, position).id),
    areNamedBy: ({ bytes, keyEdges }) =>
      keyEdges.length === positions.length * 2 &&
      positions.every((position, index) => {
        const key = keyEdges[index * 2]!;
        return beginsWith(batch, position, bytes, key, keyEdges[index * 2 + 1]!);
      }),
  };
}

/**
 * Whether an entry begins with the key at this offset of the answer, between two quotes. An id that only one side
 * writes with escapes is not recognised; the JSON parser then decides.
 */
function beginsWith(
  { body, ends, kind }: Batch,
  position: number,
  bytes: Uint8Array,
  keyStart: number,
  keyEnd: number,
): boolean {
  const start = position === 0 ? headLength(kind) : ends[position - 1]! + 1;
  const offset = start + 1 - keyStart;
  for (let at = keyStart - 1; at <= keyEnd; at++) if (body[at + offset] !== bytes[at]) return false;
  return true;
}

function headLength(kind: Kind): number {
  return `{"${kind}":{`.length;
}
