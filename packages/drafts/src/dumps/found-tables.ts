import path from 'node:path';
import type { InspectedDatabase, SampledValue } from '@chatferry/job/planning';
import { factsOf } from '../columns/facts-of.ts';
import type { Column } from '../columns/column.ts';
import type { FoundTable } from '../tables/table.ts';
import type { Relation } from './relations.ts';

type TableOfDump = InspectedDatabase['tables'][number];

/** Maximum number of rows of a table that are sampled. It is lower for tables with many columns, and when there are many tables. */
const MOST_ROWS = 20_000;
const LEAST_ROWS = 500;
const MOST_CELLS = 3_000_000;

/** Maximum number of known keys of a table that is not sampled completely. */
const MOST_KEYS = 200_000;

/** The tables of a dump that have rows, in the same form as tables of files. */
export function foundTables(
  dump: InspectedDatabase,
  relations: readonly Relation[],
): readonly FoundTable[] {
  const filled = dump.tables.filter(({ rows }) => rows > 0);
  const columns = filled.reduce((sum, table) => sum + table.columns.length, 0);
  const most = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(MOST_CELLS / columns)));
  return filled.map((table) => foundTable(dump, table, relations, most));
}

/** The path that identifies a table of a dump among the files of an export. */
function fileOf(dump: string, table: string): string {
  return path.join(dump, table);
}

function foundTable(
  dump: InspectedDatabase,
  table: TableOfDump,
  relations: readonly Relation[],
  most: number,
): FoundTable {
  const rows = dump.sampleOf(table, most);
  const isWhole = table.sampled === undefined && table.rows <= most;
  const keys = new Set(
    relations.filter(({ to }) => to.table === table.name).map(({ to }) => to.column),
  );
  const columns = table.columns.map(({ name }, at): Column => {
    const values = rows.map((row) => row[at]);
    const own = columnOf(name, values);
    const to = relations.find(({ from }) => from.table === table.name && from.column === name)?.to;
    return {
      ...own,
      label: labelOf(name, keys.has(name) || to !== undefined),
      ...(isWhole || !keys.has(name)
        ? {}
        : { facts: factsOf(dump.valuesOf({ table: table.name, column: name }, MOST_KEYS), 0) }),
      place: placeOf(table.name, name),
      ...(to === undefined ? {} : { refersTo: placeOf(to.table, to.column) }),
    };
  });
  return {
    file: fileOf(dump.file, table.name),
    label: table.name,
    rows: undefined,
    when: undefined,
    columns,
    rowCount: rows.length,
    isWhole,
    isInDump: true,
  };
}

function columnOf(name: string, values: readonly (SampledValue | undefined)[]): Column {
  const cells = values.map((value) => value?.text);
  const filled = cells.filter((cell) => cell !== undefined);
  return {
    name,
    label: name,
    root: name,
    isRepeated: false,
    hasNumbers: values.some((value) => value?.is === 'number'),
    hasBytes: values.some((value) => value?.is === 'bytes'),
    facts: factsOf(filled, cells.length - filled.length),
    cells,
  };
}

/** The words that identify a column. Keys, and references to them, are labelled as ids, even when they are names. */
function labelOf(name: string, isKey: boolean): string {
  if (!isKey) return name;
  const said = name.replace(/^src(?![a-z])/i, 'sender').replace(/^dst(?![a-z])/i, 'receiver');
  return /id$/i.test(said) ? said : `${said} id`;
}

export function placeOf(table: string, column: string): string {
  return `${table}.${column}`;
}
