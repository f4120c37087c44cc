import { type Kind, kindsInOrder } from '@chatferry/contract';

/** The kinds with rows, which have a line in tables. */
export function shownKinds(
  counts: Readonly<Partial<Record<Kind, { readonly rows: number }>>>,
): readonly Kind[] {
  return kindsInOrder.filter((kind) => (counts[kind]?.rows ?? 0) > 0);
}
