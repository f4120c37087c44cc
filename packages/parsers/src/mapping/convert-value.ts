import { hash as digest } from 'node:crypto';
import type { RowNotes } from '../rows/row-notes.ts';
import { isEmpty } from './condition.ts';
import { ANY, type ConvertRule, filledIn, namesIn } from './convert-rule.ts';
import { type ReadValue, type SourceRow, textOf } from './source-row.ts';

/** Hexadecimal digits of an id that is made from columns: 128 bits. */
const ID_DIGITS = 32;

/** Compiles where a rule takes its value from; undefined when that is the field's own column. */
export function compileSource(
  rule: ConvertRule,
  readerFor: (name: string) => ReadValue,
): ReadValue | undefined {
  const { join, with: between = ' ', hash, template } = rule;
  if (join !== undefined) {
    const readers = join.map(readerFor);
    return (row, notes) => joined(textsOf(readers, row, notes), between);
  }
  if (hash !== undefined) {
    const readers = hash.map(readerFor);
    return (row, notes) => {
      const texts = textsOf(readers, row, notes);
      if (texts.every((each) => each === '')) return undefined;
      return digest('sha256', JSON.stringify(texts), 'hex').slice(0, ID_DIGITS);
    };
  }
  if (template === undefined) return undefined;
  const names = namesIn(template);
  const readers = names.map(readerFor);
  return (row, notes) => {
    const texts = textsOf(readers, row, notes);
    if (texts.every((each) => each === '')) return undefined;
    return filledIn(template, (name) => texts[names.indexOf(name)]!);
  };
}

function textsOf(readers: readonly ReadValue[], row: SourceRow, notes: RowNotes): string[] {
  return readers.map((read) => {
    const value = read(row, notes);
    return isEmpty(value) ? '' : textOf(value);
  });
}

function joined(texts: readonly string[], between: string): string | undefined {
  const filled = texts.filter((each) => each !== '');
  return filled.length === 0 ? undefined : filled.join(between);
}

export type ConvertValue = (value: unknown) => unknown;

/**
 * Compiles what a rule does to a value; undefined when it does nothing.
 *
 * @param onUsed called once for each of `values` that a row has
 */
export function compileConvert(
  { values, prefix, base }: ConvertRule,
  onUsed: (value: string) => void,
): ConvertValue | undefined {
  const steps: ConvertValue[] = [];
  if (values !== undefined) steps.push(valueMap(values, onUsed));
  if (prefix !== undefined) steps.push((value) => prefix + textOf(value));
  if (base !== undefined) steps.push((value) => absolute(textOf(value), base));
  if (steps.length === 0) return undefined;
  const convert: ConvertValue = (value) => {
    if (Array.isArray(value)) return value.map(convert).filter((each) => !isEmpty(each));
    return steps.reduce((each, step) => (isEmpty(each) ? each : step(each)), value);
  };
  return convert;
}

function valueMap(
  values: NonNullable<ConvertRule['values']>,
  onUsed: (value: string) => void,
): ConvertValue {
  const known = new Map(Object.entries(values));
  const unused = new Set(known.keys());
  return (value) => {
    const text = textOf(value);
    const key = known.has(text) ? text : ANY;
    if (unused.size > 0 && unused.delete(key)) onUsed(key);
    return known.has(key) ? known.get(key) : value;
  };
}

const absoluteAddress = /^[a-z][a-z\d+.-]*:/i;

/** An address that is complete stays as it is written. */
function absolute(address: string, base: string): string {
  if (absoluteAddress.test(address)) return address;
  return URL.parse(address, base)?.href ?? address;
}
