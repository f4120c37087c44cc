/** The characters that letters after a backslash encode. */
const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const escaped = /\\(?:(?<octal>[0-7]{1,3})|x(?<hex>[0-9A-Fa-f]{1,2})|(?<character>[^]))/g;

/** The text that a cell of PostgreSQL's COPY encodes, empty cells aside: `\t` is a tab, `\\` a backslash. */
export function copyText(cell: string): string {
  if (!cell.includes('\\')) return cell;
  return cell.replaceAll(escaped, (_, octal?: string, hex?: string, character?: string) => {
    if (character !== undefined) return letters[character] ?? character;
    return String.fromCharCode(octal === undefined ? parseInt(hex!, 16) : parseInt(octal, 8));
  });
}

/** The cells of a row, still encoded. A delimiter after a backslash is a part of its cell. */
export function copyCells(row: string, delimiter: string): string[] {
  const pieces = row.split(delimiter);
  if (!row.includes(`\\${delimiter}`)) return pieces;
  const cells: string[] = [];
  let isEscaped = false;
  for (const piece of pieces) {
    if (isEscaped) cells.push(`${cells.pop()}${delimiter}${piece}`);
    else cells.push(piece);
    isEscaped = /\\*$/.exec(piece)![0].length % 2 === 1;
  }
  return cells;
}
