import { type Kind, kinds, kindsInOrder } from '@chatferry/contract';

/** The kinds that tables have a line for: those that can be imported, and others with records. */
export function shownKinds(
  counts: Readonly<Record<Kind, { readonly rows: number }>>,
): readonly Kind[] {
  return kindsInOrder.filter(
    (kind) => kinds[kind].routes.import !== undefined || counts[kind].rows > 0,
  );
}
