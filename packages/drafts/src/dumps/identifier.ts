/** Words of SQLite that are names only in quotes. */
const reserved = new Set(
  `add all alter and as autoincrement between case check collate commit constraint create default deferrable delete distinct drop else escape
except exists foreign from group having if in index insert intersect into is isnull join limit not notnull nothing null on or order primary references
returning select set table then to transaction union unique update using values when where`.split(
    /\s+/,
  ),
);

/** A name in SQL of SQLite, quoted only if necessary. */
export function identifier(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name.toLowerCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}
