/** What letters after a backslash stand for. */
const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const escaped = /\\(?:(?<octal>[0-7]{1,3})|x(?<hex>[0-9A-Fa-f]{1,2})|(?<character>[^]))/g;

/** A cell as COPY of PostgreSQL means it, without what counts as empty: `\t` is a tab, `\\` a backslash. */
export function copyText(cell: string): string {
  if (!cell.includes('\\')) return cell;
  return cell.replaceAll(escaped, (_, octal?: string, hex?: string, character?: string) => {
    if (character !== undefined) return letters[character] ?? character;
    return String.fromCharCode(octal === undefined ? parseInt(hex!, 16) : parseInt(octal, 8));
  });
}
