import { type ForeignKey, keysIn } from './table-keys.ts';

/** A column of a table, with the first words of its type in small letters. */
export interface DumpColumn {
  readonly name: string;
  readonly type: string;
}

/** The content of a `CREATE TABLE`. */
export interface DumpTable {
  readonly columns: readonly DumpColumn[];
  /** The columns of the primary key; empty if the statement names none. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

const notColumns =
  /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check|exclude|period|like)\b/i;

/** Reads the body of a `CREATE TABLE`, which begins after its first parenthesis. */
export function tableIn(body: string): DumpTable {
  const columns: DumpColumn[] = [];
  const parts = partsOf(body);
  const keys = keysIn(parts.filter((part) => notColumns.test(part.trim())));
  const [primaryKey, foreignKeys] = [[...keys.primaryKey], [...keys.foreignKeys]];
  for (const part of parts) {
    const [, quoted, plain, rest = ''] =
      /^\s*(?:[`"[]((?:[^`"\]]|``|"")+)[`"\]]|([\w$\u0080-\uFFFF]+))\s*([\s\S]*)$/.exec(part) ?? [];
    if (quoted === undefined && (plain === undefined || notColumns.test(part.trim()))) continue;
    const name = quoted?.replaceAll(/``|""/g, (twice) => twice[0]!) ?? plain!;
    columns.push({ name, type: rest.replaceAll(/\s+/g, ' ').slice(0, 60).toLowerCase() });
    if (/\bPRIMARY\s+KEY\b/i.test(rest)) primaryKey.push(name);
    const own = /\bREFERENCES\b[\s\S]*/i.exec(rest)?.[0];
    if (own !== undefined)
      foreignKeys.push(...keysIn([`FOREIGN KEY ("${name}") ${own}`]).foreignKeys);
  }
  return { columns, primaryKey, foreignKeys };
}

/** The parts between commas, except commas in parentheses, quotes or comments. */
export function partsOf(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const [token] of body.matchAll(
    /'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g,
  )) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === '(') depth++;
    if (token === ')' && --depth < 0) break;
    if (token === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += token;
  }
  return [...parts, part];
}
