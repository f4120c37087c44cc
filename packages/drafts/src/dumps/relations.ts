import type { ColumnOfDump, InspectedDatabase } from '@chatferry/job/planning';

type TableOfDump = InspectedDatabase['tables'][number];

/** A column whose values are the keys of another table. */
export interface Relation {
  readonly from: ColumnOfDump;
  readonly to: ColumnOfDump;
  /** Whether the dump declares the relation as a foreign key; otherwise the names and all values show it. */
  readonly isDeclared: boolean;
  /** Rows with a value. */
  readonly values: number;
  /** Number of these rows whose value is not a key of the other table. */
  readonly missing: number;
}

/** The relations between the tables of a dump: foreign keys, and columns named after a table that contains all their values as keys. */
export function relationsOf(dump: InspectedDatabase): Relation[] {
  const filled = dump.tables.filter(({ rows }) => rows > 0);
  return filled.flatMap((table) => {
    const declared = table.foreignKeys.flatMap(({ columns, table: other, to }): Relation[] => {
      const target = find(filled, other);
      const [column, ...more] = columns;
      const key = to[0] ?? keyOf(target)?.column;
      if (target === undefined || column === undefined || more.length > 0 || key === undefined)
        return [];
      const own = table.columns.find(({ name }) => isSame(name, column));
      const its = target.columns.find(({ name }) => isSame(name, key));
      if (own === undefined || its === undefined) return [];
      return [
        counted(
          dump,
          { table: table.name, column: own.name },
          { table: target.name, column: its.name },
          true,
        ),
      ];
    });
    const others = table.columns.filter(
      ({ name }) => !declared.some(({ from }) => from.column === name),
    );
    return [
      ...declared,
      ...others.flatMap(({ name }) => byValues(dump, filled, { table: table.name, column: name })),
    ];
  });
}

function byValues(
  dump: InspectedDatabase,
  tables: readonly TableOfDump[],
  from: ColumnOfDump,
): Relation[] {
  const words = wordsIn(from.column);
  const isId = words.at(-1) === 'id' || words.at(-1) === 'uuid';
  const named = tables
    .filter(({ name }) => name !== from.table && isCalledAfter(words, name))
    .toSorted((one, other) => one.name.length - other.name.length);
  for (const target of named) {
    const to = keyOf(target);
    if (to === undefined || !(isId || isSame(to.column, from.column))) continue;
    const found = counted(dump, from, to, false);
    if (found.values > 0 && found.missing === 0) return [found];
  }
  return [];
}

function counted(
  dump: InspectedDatabase,
  from: ColumnOfDump,
  to: ColumnOfDump,
  isDeclared: boolean,
): Relation {
  return {
    from,
    to,
    isDeclared,
    values: dump.filledIn(from),
    // A server guarantees its foreign keys, and the table of the key may be sampled only in part.
    missing: isDeclared && isPart(dump, to.table) ? 0 : dump.missingIn(from, to),
  };
}

function isPart(dump: InspectedDatabase, name: string): boolean {
  return dump.tables.find((table) => table.name === name)?.sampled !== undefined;
}

/** The column of a table that other tables refer to: its primary key, or a column named id. */
export function keyOf(table: TableOfDump | undefined): ColumnOfDump | undefined {
  const [only, ...more] = table?.primaryKey ?? [];
  const column =
    more.length > 0
      ? undefined
      : (only ?? table?.columns.find(({ name }) => /^(?:u?u?id|_id)$/i.test(name))?.name);
  if (table === undefined || column === undefined) return undefined;
  const own = table.columns.find(({ name }) => isSame(name, column));
  return own && { table: table.name, column: own.name };
}

function find(tables: readonly TableOfDump[], name: string): TableOfDump | undefined {
  return tables.find((table) => isSame(table.name, name));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a column such as `chat_room_id` is named after a table such as `app_rooms`, by the last word of the table. */
function isCalledAfter(words: readonly string[], table: string): boolean {
  const last = wordsIn(table).at(-1);
  return last !== undefined && last.length > 2 && words.includes(last);
}

/** The words of a name in small letters, without the ending of the plural. */
function wordsIn(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));
}
