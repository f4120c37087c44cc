import { type Format, recogniseFile } from '@chatferry/parsers';
import { counted, inputKinds } from '@chatferry/contract';
import { whereIn } from '../guessing/guessed-table.ts';
import type { Guess } from '../guessing/guess-export.ts';
import { fieldPatterns } from '../words/field-patterns.ts';
import { holdsAttachments } from '../proposing/attachment-table.ts';
import { draftTable } from '../proposing/draft-table.ts';
import { byReceiver } from '../proposing/two-receivers.ts';
import type { DumpDraft } from '../dumps/draft-dump.ts';
import type { Accepted } from '../guessing/proposal.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { holdsRowsOf } from '../tables/table.ts';
import type { InspectedFile } from '../tables/inspect-file.ts';
import { emptyChats } from './empty-chats.ts';
import { ignoreInside } from './ignore-inside.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import type { Dialect } from '../sampling/dialect-of.ts';
import type { Charset } from '../sampling/charset.ts';

/** The draft for one file. */
export interface FileDraft {
  readonly file: string;
  /** Why the file is not read; undefined for a file with at least one table. */
  readonly unread: string | undefined;
  readonly format: Format | undefined;
  readonly encoding: { readonly name: string; readonly note: string | undefined } | undefined;
  /** The CSV settings that have to be declared. */
  readonly form: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly note?: string;
  }[];
  /** In the order of the kinds; tables of one kind with the most likely one first. */
  readonly tables: readonly TableDraft[];
  /** Tables that are probably of a kind. Each is read only after its kind is accepted. */
  readonly waiting: readonly TableDraft[];
  /** The other content of the file, as comments. */
  readonly notes: readonly string[];
  /** The tables and queries of a dump. Queries read its tables. */
  readonly dump?: DumpDraft;
  /** Columns that the drafts of the tables ignore because nothing shows their meaning. */
  readonly leftOut: readonly LeftOut[];
}

const nothing = {
  format: undefined,
  encoding: undefined,
  form: [],
  tables: [],
  waiting: [],
  notes: [],
  leftOut: [],
} as const;

export function draftFile(inspected: InspectedFile, guess: Guess, accepted: Accepted): FileDraft {
  const { file } = inspected;
  if ('unreadable' in inspected) return { ...nothing, file, unread: inspected.unreadable };
  const own = guess.placed.filter(({ table }) => table.file === file);
  const found = inputKinds.flatMap((kind) =>
    own.filter((each) => each.kind === kind).toSorted((one, other) => other.score - one.score),
  );
  const left = guess.unplaced.filter(({ table }) => table.file === file);
  if (found.length === 0)
    return left.some(({ table }) => holdsAttachments(table, guess))
      ? { ...nothing, file, unread: 'it holds the attachments of messages' }
      : { ...nothing, file, ...withoutTables(file, left[0], inspected.notes[0]) };
  const drafts = found
    .flatMap((each) => byReceiver(each, guess.references))
    .map((each) => draftTable(each, guess, accepted));
  const tables = drafts.filter(({ guess: { doubt } }) => doubt === undefined);
  const waiting = drafts.filter((each) => !tables.includes(each));
  const unread = ignoreOthers(tables, found, left);
  const leftTables = left.map(({ table }) => table);
  ignoreInside(tables, found, leftTables);
  const empty = emptyChats(found);
  return {
    file,
    unread: tables.length > 0 ? undefined : whyWaiting(waiting),
    format: inspected.format,
    encoding: encodingOf(inspected.charset),
    form: inspected.dialect === undefined ? [] : formOf(inspected.dialect),
    tables,
    waiting,
    notes: [...inspected.notes, ...(empty === undefined ? [] : [empty]), ...unread],
    leftOut: leftOutOf(tables, found, leftTables),
  };
}

/** The draft of a file without a table of any kind. @param left the file's first table @param note the first note about the file */
function withoutTables(
  file: string,
  left: Guess['unplaced'][number] | undefined,
  note: string | undefined,
): Pick<FileDraft, 'unread' | 'notes'> {
  // Files of kinds whose columns are not guessed are read by their names.
  const named = recogniseFile(file)?.kind;
  const isByName = named === 'friends' || named === 'blocks';
  if (named !== undefined && (isByName || fieldPatterns[named] === undefined)) {
    const check = 'check that its columns are called as docs/configuration.md lists them';
    return { unread: undefined, notes: [`${named}, as the name shows; ${check}`] };
  }
  const columns =
    left?.table.columns.filter(({ root }) => root !== undefined).map(({ name }) => name) ?? [];
  const shown = columns.slice(0, 6).join(', ');
  const more = columns.length > 6 ? ', …' : '';
  return {
    unread: `${left?.reason ?? note} (${counted(columns.length, 'column')}: ${shown}${more})`,
    notes: [],
  };
}

/** Proposes to ignore the tables of a file that have no kind. @returns notes about tables that no setting can ignore */
function ignoreOthers(
  tables: readonly TableDraft[],
  found: Guess['placed'],
  left: Guess['unplaced'],
): string[] {
  const others = (tables.some(({ isOwn }) => isOwn) ? [] : left).filter(
    ({ table }) =>
      !found.some((each) => holdsRowsOf(each.table, table) || holdsRowsOf(table, each.table)),
  );
  const beside = others.filter(
    ({ table: { rows, columns } }) =>
      rows !== undefined &&
      !columns.some(({ name }) => name === '.') &&
      !found.some(({ table }) => table.rows === rows),
  );
  const places = new Map(beside.map((each) => [each.table.rows!, each]));
  for (const [place, { table, reason }] of places)
    tables[0]?.proposeIgnored(place, table.label, `its rows are not read: ${reason}`);
  return others
    .filter((each) => !beside.includes(each))
    .map(({ table, reason }) => `${placeOf(table)} is not read: ${reason}`);
}

export function whyWaiting(waiting: readonly TableDraft[]): string {
  const kinds = [...new Set(waiting.map(({ kind }) => kind))].join(' or ');
  return `it may hold ${kinds}, which has to be accepted`;
}

export function placeOf(table: TableDraft['guess']['table']): string {
  return whereIn(table).join(', ') || table.label;
}

function encodingOf({ encoding, isRecognised, example }: Charset): FileDraft['encoding'] {
  if (isRecognised) return undefined;
  return {
    name: encoding,
    note:
      example === undefined || example === ''
        ? undefined
        : `in it, a word of the file is ${JSON.stringify(example)}`,
  };
}

function formOf({
  delimiter,
  quote,
  escape,
  comment,
  skipLines,
  header,
  nulls,
  first,
}: Dialect): FileDraft['form'] {
  const isClear = [',', ';', '\t', '|'].every(
    (other) => other === delimiter || first.every((cell) => !cell.includes(other)),
  );
  return [
    ...(isClear ? [] : [{ key: 'delimiter', value: delimiter }]),
    ...(quote === '"' || escape === 'copy'
      ? []
      : [{ key: 'quote', value: quote === '' ? 'none' : quote }]),
    ...(escape === 'doubled' ? [] : [{ key: 'escape', value: escape }]),
    ...(comment === undefined ? [] : [{ key: 'comment', value: comment }]),
    ...(skipLines === 0 ? [] : [{ key: 'skipLines', value: skipLines }]),
    ...(header
      ? []
      : [
          { key: 'header', value: false, note: 'it begins with its first row' },
          { key: 'fields', value: first.map((_, index) => `column${index + 1}`) },
        ]),
    ...(nulls.length === 0 || (escape === 'copy' && nulls.join() === '\\N')
      ? []
      : [{ key: 'nulls', value: nulls.length === 1 ? nulls[0] : nulls }]),
  ];
}
