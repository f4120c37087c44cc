import { isObject, type Row } from '@chatferry/contract';
import type { Place } from './place.ts';
import type { JsonFile } from './json-files.ts';
import { parsedLine } from './lines.ts';

/** A record of a JSON file, for any form of the file. */
export interface JsonRecord {
  /** Empty for a record that is not an object. */
  readonly value: Row;
  readonly place: Place;
  /** In a document with lists: the key of the list with the record; or the key of the value itself. */
  readonly list?: string;
  /** The text of a record that is not an object. */
  readonly broken?: string;
}

/**
 * The records of a file, in batches: the elements of the lists of a document, the elements of an array, lines, or the document
 * itself.
 *
 * @param lists keys of a document that have lists @param fields keys of such a document that have one object each
 */
export async function* recordsIn(
  file: JsonFile,
  lists: readonly string[],
  fields: readonly string[] = [],
): AsyncGenerator<readonly JsonRecord[]> {
  const { beginning, document } = file;
  if (beginning === undefined) return;
  const { value, isLines } = beginning;
  if (!isLines && isObject(value) && lists.some((key) => Array.isArray(value[key])))
    for await (const parts of file.parts([...lists.map((key) => `${key}[*]`), ...fields]))
      yield parts.map(({ path, line, value: part, broken }) => {
        const list = path.replace('[*]', '');
        return { ...recordOf(part, broken, { file: `${file.file}/${list}`, line }), list };
      });
  else if (Array.isArray(value))
    for await (const parts of file.parts(['[*]']))
      yield parts.map(({ value: part, broken, line }) =>
        recordOf(part, broken, { file: file.file, line }),
      );
  else if (isObject(document)) yield [recordOf(document, undefined, { file: file.file, line: 1 })];
  else
    for await (const found of file.lines())
      yield found.map(({ text, number }) => {
        const line = parsedLine(text);
        return recordOf(line.value, line.broken, { file: file.file, line: number });
      });
}

function recordOf(value: unknown, broken: string | undefined, place: Place): JsonRecord {
  if (isObject(value)) return { value, place };
  return { value: {}, place, broken: broken ?? JSON.stringify(value) };
}
