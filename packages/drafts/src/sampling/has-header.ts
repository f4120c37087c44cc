import { conceptsOf } from '../words/concepts-of.ts';

/** Forms of values that names of columns do not have. */
const forms: readonly RegExp[] = [
  /^-?\d+([.,]\d+)?$/,
  /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T,].*)?$/,
  /^\d{1,2}:\d\d(:\d\d)?/,
  /^https?:\/\//,
  /^[^@\s]+@[^@\s]+\.[a-z]+$/i,
  /^[0-9a-f]{8}-[0-9a-f]{4}-/i,
  /^[0-9a-f]{16,}$/i,
  /^(true|false|\\N|NULL)$/,
];

/**
 * Whether the first row of a table contains the names of its columns. It does not when any of its cells has a form that names do not
 * have; it does when a column of such a form begins with another text, or when its words are known.
 */
export function hasHeader(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim());
  if (cells.some((cell) => forms.some((form) => form.test(cell)))) return false;
  if (
    new Set(cells.filter((cell) => cell !== '')).size < cells.filter((cell) => cell !== '').length
  )
    return false;
  if (cells.filter((cell) => cell === '').length > 1) return false;
  const known = cells.filter((cell) => conceptsOf(cell).concepts.length > 0).length;
  if (known >= cells.length / 3) return true;
  const differs = cells.some((_, index) => {
    const column = rows.map((row) => row[index]!).filter((cell) => cell !== '');
    return column.length > 0 && forms.some((form) => column.every((cell) => form.test(cell)));
  });
  return (
    differs ||
    cells.every((cell) => /^[\p{L}_][\p{L}\p{N}_ .-]{0,40}$/u.test(cell) && !/\s\S+\s/.test(cell))
  );
}
