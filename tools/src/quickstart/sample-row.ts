import type { ProblemCode } from '@chatferry/contract';

/** What the plan has to make of a row that is not simply sent. */
export interface Finding {
  readonly outcome: 'rejected' | 'merged' | 'warned';
  /** Every problem that has to be reported for the row; none for a merged one. */
  readonly codes: readonly ProblemCode[];
  /** For people: what is wrong with it. */
  readonly why: string;
}

/** One row of a sample file: a row of the kind, or text that is meant to be no such row. */
export type SampleRow<T> = { readonly finding?: Finding } & (
  | { readonly row: T }
  | { readonly raw: string | Uint8Array }
);

export function rejected(why: string, ...codes: ProblemCode[]): Finding {
  return { outcome: 'rejected', codes, why };
}

export function warned(why: string, ...codes: ProblemCode[]): Finding {
  return { outcome: 'warned', codes, why };
}

export function merged(why: string): Finding {
  return { outcome: 'merged', codes: [], why };
}

/** Spreads `planted` evenly, in their order, over the later four fifths of `good`: what they repeat stands before. */
export function spread<T>(good: readonly T[], planted: readonly SampleRow<T>[]): SampleRow<T>[] {
  const rows: SampleRow<T>[] = good.map((row) => ({ row }));
  const first = Math.ceil(good.length / 5);
  const gap = (good.length - first) / planted.length;
  for (const [index, row] of planted.entries())
    rows.splice(first + Math.round(index * gap) + index, 0, row);
  return rows;
}

/** The rows, with a finding for each good one that `find` has something to say of. */
export function noted<T>(
  rows: readonly SampleRow<T>[],
  find: (row: T) => Finding | undefined,
): SampleRow<T>[] {
  return rows.map((sampleRow) => {
    const finding =
      'row' in sampleRow && sampleRow.finding === undefined ? find(sampleRow.row) : undefined;
    return finding === undefined ? sampleRow : { ...sampleRow, finding };
  });
}
