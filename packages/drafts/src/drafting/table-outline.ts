import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { whereIn } from '../guessing/guessed-table.ts';
import type { Proposal } from '../guessing/proposal.ts';
import { isField } from '../proposing/ignored.ts';
import { shortened } from '../proposing/samples.ts';
import { type DraftLine, sections, type TableDraft } from '../proposing/table-draft.ts';
import { hasConcept } from '../words/name-fit.ts';
import { pair } from './yaml-line.ts';

/** Number of values that are shown of a column. */
const SHOWN = 3;

/** A table of the export for people to check: its columns with sample values, and the field that each column becomes. */
export interface TableOutline {
  /** The place of the rows in the file; empty for a whole file. */
  readonly place: string;
  readonly kind: InputKind;
  /** `waiting`: the table is read only after its kind is accepted. `own`: it is in the form of the service. */
  readonly state: 'certain' | 'accepted' | 'waiting' | 'own';
  /** Number of sampled rows. */
  readonly rows: number;
  readonly isWhole: boolean;
  readonly columns: readonly ColumnOutline[];
  /** Active lines that concern no single column, such as constants, each with its reason. */
  readonly others: readonly { readonly line: string; readonly reason: string | undefined }[];
  readonly proposals: readonly Proposal[];
}

export interface ColumnOutline {
  readonly name: string;
  /** Some values of the column, shortened; empty for a column that may contain secrets. */
  readonly values: readonly string[];
  readonly isSecret: boolean;
  /** Number of rows with a value. */
  readonly filled: number;
  /** The fields that the column becomes by active lines. */
  readonly fields: readonly string[];
  /** The fields that the column becomes after a proposal is accepted. */
  readonly proposed: readonly string[];
  /** Conditions on the column that decide which rows are read, such as `only: status: accepted`. */
  readonly filters: readonly string[];
  /** Why the column is not read, or an empty text when nothing shows its meaning; undefined for a column that is read. */
  readonly ignored: string | undefined;
}

export function tableOutline(draft: TableDraft, isWaiting: boolean): TableOutline {
  const { guess, kind, kindProposal, isOwn, proposals, lines } = draft;
  const { table } = guess;
  const names = new Set(table.columns.map(({ name }) => name));
  const state = isWaiting ? 'waiting' : kindProposal === undefined ? 'certain' : 'accepted';
  return {
    place: whereIn(table).join(', '),
    kind,
    state: isOwn ? 'own' : state,
    rows: table.rowCount,
    isWhole: table.isWhole,
    columns: table.columns
      .map((column) => columnOutline(column, draft))
      .filter((each) => each !== undefined),
    others: sections.flatMap((section) =>
      lines[section]
        .filter(({ key, isActive }) => isActive && !(section === 'columns' && names.has(key)))
        .map(({ key, value, note, proposal }) => ({
          line: `${section}: ${pair(key, value)}`,
          reason: note ?? proposal?.reason,
        })),
    ),
    proposals,
  };
}

/** @returns undefined for a column of the parent that nothing reads, because the parent lists it */
function columnOutline(column: Column, draft: TableDraft): ColumnOutline | undefined {
  const { name, root, label, facts } = column;
  const read = fieldsFrom(column, draft, ({ isActive }) => isActive);
  const filters = filtersOn(column, draft, ({ isActive }) => isActive);
  const proposed = [
    ...fieldsFrom(column, draft, ({ isActive }) => !isActive),
    ...filtersOn(column, draft, ({ isActive }) => !isActive),
  ];
  const isSecret = hasConcept(label, 'secret') || facts.isSecret;
  const ignored = draft.ignored.find((each) => each.name === root);
  const isRead = read.length > 0 || filters.length > 0;
  if (root === undefined && !isRead && proposed.length === 0) return undefined;
  const isCarried = !isRead && ignored === undefined && root !== undefined && isField(draft, root);
  return {
    name,
    values: isSecret ? [] : Array.from(facts.values.keys()).slice(0, SHOWN).map(shortened),
    isSecret,
    filled: Math.min(facts.filled, draft.guess.table.rowCount),
    fields: isCarried ? [name] : read,
    proposed,
    filters,
    ignored: isRead || isCarried ? undefined : ignored?.note,
  };
}

function filtersOn(
  { name }: Column,
  { lines }: TableDraft,
  counts: (line: DraftLine) => boolean,
): string[] {
  return lines.only
    .filter((line) => counts(line) && line.key === name)
    .map(({ key, value }) => `only: ${pair(key, value)}`);
}

function fieldsFrom(
  { name }: Column,
  { lines }: TableDraft,
  counts: (line: DraftLine) => boolean,
): string[] {
  const own = lines.columns.filter((line) => counts(line) && line.key === name);
  const inRules = lines.convert.filter(
    (line) => counts(line) && JSON.stringify(line.value).includes(JSON.stringify(name)),
  );
  const found = [
    ...own.flatMap(({ value }) => [value].flat().map(String)),
    ...inRules.map(({ key }) => key),
  ];
  return [...new Set(found)];
}
