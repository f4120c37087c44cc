import { type Kind, kindsInOrder } from '@chatferry/contract';

/** The kinds that tables have a line for: those with rows. */
export function shownKinds(
  counts: Readonly<Partial<Record<Kind, { readonly rows: number }>>>,
): readonly Kind[] {
  return kindsInOrder.filter((kind) => (counts[kind]?.rows ?? 0) > 0);
}
