import path from 'node:path';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { shareInAny } from '../matching/references.ts';
import type { Table } from '../tables/table.ts';
import { hasConcept, nameFit } from '../words/name-fit.ts';
import { EXAMPLE_BASE, whyIncomplete } from './addresses.ts';
import type { TableDraft } from './table-draft.ts';

/** Minimum fit of a column's name to a field of attachments. */
const CALLED = 0.7;

/** A table of another file whose rows are the attachments of messages. */
interface AttachmentTable {
  readonly table: Table;
  /** The column of the messages with their ids, and the column of the table that refers to them. */
  readonly key: Column;
  readonly by: Column;
  readonly url: Column;
}

function fieldOf(key: string): string {
  return `data.attachments[*].${key}`;
}

/** The lines that read the attachments of messages from another file. */
export function addAttachmentTable(draft: TableDraft, whole: Guess): void {
  const found = attachmentTableOf(draft.guess, whole);
  if (found === undefined) return;
  const { table, key, by, url } = found;
  const lookup = path.relative(path.dirname(draft.guess.table.file), table.file);
  const rows = table.rows === undefined || table.rows === '' ? {} : { rows: table.rows };
  const rule = (take: Column, base?: string): object => ({
    lookup,
    ...rows,
    key: key.name,
    by: by.name,
    take: take.name,
    ...(base === undefined ? {} : { base }),
  });
  const proposal =
    url.facts.url >= 0.9
      ? undefined
      : draft.propose('convert', fieldOf('url'), rule(url, EXAMPLE_BASE), whyIncomplete(url), {
          name: url.name,
          valueOf: (given) => rule(url, given),
          example: EXAMPLE_BASE,
          isNeeded: true,
        });
  if (proposal === undefined) draft.add('convert', fieldOf('url'), rule(url));
  for (const name of ['name', 'size', 'mimeType']) {
    const column = columnFor(name, table, [by, url]);
    if (column !== undefined)
      draft.add('convert', fieldOf(name), rule(column), undefined, proposal);
  }
}

/** Whether messages read their attachments from a table. */
export function holdsAttachments(table: Table, whole: Guess): boolean {
  return whole.placed.some((each) => attachmentTableOf(each, whole)?.table === table);
}

function attachmentTableOf(messages: GuessedTable, whole: Guess): AttachmentTable | undefined {
  const key = messages.matches.find(({ field }) => field === 'muid')?.column;
  const hasOwn = messages.matches.some(({ field }) => field.startsWith('data.attachments'));
  if (messages.kind !== 'messages' || key === undefined || hasOwn) return undefined;
  for (const { table } of whole.unplaced) {
    if (table.file === messages.table.file || table.isInDump || table.when !== undefined) continue;
    const url = columnFor('url', table, []);
    const by = table.columns.find(
      (column) =>
        column !== url &&
        hasConcept(column.label, 'message') &&
        shareInAny(column, [key]) >= (messages.table.isWhole ? 0.5 : 0.01),
    );
    if (url !== undefined && by !== undefined) return { table, key, by, url };
  }
  return undefined;
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
