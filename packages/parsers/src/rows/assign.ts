import { problem, type Row } from '@chatferry/contract';
import { getPath, setPath } from '../terms/paths.ts';
import type { RowNotes } from '../terms/row-notes.ts';

/**
 * Sets a field of a row. Another column may have filled it with another value, which must not be lost without a word.
 *
 * @param filled the fields inside of others that columns of the row filled. One that was part of an object, such as the text
 *   in `data`, is replaced
 */
export function assign(
  row: Row,
  path: readonly string[],
  value: unknown,
  notes: RowNotes,
  filled: string[],
): void {
  const [name] = path as [string];
  if (path.length === 1) {
    if (row[name] !== undefined) compare(row[name], value, name, notes);
    row[name] = value;
    return;
  }
  const field = path.join('.');
  if (filled.includes(field)) compare(getPath(row, path), value, field, notes);
  else filled.push(field);
  setPath(row, path, value);
}

function compare(earlier: unknown, value: unknown, field: string, { problems }: RowNotes): void {
  if (earlier === value || JSON.stringify(earlier) === JSON.stringify(value)) return;
  problems.push(problem('two-values', { field, value: earlier }));
}
