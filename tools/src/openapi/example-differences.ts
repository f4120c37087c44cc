import type { Operation } from '@chatferry/contract';
import { type Fields, fieldsOf } from './fields.ts';
import { jsonSchemaOf, unknownReference } from './table.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The parts of an example answer that the operation table does not read, one line each: the whole answer, a field that is not in
 * the table, or a value of a wrong type, which the table reads as absent.
 */
export function exampleDifferences(answer: Operation['answer'], example: unknown): string[] {
  const result = answer.safeParse(example);
  if (!result.success)
    return result.error.issues.map(
      ({ path, message }) => `example ${path.join('.')}: not readable (${message})`,
    );
  const found = new Set<string>();
  compare(example, result.data, '', fieldsOf(jsonSchemaOf(answer, 'output'), unknownReference));
  return [...found];

  function compare(theirs: unknown, mine: unknown, place: string, fields: Fields): void {
    const shown = reshaped(theirs, mine);
    if (Array.isArray(shown) && Array.isArray(mine)) {
      for (const [i, item] of shown.entries()) compare(item, mine[i], `${place}[]`, fields);
    } else if (isObject(shown) && isObject(mine)) {
      for (const [name, value] of Object.entries(shown)) {
        const at = named(place, name, fields);
        if (at === undefined) found.add(`example ${join(place, name)}: only in the description`);
        else if (value !== null && mine[name] === undefined)
          found.add(`example ${at}: ${typeof value} described, not read by the table`);
        else if (at !== ANYTHING) compare(value, mine[name], at, fields);
      }
    }
  }
}

/** The path for a field whose inner fields the table does not describe. */
const ANYTHING = '';

/** The path of a field in the table; `undefined` when the table has other fields at this depth but not this one. */
function named(place: string, name: string, fields: Fields): string | undefined {
  const candidates = [join(place, name), join(place, '*')];
  const children = [...fields.keys()].some((field) => field.startsWith(join(place, '')));
  return candidates.find((field) => fields.has(field)) ?? (children ? undefined : ANYTHING);
}

/** Changes the example to the form that the table reads: a list becomes an object by number, or a single item becomes a list. */
function reshaped(theirs: unknown, mine: unknown): unknown {
  if (Array.isArray(mine) && isObject(theirs)) return Object.values(theirs);
  if (isObject(mine) && Array.isArray(theirs) && theirs.length === 1) return theirs[0];
  return theirs;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
