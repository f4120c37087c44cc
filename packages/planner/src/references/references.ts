import { byKind, type Kind, kinds, type Reference } from '@chatferry/contract';
import { faultOfColumn } from './reference-index.ts';

/** A field that refers to another record, and the fault bit for a missing record. */
export type CheckedReference = Reference & { readonly fault: number };

/** The references of each kind that the plan checks. A message's receiver is a user or a group, depending on its `receiverType`. */
export const references: Readonly<Record<Kind, readonly CheckedReference[]>> = byKind((kind) =>
  kinds[kind].references.flatMap((reference) =>
    reference.column === undefined
      ? []
      : [{ ...reference, fault: faultOfColumn(reference.column) }],
  ),
);
