import { LookupWriter } from '@chatferry/disk';
import type { Input } from './input.ts';
import { keyOfEach } from './mapping/attachment-field.ts';
import { isEmpty } from './mapping/condition.ts';
import { type ConvertRule, DEFAULT_LOOKUP_KEY } from './mapping/convert-rule.ts';
import { readerOf, textOf } from './mapping/source-row.ts';
import { RowNotes } from './terms/row-notes.ts';
import { readRows } from './read-rows.ts';

/**
 * Writes the value that the rule of a field takes from each row of another file, by the key of the row, into a new file. A field of each
 * attachment takes the values of all rows with the key. Memory does not grow with the file. Rows that cannot be read have no entry.
 *
 * @throws {InputError} when the file cannot be read further
 */
export async function writeLookup(
  input: Input,
  field: string,
  { by = DEFAULT_LOOKUP_KEY, take }: ConvertRule,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  using writer = new LookupWriter(path);
  // Cells of CSV and texts may contain JSON.
  const [readKey, readValue] = [by, take!].map((name) => readerOf(name, undefined, true));
  const notes = new RowNotes();
  for await (const found of readRows(input, signal)) {
    if (!('row' in found)) continue;
    notes.clear();
    const key = readKey!(found.row, notes);
    const value = readValue!(found.row, notes);
    if (isEmpty(key)) continue;
    const text = JSON.stringify(value ?? null);
    if (keyOfEach(field) === undefined) writer.put(textOf(key), text);
    else writer.append(textOf(key), text);
  }
  writer.finish();
}
