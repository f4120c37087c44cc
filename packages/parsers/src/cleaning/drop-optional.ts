import {
  type Kind,
  kinds,
  limits,
  type Problem,
  type ProblemCode,
  type Row,
} from '@chatferry/contract';
import { getPath } from '../terms/paths.ts';

/** Codes of values that could not be read from their columns. */
const unread: ReadonlySet<ProblemCode> = new Set([
  'no-match',
  'no-other-member',
  'bad-json-cell',
  'bad-markup',
]);

/** Whether dropping an optional field solves a problem. */
export function isOptional(kind: Kind, { field }: Pick<Problem, 'field'>): boolean {
  return field !== undefined && optionalPath(kind, field) !== undefined;
}

/** The optional field that is dropped to solve a problem. */
export function droppedField(kind: Kind, { field }: Pick<Problem, 'field'>): string {
  return optionalPath(kind, field!)!.join('.');
}

/** Removes the optional fields with problems from the row. Of too many tags, the first are kept. */
export function dropOptional(kind: Kind, row: Row, problems: readonly Problem[]): void {
  // From the end of a list, so that the other entries keep their indexes.
  for (const found of problems.toReversed()) {
    const { code, field } = found;
    const path = optionalPath(kind, field!)!;
    // A part that could not be read is absent already, and the other parts stay.
    if (unread.has(code) && field !== path.join('.')) continue;
    const holder = getPath(row, path.slice(0, -1)) as Row | unknown[] | undefined;
    const last = path.at(-1)!;
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else if (holder === undefined) continue;
    else if (code === 'too-many') (holder[last] as unknown[]).length = limits.tags;
    else if (!keepState(kind, row, found)) delete holder[last];
  }
}

/**
 * Replaces a bad time whose presence is a state by the earliest time: a user whose deactivation is in the future because of a wrong clock
 * stays deactivated.
 *
 * @returns whether the time was replaced
 */
export function keepState(kind: Kind, row: Row, { code, field }: Problem): boolean {
  if (field === undefined || field !== kinds[kind].stateTime) return false;
  if (!isSomeTime(code, row[field])) return false;
  row[field] = limits.earliestTime;
  return true;
}

/** Whether a bad value still is a time, such as a time in the future. 0 means no time. */
function isSomeTime(code: ProblemCode, value: unknown): boolean {
  if (code === 'not-seconds') return typeof value === 'number' && value > 0;
  return code === 'future-time' || code === 'milliseconds' || code === 'no-zone';
}

/** The path of the optional field that contains the field, or of one tag of the list; undefined for a field that is not optional. */
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
