import { parseJson, type Row } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';
import { keyOfEach } from '../mapping/attachment-field.ts';
import { isEmpty } from '../mapping/condition.ts';
import { converted, type ConvertValue } from './convert-value.ts';
import { parsePath, valueAt } from '../mapping/source-path.ts';
import { type ReadValue, type SourceRow, textOf } from '../mapping/source-row.ts';

/** The list that a path reads from, and the path inside of each element: `files[*].url`. */
const listPath = /^(?<list>.+?)(?:\[\*\]|\.\*)(?:\.(?<inside>(?:(?!\[\*\]|\*).)+))?$/;

/**
 * Compiles a path into a reader that returns one value for each element of a list, undefined where an element has no value, so that the
 * values of several paths into one list have the same positions. A single value counts as a list of one. In CSV the list is JSON in a
 * cell.
 *
 * @param readerFor compiles the name of a column, or a path
 */
function listReader(name: string, readerFor: (name: string) => ReadValue): ReadValue {
  const { list = name, inside } = listPath.exec(name)?.groups ?? {};
  const read = readerFor(list);
  const steps = inside === undefined ? [] : parsePath(inside).steps;
  return (row, notes) => {
    const value = listIn(read(row, notes));
    if (isEmpty(value)) return undefined;
    const isKeyed = list !== name && typeof value === 'object' && !Array.isArray(value);
    const elements = isKeyed ? Object.values(value as object) : [value].flat();
    const values = elements.map((element) => valueAt(element, steps));
    return values.every(isEmpty) ? undefined : values;
  };
}

/** Separators between two addresses in one text: complete addresses, or names of files. */
const betweenAddresses = /[\s,;|]+(?=https?:\/\/)/i;
const betweenFiles = /\s*[,;|\n]\s*/;
const nameOfFile = /^\S.*\.[a-z][a-z\d]{1,4}$/i;

/** The addresses in a text, in order. A text that is not a list of addresses is returned alone. */
export function addressesIn(text: string): readonly string[] {
  const trimmed = text.trim();
  const complete = trimmed.split(betweenAddresses);
  if (complete.length > 1) return complete;
  const files = trimmed.split(betweenFiles);
  return files.length > 1 && files.every((each) => nameOfFile.test(each)) ? files : [text];
}

/** The list in a text, as JSON or as several addresses. */
function listIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!/^\s*[[{]/.test(value)) {
    const texts = addressesIn(value);
    return texts.length === 1 ? value : texts;
  }
  try {
    return parseJson(value);
  } catch {
    return value; // a text that is not an address is judged as an address
  }
}

/** A key of each attachment, and the reader of its values. */
interface AttachmentPart {
  readonly key: string;
  readonly read: ReadValue;
  readonly convert: ConvertValue | undefined;
}

/** Adds an attachment for each element of a list, after the message's existing attachments. */
export class AttachmentList {
  readonly #parts: readonly AttachmentPart[];

  constructor(parts: readonly AttachmentPart[]) {
    this.#parts = parts;
  }

  assign(into: Row, row: SourceRow, notes: RowNotes): void {
    const earlier = (into['data'] as Row | undefined)?.['attachments'];
    const offset = Array.isArray(earlier) ? earlier.length : 0;
    for (const { key, read, convert } of this.#parts) {
      const values = read(row, notes);
      if (!Array.isArray(values)) continue;
      for (const [index, found] of values.entries()) {
        const field = `data.attachments[*].${key}`;
        const value =
          isEmpty(found) || convert === undefined ? found : converted(convert, found, field, notes);
        if (isEmpty(value)) continue;
        const data = (into['data'] ??= {}) as Row;
        const attachments = (data['attachments'] ??= []) as Row[];
        if (!Array.isArray(attachments)) return;
        const attachment = (attachments[offset + index] ??= {});
        attachment[key] = key === 'size' && typeof value === 'number' ? value : textOf(value);
      }
    }
  }
}

/** A value that is read for a field, with the name of its column or path. */
export interface NamedPart {
  readonly name: string;
  readonly target: { readonly field: string };
  readonly convert: ConvertValue | undefined;
  /** Reads a list of values from another place than the row, and names that place. */
  readonly elsewhere?: { readonly place: string; readonly read: ReadValue } | undefined;
}

/**
 * The lists whose elements fill attachments. Paths into the same list, and values of the same other file, fill the same attachments.
 *
 * @param readerFor compiles the name of a column, or a path @param noting wraps the reader of a name
 */
export function attachmentLists(
  parts: readonly NamedPart[],
  readerFor: (name: string) => ReadValue,
  noting: (name: string, read: ReadValue) => ReadValue,
): readonly AttachmentList[] {
  const inLists = parts.flatMap(({ name, target, convert, elsewhere }) => {
    const key = keyOfEach(target.field);
    if (key === undefined) return [];
    if (elsewhere !== undefined)
      return [{ list: elsewhere.place, part: { key, read: elsewhere.read, convert } }];
    const list = listPath.exec(name)?.groups?.['list'] ?? name;
    return [{ list, part: { key, read: noting(name, listReader(name, readerFor)), convert } }];
  });
  return [...Map.groupBy(inLists, ({ list }) => list).values()].map(
    (own) => new AttachmentList(own.map(({ part }) => part)),
  );
}
