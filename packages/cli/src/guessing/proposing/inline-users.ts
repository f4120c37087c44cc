import type { Column } from '../columns/column.ts';
import type { Guess } from '../guess-export.ts';
import { SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../matching/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

const people = [
  { field: 'sender', details: 'senderUserDetails', words: ['sender', 'user'] },
  { field: 'receiver', details: 'receiverUserDetails', words: ['receiver'] },
] as const;

/** Where no file holds users: takes their names from the messages. */
export function addInlineUsers(draft: TableDraft, { placed }: Guess, used: Set<Column>): void {
  if (placed.some(({ kind }) => kind === 'users')) return;
  const { matches, table } = draft.guess;
  const goesToUsers = draft.lines.constants.some(
    ({ key, value }) => key === 'receiverType' && value === 'user',
  );
  for (const { field, details, words } of people) {
    const id = matches.find((match) => match.field === field && match.score >= SURE)?.column;
    if (id === undefined || !used.has(id) || (field === 'receiver' && !goesToUsers)) continue;
    const isName = ({ label, facts }: Column): boolean =>
      words.some((word) => hasConcept(label, word)) &&
      (['name', 'display', 'login'] as const).some((word) => hasConcept(label, word)) &&
      !facts.isNumber &&
      facts.time === undefined;
    const name = table.columns.find(
      (column) => !used.has(column) && column.facts.filled > 0 && isName(column),
    );
    if (name === undefined && !holdsNames(id)) continue;
    draft.lines.columns = draft.lines.columns.filter(({ key }) => key !== id.name);
    const own = [field, `${details}.uid`];
    draft.add('columns', id.name, name === undefined ? [...own, `${details}.name`] : own);
    if (name === undefined) continue;
    draft.add('columns', name.name, `${details}.name`);
    used.add(name);
  }
}

/** Whether the ids themselves are names of people: `Ann Lee`. */
function holdsNames({ facts }: Column): boolean {
  const values = [...facts.values.keys()];
  return (
    values.filter((value) => /^\p{Lu}\p{Ll}/u.test(value) && !/\d/.test(value)).length >
    values.length * 0.8
  );
}
