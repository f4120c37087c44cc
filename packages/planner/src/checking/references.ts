import { byKind, type Kind, kinds, type Reference } from '@chatferry/contract';
import { faultOfColumn } from './reference-index.ts';

/** A field that names another record, and the fault that says that this record is missing. */
export type CheckedReference = Reference & { readonly fault: number };

/** What each kind of record refers to. A message's receiver is one of the two, as its `receiverType` says. */
export const references: Readonly<Record<Kind, readonly CheckedReference[]>> = byKind((kind) =>
  kinds[kind].references.map((reference) => ({
    ...reference,
    fault: faultOfColumn(reference.column),
  })),
);
