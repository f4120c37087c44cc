import { parseJson, problem } from '@chatferry/contract';
import { LookupTable } from '@chatferry/disk';
import type { RowNotes } from '../terms/row-notes.ts';
import { keyOfEach } from '../mapping/attachment-field.ts';
import { isEmpty } from '../mapping/condition.ts';
import { type ConvertRule, lookupName } from '../mapping/convert-rule.ts';
import { lookupMet } from '../mapping/seen-values.ts';
import { type ReadValue, type SourceRow, textOf } from '../mapping/source-row.ts';

/** The tables of the files in which values are looked up, by `lookupName`: paths of files that `writeLookup` wrote. */
export type Lookups = Readonly<Record<string, string>>;

/**
 * Compiles a reader of a value in the row of another file. A key that is missing in the other file, or occurs there with different values,
 * is a problem unless the rule has a default.
 */
export function lookedUp(
  rule: ConvertRule,
  field: string,
  readerFor: (name: string) => ReadValue,
  lookups: Lookups,
): ReadValue {
  const find = finderOf(rule, field, readerFor, lookups);
  const name = rule.lookup!.replace(/^.*[/\\]/, '');
  const refuse = (notes: RowNotes, value: string, detail: string): void => {
    if (rule.default === undefined)
      notes.problems.push(problem('not-found', { field, value, detail }));
  };
  return (row, notes) => {
    const { key, text } = find(row, notes);
    if (key === undefined) return undefined;
    if (typeof text === 'string') return parseJson(text);
    refuse(notes, key, text === null ? `${name} has it more than once` : `not in ${name}`);
    return undefined;
  };
}

/** Compiles a reader of the values in all rows of another file that have the key: one for each row, in the order of that file. */
export function eachLookedUp(
  rule: ConvertRule,
  field: string,
  readerFor: (name: string) => ReadValue,
  lookups: Lookups,
): ReadValue {
  const find = finderOf(rule, field, readerFor, lookups);
  return (row, notes) => {
    const { text } = find(row, notes);
    if (typeof text !== 'string') return undefined;
    const values = parseJson(`[${text}]`) as unknown[];
    return values.every(isEmpty) ? undefined : values;
  };
}

/** Compiles a search for the key of a row in the other file. The key is undefined in a row without one. */
function finderOf(
  rule: ConvertRule,
  field: string,
  readerFor: (name: string) => ReadValue,
  lookups: Lookups,
): (
  row: SourceRow,
  notes: RowNotes,
) => { readonly key?: string; readonly text?: string | null | undefined } {
  const readKey = readerFor(rule.key!);
  const path = lookups[lookupName(field, rule)];
  const table = path === undefined ? undefined : new LookupTable(path);
  return (row, notes) => {
    const found = readKey(row, notes);
    if (isEmpty(found)) return {};
    const key = textOf(found);
    return { key, text: table?.get(key) };
  };
}

/**
 * The place in another file that the rule of a field reads attachments from; undefined for any other rule. Rules with the same place fill the
 * same attachments.
 *
 * @param read the compiled rule @param onSeen called once, when a row gets values
 */
export function elsewhereOf(
  field: string,
  rule: ConvertRule,
  read: ReadValue,
  onSeen: (seen: string) => void,
): { readonly place: string; readonly read: ReadValue } | undefined {
  if (rule.lookup === undefined || keyOfEach(field) === undefined) return undefined;
  let isSeen = false;
  return {
    place: lookupName(field, { ...rule, take: rule.key }),
    read: (row, notes) => {
      const values = read(row, notes);
      if (values !== undefined && !isSeen) onSeen(lookupMet(field));
      isSeen ||= values !== undefined;
      return values;
    },
  };
}
