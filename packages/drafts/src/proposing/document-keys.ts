import type { Column } from '../columns/column.ts';
import { isPushId } from '@chatferry/parsers';
import type { TableDraft } from './table-draft.ts';

/** The longest id that the service takes. */
const LONGEST_ID = 100;

/** The key of each message in a tree of documents. */
function ownKey({ kind, guess }: TableDraft): Column | undefined {
  const key = guess.table.columns.find(({ isKey }) => isKey === true);
  const isOwn = kind === 'messages' && guess.table.pattern !== undefined && key?.root !== undefined;
  return isOwn ? key : undefined;
}

/** Makes the ids of messages from all keys of their path. */
export function addDocumentIds(draft: TableDraft): void {
  const own = ownKey(draft);
  const { columns } = draft.guess.table;
  const outer = columns.find((column) => column.isKey === true && column !== own);
  const isId = draft.guess.matches.some(({ field, column }) => field === 'muid' && column === own);
  if (own !== undefined && outer !== undefined && isId) addId(draft, outer, own);
}

/** Takes the times from push ids, for messages that may have no time. */
export function addPushTimes(draft: TableDraft): void {
  const own = ownKey(draft);
  const time = draft.guess.matches.find(({ field }) => field === 'sentAt')?.column;
  const ids = [...(own?.facts.values.keys() ?? [])];
  if (ids.length === 0 || !ids.every(isPushId) || time?.facts.empty === 0) return;
  draft.add('convert', 'sentAt', { pushTime: own!.name }, 'a push id holds its time');
}

/** Makes an id from two keys, because ids are unique only within their collection. */
function addId(draft: TableDraft, outer: Column, own: Column): void {
  const [longest, second] = [outer, own].map(({ facts }) =>
    Math.max(...Array.from(facts.values.keys(), (id) => id.length)),
  ) as [number, number];
  const rule =
    longest + second < LONGEST_ID
      ? { template: `{${outer.name}}-{${own.name}}` }
      : { hash: [outer.name, own.name] };
  draft.add('convert', 'muid', rule, 'ids of messages are unique in their collection only');
}
