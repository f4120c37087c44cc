import { problem, type Row } from '@chatferry/contract';
import { getPath, setPath } from '../terms/paths.ts';
import type { RowNotes } from '../terms/row-notes.ts';

/**
 * Sets a field of a row. A different value from another column is a problem, so that no value is lost silently.
 *
 * @param filled the nested fields that columns of the row have filled. A nested field that came with its whole object, such as the text
 * in `data`, is replaced without a problem
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
