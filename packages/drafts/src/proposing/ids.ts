import type { Column } from '../columns/column.ts';
import { hasConcept } from '../words/name-fit.ts';
import { checkSender } from './inline-users.ts';
import type { TableDraft } from './table-draft.ts';

/** The fields that distinguish messages: without any of these, two messages could get the same id. */
const parts = ['sender', 'receiver', 'sentAt', 'text'] as const;

/**
 * Gives messages without an id an id that is made from the columns that distinguish them. A column that is only likely to be one of these
 * fields is included, because a further column makes no two ids equal.
 */
export function addIds(draft: TableDraft): void {
  const { kind, guess } = draft;
  if (kind !== 'messages' || guess.matches.some(({ field }) => field === 'muid')) return;
  const clocks = guess.table.columns.filter(
    ({ facts, root }) => facts.time?.parts === 'clock' && root !== undefined,
  );
  const columnsOf = (field: (typeof parts)[number]): readonly Column[] => {
    const match = guess.matches.find((each) => each.field === field);
    const own = match === undefined ? [] : [checkSender(match, guess.table).column];
    if (field === 'sentAt') return [...new Set([...own, ...clocks])];
    return field === 'receiver' && own.length === 0 ? conversationIn(guess.table.columns) : own;
  };
  const columns = [...new Set(parts.flatMap(columnsOf))];
  if (columns.length < 2) return;
  const rule = { hash: columns.map(({ name }) => name) };
  const missing = parts.filter((field) => columnsOf(field).length === 0);
  if (missing.length === 0 || missing.join() === 'text')
    return draft.add('convert', 'muid', rule, 'no column holds an id');
  draft.propose(
    'convert',
    'muid',
    rule,
    `no column holds an id, and none is known for ${missing.join(', ')}: two messages that are equal in the columns of this line would be taken for one`,
  );
}

/** The columns of the object around the messages that name it: its key, or its id. */
export function conversationIn(columns: readonly Column[]): readonly Column[] {
  const around = columns.filter(
    ({ root, facts, isRepeated }) => root === undefined && !isRepeated && facts.filled > 0,
  );
  const keys = around.filter(({ isKey }) => isKey === true);
  const ids = around.filter(({ label }) => hasConcept(label, 'id'));
  return keys.length > 0 ? keys : ids.slice(0, 1);
}
