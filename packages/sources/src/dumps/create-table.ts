/** A column of a table, with the first words of its type in small letters. */
export interface DumpColumn {
  readonly name: string;
  readonly type: string;
}

const notColumns =
  /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check|exclude|period|like)\b/i;

/** Columns of the body of a `CREATE TABLE`, which begins behind its first parenthesis. */
export function columnsIn(body: string): readonly DumpColumn[] {
  const columns: DumpColumn[] = [];
  for (const part of partsOf(body)) {
    const [, quoted, plain, rest = ''] =
      /^\s*(?:[`"[]((?:[^`"\]]|``|"")+)[`"\]]|([\w$\u0080-\u00FF]+))\s*([\s\S]*)$/.exec(part) ?? [];
    if (quoted === undefined && (plain === undefined || notColumns.test(part.trim()))) continue;
    const name = quoted?.replaceAll(/``|""/g, (twice) => twice[0]!) ?? plain!;
    columns.push({ name, type: rest.replaceAll(/\s+/g, ' ').slice(0, 60).toLowerCase() });
  }
  return columns;
}

/** The parts between the commas that are in no parentheses, quotes or comments. */
function partsOf(body: string): readonly string[] {
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
