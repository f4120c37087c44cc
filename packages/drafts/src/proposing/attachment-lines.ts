import path from 'node:path';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { Proposal } from '../guessing/proposal.ts';
import { EXAMPLE_BASE, whyIncomplete } from './addresses.ts';
import { type AttachmentTable, attachmentTableOf } from './attachment-table.ts';
import type { TableDraft } from './table-draft.ts';

/** Adds the lines that read the attachments of messages from another file, or from another table of the database. */
export function addAttachmentTable(draft: TableDraft, whole: Guess): void {
  const found = attachmentTableOf(draft.guess, whole);
  if (found === undefined) return;
  if (found.table.isInDump) addFromQuery(draft, found);
  else addFromFile(draft, found);
}

/** Adds a rule for each key of attachments. */
function addFromFile(draft: TableDraft, { table, key, by, columns }: AttachmentTable): void {
  const lookup = path.relative(path.dirname(draft.guess.table.file), table.file);
  const rows = table.rows === undefined || table.rows === '' ? {} : { rows: table.rows };
  const ruleFor = (take: Column): object => ({
    lookup,
    ...rows,
    key: key.name,
    by: by.name,
    take: take.name,
  });
  const proposal = proposeBase(draft, columns.get('url')!, ruleFor(columns.get('url')!));
  for (const [name, column] of columns)
    if (name !== 'url' || proposal === undefined)
      draft.add('convert', fieldOf(name), ruleFor(column), undefined, proposal);
}

/** Adds a line for each key of attachments: the query returns them as a list in a column. */
function addFromQuery(draft: TableDraft, found: AttachmentTable): void {
  const names = new Set(draft.guess.table.columns.map(({ name }) => name.toLowerCase()));
  const { label } = found.table;
  const list = names.has(label.toLowerCase()) ? `${label}_of_message` : label;
  const proposal = proposeBase(draft, found.columns.get('url')!, {});
  for (const name of found.columns.keys())
    draft.add('columns', `${list}[*].${name}`, fieldOf(name), undefined, proposal);
  const waitsFor = proposal?.isAccepted === false ? proposal.name : undefined;
  draft.attachments = { ...found, list, waitsFor };
}

/** Proposes a rule with the address that addresses start from. @returns undefined for complete addresses */
function proposeBase(draft: TableDraft, url: Column, rule: object): Proposal | undefined {
  if (url.facts.url >= 0.9) return undefined;
  const withBase = (base: string): object => ({ ...rule, base });
  return draft.propose('convert', fieldOf('url'), withBase(EXAMPLE_BASE), whyIncomplete(url), {
    name: url.name,
    valueOf: withBase,
    example: EXAMPLE_BASE,
    isNeeded: true,
  });
}

function fieldOf(key: string): string {
  return `data.attachments[*].${key}`;
}
