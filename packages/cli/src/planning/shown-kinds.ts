import { type Kind, kindsInOrder } from '@chatferry/contract';
import { type FilledKinds, filledKinds } from '@chatferry/job/planned';

/** The kinds that tables have a line for: those with anything in them. */
export function shownKinds(byKind: FilledKinds<object>): readonly Kind[] {
  const filled = filledKinds(byKind);
  return kindsInOrder.filter((kind) => filled[kind] !== undefined);
}
