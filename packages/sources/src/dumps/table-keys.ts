/** Columns of a table that refer to columns of another table. */
export interface ForeignKey {
  readonly columns: readonly string[];
  /** The table as written, after its schema or database if it is named. */
  readonly table: readonly string[];
  /** The columns of the other table; empty if the statement names none: its primary key. */
  readonly to: readonly string[];
}

/** The keys that a table has. */
export interface TableKeys {
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

const name = String.raw`(?:\x60(?:[^\x60]|\x60\x60)+\x60|"(?:[^"]|"")+"|\[[^\]]+\]|[\w$\u0080-\uFFFF]+)`;
const constraint = String.raw`^\s*(?:ADD\s+)?(?:CONSTRAINT\s+(?:${name}\s+)?)?`;
const primary = new RegExp(
  String.raw`${constraint}PRIMARY\s+KEY[^(]*\(([^()]*(?:\(\d+\)[^()]*)*)\)`,
  'i',
);
const foreign = new RegExp(
  String.raw`${constraint}FOREIGN\s+KEY\s*(?:${name}\s*)?\(([^)]*)\)\s*REFERENCES\s+(${name}(?:\s*\.\s*${name})*)\s*(?:\(([^)]*)\))?`,
  'i',
);

/** The keys in the parts of a `CREATE TABLE` or `ALTER TABLE`. */
export function keysIn(parts: readonly string[]): TableKeys {
  const primaryKey = parts.flatMap((part) => namesIn(primary.exec(part)?.[1] ?? ''));
  const foreignKeys = parts.flatMap((part) => {
    const [, columns, table, to = ''] = foreign.exec(part) ?? [];
    if (columns === undefined || table === undefined) return [];
    return [{ columns: namesIn(columns), table: namesIn(table), to: namesIn(to) }];
  });
  return { primaryKey, foreignKeys };
}

function namesIn(text: string): string[] {
  return Array.from(
    text.replaceAll(/\(\d+\)|\b(?:ASC|DESC)\b/gi, '').matchAll(new RegExp(name, 'g')),
    ([each]) =>
      /^[\x60"[]/.test(each)
        ? each.slice(1, -1).replaceAll(/\x60\x60|""/g, (twice) => twice[0]!)
        : each,
  );
}
