import { parseJson, problem } from '@chatferry/contract';
import { LookupTable } from '@chatferry/disk';
import type { RowNotes } from '../terms/row-notes.ts';
import { keyOfEach } from '../mapping/attachment-field.ts';
import { isEmpty } from '../mapping/condition.ts';
import { type ConvertRule, lookupName } from '../mapping/convert-rule.ts';
import { type ReadValue, textOf } from '../mapping/source-row.ts';

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
  const readKey = readerFor(rule.key!);
  const name = rule.lookup!.replace(/^.*[/\\]/, '');
  const path = lookups[lookupName(field, rule)];
  const table = path === undefined ? undefined : new LookupTable(path);
  const refuse = (notes: RowNotes, value: string, detail: string): void => {
    if (rule.default === undefined)
      notes.problems.push(problem('not-found', { field, value, detail }));
  };
  return (row, notes) => {
    const found = readKey(row, notes);
    if (isEmpty(found)) return undefined;
    const key = textOf(found);
    const text = table?.get(key);
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
  const readKey = readerFor(rule.key!);
  const path = lookups[lookupName(field, rule)];
  const table = path === undefined ? undefined : new LookupTable(path);
  return (row, notes) => {
    const found = readKey(row, notes);
    const texts = isEmpty(found) ? undefined : table?.get(textOf(found));
    return typeof texts === 'string' ? parseJson(`[${texts}]`) : undefined;
  };
}

/** The place of the attachments that the rule of a field reads from another file: rules with the same place fill the same attachments. */
export function placeOfEach(field: string, rule: ConvertRule): string | undefined {
  if (rule.lookup === undefined || keyOfEach(field) === undefined) return undefined;
  return lookupName(field, { ...rule, take: rule.key });
}
