import { type Kind, kinds, limits, type Problem, type Row } from '@chatferry/contract';
import { getPath } from '../rows/paths.ts';

/** Whether dropping an optional field solves a problem. */
export function isOptional(kind: Kind, { field }: Problem): boolean {
  return field !== undefined && optionalPath(kind, field) !== undefined;
}

/** The optional field that is dropped because of a problem. */
export function droppedField(kind: Kind, { field }: Problem): string {
  return optionalPath(kind, field!)!.join('.');
}

/** Removes the optional fields that the problems concern from the row. Of too many tags the first are kept. */
export function dropOptional(kind: Kind, row: Row, problems: readonly Problem[]): void {
  // From the end of a list, so that the other entries keep their indexes.
  for (const { code, field } of problems.toReversed()) {
    const path = optionalPath(kind, field!)!;
    const holder = getPath(row, path.slice(0, -1)) as Row | unknown[] | undefined;
    const last = path.at(-1)!;
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else if (holder === undefined) continue;
    else if (code === 'too-many') (holder[last] as unknown[]).length = limits.tags;
    else delete holder[last];
  }
}

/** The path of the optional field that contains the field, or of one of its tags; undefined when none does. */
function optionalPath(kind: Kind, field: string): readonly string[] | undefined {
  const path = field.split('.');
  const { of, start } = holderOf(kind, path);
  const inside = path.slice(start).join('.');
  const optional = kinds[of].optional?.find((name) => `${inside}.`.startsWith(`${name}.`));
  if (optional === undefined) return undefined;
  const end = start + optional.split('.').length;
  return path.slice(0, optional === 'tags' ? end + 1 : end);
}

/** The record that a field belongs to: the record itself, or a user or group inside it. */
function holderOf(kind: Kind, path: readonly string[]): { of: Kind; start: number } {
  const { inlineRecords = {}, hasMentions } = kinds[kind];
  if (hasMentions === true && path[0] === 'mentionedUserDetails') return { of: 'users', start: 2 };
  return Object.hasOwn(inlineRecords, path[0]!)
    ? { of: inlineRecords[path[0]!]!, start: 1 }
    : { of: kind, start: 0 };
}
