import { keyOf as keyOfQuery } from '@chatferry/job/planning';
import type { Column } from '../columns/column.ts';
import { type TableDraft, sections } from '../proposing/table-draft.ts';
import type { Sql } from './sql-of.ts';

/** Columns of another table that a query adds to its own rows. */
export interface Join {
  readonly table: string;
  /** The column of the other table, and the column of the own table with the same values. */
  readonly on: readonly [string, string];
  /** The columns that are added, by the names that they get. */
  readonly columns: ReadonlyMap<string, string>;
  /** Whether the added values are bytes. */
  readonly hasBytes: boolean;
  /** For a table of recipients: the column that names the user, and whether a message has several recipients. */
  readonly recipient?: { readonly column: string; readonly areSeveral: boolean };
}

/** A query of a dump, and the columns that it returns. */
export interface DraftedQuery {
  readonly query: string;
  /** The key of the rows, when no columns contain the ids. */
  readonly key: readonly string[] | undefined;
  /** The columns that the query returns and that no line reads until a proposal is accepted. */
  readonly ignored: readonly string[];
  /** The columns of the table that the query does not read. */
  readonly left: readonly Column[];
}

/** Writes the query of a table. It reads only the columns that lines of the draft name, including lines of proposals. */
export function queryOf(
  draft: TableDraft,
  primaryKeyOf: (table: string) => readonly string[],
  join: Join | undefined,
  sql: Sql,
): DraftedQuery {
  const { table } = draft.guess;
  const ignored = new Set(draft.ignored.map(({ name }) => name));
  const named = namedIn(draft);
  const own =
    join?.recipient?.areSeveral === true ? [join.on[1], join.recipient.column] : undefined;
  const key = own ?? keyOf(draft, primaryKeyOf(table.label));
  const isJoined = ({ name }: Column): boolean => name === join?.on[1];
  const isRead = ({ name }: Column): boolean =>
    !ignored.has(name) || named.has(name) || key?.includes(name) === true;
  const read = table.columns.filter(isRead);
  const { attachments } = draft;
  const of = join === undefined && attachments === undefined ? '' : 'm.';
  const columns = [
    ...read.map((column) => expressionOf(column, of, sql)),
    ...Array.from(join?.columns ?? [], ([name, column]) => {
      const text = `c.${sql.name(column)}`;
      if (join?.hasBytes === true) return `${sql.hex(text)} AS ${sql.name(name)}`;
      return name === column ? text : `${text} AS ${sql.name(name)}`;
    }),
    ...(attachments === undefined
      ? []
      : [listOf(attachments, primaryKeyOf(attachments.table.label), sql)]),
  ];
  const from = `FROM ${sql.name(table.label)}${of === '' ? '' : ' m'}`;
  const joined =
    join === undefined
      ? from
      : `${from} LEFT JOIN ${sql.name(join.table)} c ON c.${sql.name(join.on[0])} = m.${sql.name(join.on[1])}`;
  const where = conditionOf(draft, of, sql);
  return {
    query: `SELECT ${columns.join(', ')} ${joined}${where === '' ? '' : ` WHERE ${where}`}`,
    key,
    ignored: [
      ...read.flatMap(({ name }) =>
        ignored.has(name) ? [name] : key?.includes(name) === true && !named.has(name) ? [name] : [],
      ),
      ...(attachments?.waitsFor === undefined ? [] : [attachments.list]),
    ],
    left: table.columns.filter(
      (column) => !isRead(column) && !isJoined(column) && column.facts.filled > 0,
    ),
  };
}

/** A column with the attachments of a message as a list of JSON. */
function listOf(
  { table, key, by, columns, list }: NonNullable<TableDraft['attachments']>,
  primaryKey: readonly string[],
  sql: Sql,
): string {
  const members = Array.from(columns, ([name, column]) => `'${name}', f.${sql.name(column.name)}`);
  // Without an order, the next export may have another one, and every such message would have changed.
  const order = (primaryKey.length > 0 ? primaryKey : [columns.get('url')!.name]).map(
    (name) => `f.${sql.name(name)}`,
  );
  const objects = sql.objects(members.join(', '), order.join(', '));
  const where = `f.${sql.name(by.name)} = m.${sql.name(key.name)}`;
  return `(SELECT ${objects} FROM ${sql.name(table.label)} f WHERE ${where}) AS ${sql.name(list)}`;
}

/** The primary key, or the columns that ids are made from, when no column contains the ids or only a proposal names it. */
function keyOf(
  { kind, lines, guess }: TableDraft,
  primaryKey: readonly string[],
): readonly string[] | undefined {
  const made = lines.convert.find(({ key }) => key === 'muid')?.value as
    | { readonly hash?: readonly string[] }
    | undefined;
  const isMade = kind === 'messages' && made?.hash !== undefined;
  const active = lines.columns.filter(({ isActive }) => isActive);
  const columns = Object.fromEntries(active.map(({ key, value }) => [key, value as string]));
  const names = guess.table.columns.map(({ name }) => name);
  if (!isMade && keyOfQuery(kind, { columns }, names) !== undefined) return undefined;
  if (primaryKey.length > 0) return primaryKey;
  return isMade ? made.hash : undefined;
}

function expressionOf({ name, hasBytes }: Column, of: string, sql: Sql): string {
  const text = `${of}${sql.name(name)}`;
  return hasBytes === true ? `${sql.hex(text)} AS ${sql.name(name)}` : text;
}

/** A condition that selects the rows of this kind in a table that also has other rows. */
function conditionOf({ guess: { table } }: TableDraft, of: string, sql: Sql): string {
  if (table.when === undefined) return '';
  const { field, value } = table.when;
  const column = `${of}${sql.name(field)}`;
  // Servers do not compare numbers or times with texts.
  if (value === 'filled') return `${sql.text(column)} <> ''`;
  if (value === 'empty') return `(${column} IS NULL OR ${sql.text(column)} = '')`;
  const values = [value].flat().map((each) => `'${each.replaceAll("'", "''")}'`);
  return `${sql.text(column)} IN (${values.join(', ')})`;
}

/** The columns that lines name, including rules and lines of proposals. */
function namedIn({ lines, guess, participants }: TableDraft): ReadonlySet<string> {
  const rules = sections.flatMap((section) =>
    lines[section].map(({ key, value }) =>
      section === 'columns' || section === 'only' ? key : value,
    ),
  );
  const texts = new Set(rules.flatMap(textsIn));
  const paths = guess.table.columns
    .map(({ name }) => name)
    .filter((name) =>
      [...texts].some(
        (text) =>
          text === name ||
          text.startsWith(`${name}.`) ||
          text.startsWith(`${name}[`) ||
          text.includes(`{${name}}`),
      ),
    );
  return new Set([...paths, ...participants.map(({ name }) => name)]);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A query of two columns, for the rows that have a value in the second column. */
export function filledQuery(sql: Sql, table: string, one: string, other: string): string {
  const [first, second] = [one, other].map(sql.name) as [string, string];
  return `SELECT ${first}, ${second} FROM ${sql.name(table)} WHERE ${sql.text(second)} <> ''`;
}
