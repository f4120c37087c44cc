import { keyOfEach } from './attachment-field.ts';
import { type Condition, truthOf } from './condition.ts';
import { ANY } from './convert-rule.ts';
import type { KindMapping } from './kind-mapping.ts';

/** The parts of a mapping that name values of rows. */
type ValuesKey = 'when' | 'only' | 'convert' | 'lookup';

/** A value that a mapping names and that no row has. */
export interface UnusedValue {
  readonly key: ValuesKey;
  /** The column or path of a condition, or the field of a rule. */
  readonly name: string;
  /** The value as the mapping writes it; for `lookup`, the other file. */
  readonly value: string;
  /** Some of the values that rows have instead; empty when they are unknown. */
  readonly others: readonly string[];
}

/** A seen value that means that any row met the `when` of the mapping. */
export const WHEN_MET = 'when';

/** A seen value that means that a row got attachments from another file. */
export function lookupMet(field: string): string {
  return seenValue('lookup', field, '');
}

/** Maximum number of other values of a column that a message names. */
const MOST_OTHERS = 4;

/** Other values are named up to this length. */
const LONGEST = 40;

/** The form in which the reading of rows reports a value that the mapping names and a row has. */
export function seenValue(key: ValuesKey, name: string, value: string): string {
  return `${key}\n${name}\n${value}`;
}

function otherValue(key: ValuesKey, name: string, value: string): string {
  return `other\n${seenValue(key, name, value)}`;
}

/** Notes which of a condition's values occur, and some of the other values. */
export class SeenValues {
  readonly #key: ValuesKey;
  readonly #name: string;
  readonly #unseen: Set<string>;
  readonly #others = new Set<string>();
  #fresh: string[] = [];

  constructor(key: ValuesKey, name: string, values: readonly string[]) {
    this.#key = key;
    this.#name = name;
    this.#unseen = new Set(values);
  }

  /** Whether any of the values has not occurred yet. */
  get isOpen(): boolean {
    return this.#unseen.size > 0;
  }

  see(value: string): void {
    if (this.#unseen.delete(value)) this.#fresh.push(seenValue(this.#key, this.#name, value));
  }

  seeOther(value: string): void {
    if (!this.isOpen || this.#others.size === MOST_OTHERS || value.length > LONGEST) return;
    if (this.#others.has(value)) return;
    this.#others.add(value);
    this.#fresh.push(otherValue(this.#key, this.#name, value));
  }

  /** The values that occurred since the last call. */
  take(): readonly string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** Whether a mapping has a `when` that no row meets. @param seen see `unusedValues` */
export function isWhenUnmet({ when }: KindMapping, seen: ReadonlySet<string>): boolean {
  return when !== undefined && !seen.has(WHEN_MET);
}

/**
 * Values that a mapping names and that no row has. A condition that was never checked, because there were no rows, has none.
 *
 * @param seen of all rows, as blocks report them
 */
export function unusedValues(mapping: KindMapping, seen: ReadonlySet<string>): UnusedValue[] {
  const { when = {}, only = {}, convert = {} } = mapping;
  const found = (
    key: ValuesKey,
    name: string,
    values: readonly string[],
    isExcluding = false,
  ): UnusedValue[] => {
    const unseen = values.filter((value) => !seen.has(seenValue(key, name, value)));
    if (unseen.length === 0) return [];
    const prefix = otherValue(key, name, '');
    const others = [...seen].filter((each) => each.startsWith(prefix));
    const had = others.map((each) => each.slice(prefix.length)).slice(0, MOST_OTHERS);
    const isRead = had.length > 0 || unseen.length < values.length;
    if (key !== 'convert' && !isRead) return [];
    // When all rows have the other truth, the condition leaves out nothing, because nothing was deleted.
    const isOtherTruth =
      isExcluding && had.length > 0 && had.every((each) => truthOf(each) !== undefined);
    return unseen
      .filter((value) => !(isOtherTruth && (value === 'true' || value === 'false')))
      .map((value) => ({ key, name, value, others: had }));
  };
  const ofConditions = (key: 'when' | 'only', conditions: Readonly<Record<string, Condition>>) =>
    Object.entries(conditions).flatMap(([name, condition]) =>
      found(key, name, valuesNamed(condition), isExcluded(condition)),
    );
  return [
    ...ofConditions('when', when),
    ...ofConditions('only', only),
    ...Object.entries(convert).flatMap(([field, { values = {} }]) =>
      found(
        'convert',
        field,
        Object.keys(values).filter((value) => value !== ANY),
      ),
    ),
    ...Object.entries(convert).flatMap(([name, { lookup }]): UnusedValue[] =>
      lookup === undefined || keyOfEach(name) === undefined || seen.has(lookupMet(name))
        ? []
        : [{ key: 'lookup', name, value: lookup, others: [] }],
    ),
  ];
}

/** The values that a condition names. `null` is left out, because empty values need not occur. */
export function valuesNamed(condition: Condition): string[] {
  if (condition === 'empty') return [];
  if (condition === 'filled') return ['filled'];
  const listed = [
    isExcluded(condition) ? condition.not : (condition as Exclude<Condition, object>),
  ].flat();
  return listed.filter((each) => each !== null).map(String);
}

/** Whether the condition leaves out rows with its values, rather than rows without them. */
function isExcluded(condition: Condition): condition is Extract<Condition, { not: unknown }> {
  return typeof condition === 'object' && condition !== null && !Array.isArray(condition);
}
