import { hash as digest } from 'node:crypto';
import { problem } from '@chatferry/contract';
import { repairMisread } from '../bytes/misread-text.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { keyOfEach } from '../mapping/attachment-field.ts';
import { isEmpty } from '../mapping/condition.ts';
import { MarkupError, plainText } from '../markup/plain-text.ts';
import { ANY, type ConvertRule, filledIn, namesIn } from '../mapping/convert-rule.ts';
import { eachLookedUp, lookedUp, type Lookups } from './looked-up.ts';
import { otherMember } from './other-member.ts';
import { type ReadValue, type SourceRow, textOf } from '../mapping/source-row.ts';

/** Hexadecimal digits of an id that is made from columns: 128 bits. */
const ID_DIGITS = 32;

/** Compiles the reader of a rule's source; undefined when the source is the field's own column. @param lookups see `Lookups` */
export function compileSource(
  rule: ConvertRule,
  field: string,
  readerFor: (name: string) => ReadValue,
  lookups: Lookups = {},
): ReadValue | undefined {
  const { join, with: between, first, hash, template, other, than, lookup } = rule;
  if (lookup !== undefined) {
    if (keyOfEach(field) !== undefined) return eachLookedUp(rule, field, readerFor, lookups);
    const members = lookedUp(rule, field, readerFor, lookups);
    if (than === undefined) return members;
    return otherMember({ members, self: readerFor(than), between: between ?? '' }, field);
  }
  if (other !== undefined) {
    const self = readerFor(than!);
    const members = typeof other === 'string' ? readerFor(other) : listOf(other.map(readerFor));
    return otherMember({ members, self, between: between ?? '' }, field);
  }
  if (join !== undefined) {
    const readers = join.map(readerFor);
    return (row, notes) => joined(textsOf(readers, row, notes), between ?? ' ');
  }
  if (first !== undefined) {
    const readers = first.map(readerFor);
    return (row, notes) => {
      for (const read of readers) {
        const value = read(row, notes);
        if (!isEmpty(value)) return value;
      }
      return undefined;
    };
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

/** The values of several columns as a list; undefined when all are empty. */
function listOf(readers: readonly ReadValue[]): ReadValue {
  return (row, notes) => {
    const values = readers.map((read) => read(row, notes));
    return values.every(isEmpty) ? undefined : values;
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

/** A value that does not have the form that `match` of its rule describes. */
class NoMatch extends Error {}

/** @throws {MarkupError} when the markup of a text cannot be read @throws {NoMatch} */
export type ConvertValue = (value: unknown) => unknown;

/**
 * Compiles the conversion of a rule; undefined when the rule converts nothing.
 *
 * @param onUsed called once for each key of `values` that a row has
 */
export function compileConvert(
  { as, match, replace, repair, values, markup, prefix, base }: ConvertRule,
  onUsed: (value: string) => void,
): ConvertValue | undefined {
  const steps: ConvertValue[] = [];
  if (as === 'text') steps.push(textOf);
  if (match !== undefined) steps.push(matching(match));
  if (replace !== undefined) {
    const texts = Object.entries(replace);
    steps.push((value) =>
      texts.reduce((text, [from, to]) => text.replaceAll(from, to), textOf(value)),
    );
  }
  if (repair !== undefined)
    steps.push((value) => (typeof value === 'string' ? repairMisread(value, repair) : value));
  if (values !== undefined) steps.push(valueMap(values, onUsed));
  if (markup !== undefined) {
    const words = [markup].flat();
    steps.push((value) => (typeof value === 'string' ? plainText(value, words) : value));
  }
  if (prefix !== undefined) steps.push((value) => prefix + textOf(value));
  if (base !== undefined) steps.push((value) => absolute(textOf(value), base));
  if (steps.length === 0) return undefined;
  const convert: ConvertValue = (value) => {
    if (Array.isArray(value)) return value.map(convert).filter((each) => !isEmpty(each));
    return steps.reduce((each, step) => (isEmpty(each) ? each : step(each)), value);
  };
  return convert;
}

/** The converted value; undefined, with a note, for a value that cannot be converted. */
export function converted(
  convert: ConvertValue,
  value: unknown,
  field: string,
  notes: RowNotes,
): unknown {
  try {
    return convert(value);
  } catch (error) {
    if (error instanceof NoMatch) notes.problems.push(problem('no-match', { field, value }));
    else if (error instanceof MarkupError)
      notes.problems.push(problem('bad-markup', { field, detail: error.message }));
    else throw error;
    return undefined;
  }
}

function matching(text: string): ConvertValue {
  const expression = new RegExp(text, 'u');
  return (value) => {
    const found = expression.exec(textOf(value));
    if (found === null) throw new NoMatch();
    return found.slice(1).find((group) => group !== undefined);
  };
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

/** Completes a relative address. A complete address stays unchanged. */
function absolute(address: string, base: string): string {
  if (absoluteAddress.test(address)) return address;
  return URL.parse(address, base)?.href ?? address;
}
