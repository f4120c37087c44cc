import path from 'node:path';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { shareInAny } from '../matching/references.ts';
import type { Table } from '../tables/table.ts';
import { hasConcept, nameFit } from '../words/name-fit.ts';

/** Minimum fit of a column's name to a field of attachments. */
const CALLED = 0.7;

/** A table whose rows are the attachments of messages. */
export interface AttachmentTable {
  readonly table: Table;
  /** The column of the messages with their ids, and the column of the table that refers to them. */
  readonly key: Column;
  readonly by: Column;
  /** The columns of the table by the keys of attachments that they fill. */
  readonly columns: ReadonlyMap<string, Column>;
}

/** Whether messages read their attachments from a table. */
export function holdsAttachments(table: Table, whole: Guess): boolean {
  return whole.placed.some((each) => attachmentTableOf(each, whole)?.table === table);
}

/** The table from which messages read their attachments; undefined where they have no such table. */
export function attachmentTableOf(
  messages: GuessedTable,
  whole: Guess,
): AttachmentTable | undefined {
  const key = messages.matches.find(({ field }) => field === 'muid')?.column;
  const hasOwn = messages.matches.some(
    ({ field, column }) => field.startsWith('data.attachments') && column.facts.filled > 0,
  );
  if (messages.kind !== 'messages' || key === undefined || hasOwn) return undefined;
  for (const { table } of whole.unplaced) {
    if (!isReachable(table, messages.table)) continue;
    const url = columnFor('url', table, []);
    const by = table.columns.find(
      (column) =>
        column !== url &&
        hasConcept(column.label, 'message') &&
        shareInAny(column, [key]) >= (messages.table.isWhole ? 0.5 : 0.01),
    );
    if (url === undefined || by === undefined) continue;
    const others = ['name', 'size', 'mimeType'].flatMap((name) => {
      const column = columnFor(name, table, [by, url]);
      return column === undefined ? [] : [[name, column] as const];
    });
    return { table, key, by, columns: new Map([['url', url], ...others]) };
  }
  return undefined;
}

/** Whether a lookup or a query of the messages can read a table. */
function isReachable(table: Table, messages: Table): boolean {
  if (table.when !== undefined || table.isInDump !== messages.isInDump) return false;
  return table.isInDump
    ? path.dirname(table.file) === path.dirname(messages.file)
    : table.file !== messages.file;
}

/** The column whose name fits a key of attachments best, and whose values are addresses where the key is the address. */
function columnFor(key: string, { columns }: Table, used: readonly Column[]): Column | undefined {
  const fits = columns
    .filter((column) => !used.includes(column) && column.root !== undefined && !column.isRepeated)
    .filter(({ facts }) => key !== 'url' || facts.url >= 0.9 || facts.path > 0.5)
    .map((column) => ({ column, fit: fitOf(key, column) }))
    .filter(({ fit }) => fit >= CALLED)
    .toSorted((one, other) => other.fit - one.fit);
  return fits[0]?.column;
}

/** How well the name of a column fits a key of attachments. In a table of files, `name` is the name of a file. */
function fitOf(key: string, { label }: Column): number {
  const fits = [label, `file_${label}`].map((name) =>
    nameFit('messages', `data.attachments.0.${key}`, name),
  );
  return Math.max(...fits);
}
