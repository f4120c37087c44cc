import { parseJson, problem } from '@chatferry/contract';
import { LookupTable } from '@chatferry/disk';
import type { RowNotes } from '../terms/row-notes.ts';
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
  const path = lookups[lookupName(rule)];
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
