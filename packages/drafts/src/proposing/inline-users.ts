import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { FieldMatch } from '../matching/match-fields.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { Table } from '../tables/table.ts';
import type { TableDraft } from './table-draft.ts';

const people = [
  { field: 'sender', details: 'senderUserDetails', words: ['sender', 'user'] },
  { field: 'receiver', details: 'receiverUserDetails', words: ['receiver'] },
] as const;

/** When no file contains users, takes their names from the messages, by the lines of the ids. */
export function addInlineUsers(draft: TableDraft, { placed }: Guess, used: Set<Column>): void {
  if (placed.some(({ kind, doubt }) => kind === 'users' && doubt === undefined)) return;
  const { table } = draft.guess;
  const goesToUsers = draft.lines.constants.some(
    ({ key, value }) => key === 'receiverType' && value === 'user',
  );
  for (const { field, details, words } of people) {
    const line = draft.lines.columns.find(({ value }) => value === field);
    const id = table.columns.find(({ name }) => name === (line?.key ?? field));
    if (id === undefined || (field === 'receiver' && !goesToUsers)) continue;
    const name = nameBeside(id, words, table, used);
    if (name === undefined && !holdsNames(id)) continue;
    draft.lines.columns = draft.lines.columns.filter((each) => each !== line);
    const own = [field, `${details}.uid`];
    const fields = name === undefined ? [...own, `${details}.name`] : own;
    draft.add('columns', id.name, fields, undefined, line?.proposal);
    if (name === undefined) continue;
    draft.add('columns', name.name, `${details}.name`, undefined, line?.proposal);
    used.add(name);
  }
}

/** Marks a sender as uncertain, or replaces it by another column, when names show that one value means several people. */
export function checkSender(match: FieldMatch, table: Table): FieldMatch & { doubt?: string } {
  if (match.field !== 'sender') return match;
  const name = nameBeside(match.column, people[0].words, table, new Set());
  const several = name && severalNames(match.column, name);
  if (name === undefined || several === undefined) return match;
  const shown = several.names
    .slice(0, 3)
    .map((each) => JSON.stringify(each))
    .join(', ');
  const { facts } = match.column;
  if (facts.values.size > 1)
    return { ...match, doubt: `${JSON.stringify(several.id)} has several names: ${shown}` };
  const doubt = `${match.column.name} is the same for several names, so that these may be the senders`;
  return { ...match, column: name, doubt };
}

/** The column in the same object with the names of the people whose ids a column contains. */
function nameBeside(
  id: Column,
  words: readonly ('sender' | 'user' | 'receiver')[],
  { columns }: Table,
  used: ReadonlySet<Column>,
): Column | undefined {
  const object = id.name.slice(0, id.name.lastIndexOf('.') + 1);
  const isName = ({ label, facts, isRepeated }: Column): boolean =>
    words.some((word) => hasConcept(label, word)) &&
    (['name', 'display', 'login'] as const).some((word) => hasConcept(label, word)) &&
    !facts.isNumber &&
    !isRepeated &&
    facts.filled > 0 &&
    facts.time === undefined;
  return columns.find(
    (column) =>
      column !== id && !used.has(column) && column.name.startsWith(object) && isName(column),
  );
}

/** An id that has several names; undefined when each id has one name. */
function severalNames(
  { cells }: Column,
  { cells: names }: Column,
): { readonly id: string; readonly names: readonly string[] } | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const [row, id] of cells.entries()) {
    const name = names[row]?.trim();
    if (id === undefined || name === undefined) continue;
    const own = found.get(id) ?? new Map<string, string>();
    own.set(name.toLowerCase(), name);
    found.set(id, own);
  }
  const [first] = [...found].filter(([, own]) => own.size > 1);
  return first && { id: first[0], names: [...first[1].values()] };
}

/** Whether the ids themselves are names of people: `Ann Lee`. */
function holdsNames({ facts }: Column): boolean {
  const values = [...facts.values.keys()];
  return (
    values.filter((value) => /^\p{Lu}\p{Ll}/u.test(value) && !/\d/.test(value)).length >
    values.length * 0.8
  );
}
