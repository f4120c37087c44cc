import { type Kind, kinds, limits, type Problem, type Row } from '@chatferry/contract';
import { getPath } from '../rows/paths.ts';

/** Whether a problem goes away when an optional field is dropped. */
export function isOptional(kind: Kind, { field }: Problem): boolean {
  return field !== undefined && optionalPath(kind, field) !== undefined;
}

/** Takes the optional fields that the problems are about out of the row; of too many tags the first stay. */
export function dropOptional(kind: Kind, row: Row, problems: readonly Problem[]): void {
  // Entries of a list from its end, so that the others keep their numbers.
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

/** The path of the optional field in which the field lies, or of one of its tags; undefined when it lies in none. */
function optionalPath(kind: Kind, field: string): readonly string[] | undefined {
  const path = field.split('.');
  const { of, start } = holderOf(kind, path);
  const inside = path.slice(start).join('.');
  const optional = kinds[of].optional?.find((name) => `${inside}.`.startsWith(`${name}.`));
  if (optional === undefined) return undefined;
  const end = start + optional.split('.').length;
  return path.slice(0, optional === 'tags' ? end + 1 : end);
}

/** Whose field it is: that of the record, or of a user or group that it brings along. */
function holderOf(kind: Kind, path: readonly string[]): { of: Kind; start: number } {
  const { inlineRecords = {}, hasMentions } = kinds[kind];
  if (hasMentions === true && path[0] === 'mentionedUserDetails') return { of: 'users', start: 2 };
  return Object.hasOwn(inlineRecords, path[0]!)
    ? { of: inlineRecords[path[0]!]!, start: 1 }
    : { of: kind, start: 0 };
}
