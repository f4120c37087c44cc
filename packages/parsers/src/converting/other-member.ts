import { counted, parseJson, problem } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';
import { idIn } from '../terms/id-in.ts';
import { isEmpty } from '../mapping/condition.ts';
import { type ReadValue, textOf } from '../mapping/source-row.ts';

/** The values that determine the other member of a conversation of two. */
interface OtherMember {
  /** The members: a list, an object with their ids as keys, or a text that contains both ids. */
  readonly members: ReadValue;
  readonly self: ReadValue;
  /** The separator of the two ids in a text. */
  readonly between: string;
}

/** Compiles the reader of the other member; undefined, with a problem, unless there is exactly one other member. */
export function otherMember({ members, self, between }: OtherMember, field: string): ReadValue {
  return (row, notes) => {
    const found = members(row, notes);
    if (isEmpty(found)) return undefined;
    const own = idIn(self(row, notes));
    const id = isEmpty(own) ? '' : textOf(own);
    const value = parsed(found);
    const others =
      typeof value === 'object' ? othersOf(value, id) : othersIn(textOf(value), id, between);
    if (others.size === 1) return [...others][0];
    refuse(
      notes,
      field,
      found,
      id === '' ? 'nobody to compare with' : counted(others.size, 'other'),
    );
    return undefined;
  };
}

function refuse(notes: RowNotes, field: string, value: unknown, detail: string): void {
  notes.problems.push(problem('no-other-member', { field, value, detail }));
}

/** The other members of a list; none when the member itself is not in the list. */
function othersOf(value: unknown, id: string): Set<string> {
  const members = Array.isArray(value)
    ? value
        .map(idIn)
        .filter((each) => !isEmpty(each))
        .map(textOf)
    : Object.keys(value as object);
  return members.includes(id) ? new Set(members.filter((each) => each !== id)) : new Set();
}

/** The rest of a text without one id and the separator, at the beginning or the end of the text. */
function othersIn(text: string, id: string, between: string): Set<string> {
  if (id === '') return new Set();
  const [start, end] = [id + between, between + id];
  const rest = [
    ...(text.startsWith(start) ? [text.slice(start.length)] : []),
    ...(text.endsWith(end) ? [text.slice(0, -end.length)] : []),
  ];
  return new Set(rest.filter((each) => each !== ''));
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value; // a text with the ids in it
  }
}
