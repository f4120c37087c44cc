import { fields, type InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { spokenTruthOf } from '@chatferry/parsers';
import { valueMapOf, wordsOf } from '../words/enum-values.ts';
import { hasConcept } from '../words/name-fit.ts';

/** The conversion of the values of a column. */
interface Values {
  /** A rule for `convert`; undefined when the values need no conversion. */
  readonly rule: object | undefined;
  /** Why it is uncertain. */
  readonly doubt: string | undefined;
}

/** Whether the field has few values, which exports write in words of their own. */
export function convertsValues(kind: InputKind, field: string): boolean {
  return wordsOf(kind, field) !== undefined || fields[kind][field]?.type === 'boolean';
}

export function valuesFor(kind: InputKind, field: string, column: Column): Values {
  const values = [...column.facts.values.keys()];
  const own = wordsOf(kind, field);
  if (own === undefined) return booleans(values);
  const { values: found, unknown } = valueMapOf(own, values);
  if (unknown.length === 0 && !isFlag(values, column))
    return { rule: ruleOf(found), doubt: undefined };
  const flag = flagOf(own, column);
  if (flag !== undefined && values.every((value) => spokenTruthOf(value) !== undefined))
    return {
      rule: {
        values: Object.fromEntries(
          values.map((value) => [value, flag[spokenTruthOf(value) ? 0 : 1]]),
        ),
      },
      doubt: undefined,
    };
  const guessed = {
    ...found,
    ...Object.fromEntries(unknown.map((value) => [value, fallback[own]])),
  };
  return {
    rule: { values: guessed },
    doubt: `the meaning of ${unknown
      .slice(0, 3)
      .map((value) => JSON.stringify(value))
      .join(', ')} is not known`,
  };
}

/** The proposed value for unknown words. */
const fallback: Readonly<Record<string, string>> = {
  scope: 'participant',
  type: 'private',
  receiverType: 'group',
  messageType: 'text',
};

/** The meaning of yes and no in a column such as `is_private` or `admin`. */
function flagOf(field: string, { label }: Column): readonly [string, string] | undefined {
  if (field === 'scope' && hasConcept(label, 'admin')) return ['admin', 'participant'];
  if (field === 'type' && hasConcept(label, 'private')) return ['private', 'public'];
  if (field === 'type' && hasConcept(label, 'public')) return ['public', 'private'];
  return undefined;
}

/** Whether `o` and `p` mean yes and no, rather than types. */
function isFlag(values: readonly string[], column: Column): boolean {
  return (
    flagOf('type', column) !== undefined &&
    values.every((value) => spokenTruthOf(value) !== undefined)
  );
}

function booleans(values: readonly string[]): Values {
  const isRead = values.every(
    (value) => ['true', 'false', '0', '1'].includes(value) || spokenTruthOf(value) === undefined,
  );
  if (isRead) return { rule: undefined, doubt: undefined };
  return {
    rule: { values: Object.fromEntries(values.map((value) => [value, spokenTruthOf(value)])) },
    doubt: undefined,
  };
}

function ruleOf(found: Readonly<Record<string, unknown>>): object | undefined {
  const changed = Object.entries(found).filter(([value, target]) => value !== target);
  return changed.length === 0 ? undefined : { values: Object.fromEntries(changed) };
}
