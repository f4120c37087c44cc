import { isObject } from '@chatferry/contract';
import { binaryJson, doubleJson, timeJson } from './plain-json.ts';

/** The plain JSON of a wrapper in Extended JSON, such as `{"$oid":"…"}`; undefined for an object that is not a wrapper. */
export function unwrapped(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isObject(value) ? plainJson(value) : undefined;
}

type Wrapper = Readonly<Record<string, unknown>>;

function plainJson(wrapper: Wrapper): string | undefined {
  const keys = Object.keys(wrapper);
  const [first] = keys;
  if (keys.length === 1) return first === undefined ? undefined : singles[first]?.(wrapper[first]);
  if (first === '$ref' && keys[1] === '$id') return inner(wrapper['$id']);
  if (keys.length !== 2) return undefined;
  if (first === '$binary' && keys[1] === '$type')
    return bytesOf(wrapper['$binary'], wrapper['$type']);
  if (first === '$regex' && keys[1] === '$options')
    return patternOf(wrapper['$regex'], wrapper['$options']);
  if (first === '$code' && keys[1] === '$scope') return textOf(wrapper['$code']);
  return undefined;
}

/** The values that are wrapped under a single key. */
const singles: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  $oid: textOf,
  $uuid: textOf,
  $symbol: textOf,
  $code: textOf,
  $numberDecimal: textOf,
  $numberInt: digitsOf,
  $numberLong: digitsOf,
  $numberDouble: (value) => (typeof value === 'string' ? doubleJson(Number(value)) : undefined),
  $date: dateOf,
  $timestamp: (value) =>
    isObject(value) && typeof value['t'] === 'number' ? timeJson(value['t'] * 1000) : undefined,
  $binary: (value) => (isObject(value) ? bytesOf(value['base64'], value['subType']) : undefined),
  $regularExpression: (value) =>
    isObject(value) ? patternOf(value['pattern'], value['options']) : undefined,
  $dbPointer: (value) => (isObject(value) ? inner(value['$id']) : undefined),
  $undefined: () => 'null',
  $minKey: () => '"MinKey"',
  $maxKey: () => '"MaxKey"',
};

function inner(value: unknown): string | undefined {
  return isObject(value) ? plainJson(value) : JSON.stringify(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? JSON.stringify(value) : undefined;
}

/** A number with all of its digits. */
function digitsOf(value: unknown): string | undefined {
  const digits = String(value);
  return /^-?(0|[1-9]\d*)$/.test(digits) ? digits : undefined;
}

function dateOf(value: unknown): string | undefined {
  if (typeof value === 'number') return timeJson(value);
  if (isObject(value)) return dateOf(Number(digitsOf(value['$numberLong'])));
  return textOf(value);
}

function bytesOf(base64: unknown, subtype: unknown): string | undefined {
  if (typeof base64 !== 'string' || typeof subtype !== 'string') return undefined;
  return binaryJson(Number.parseInt(subtype, 16), Buffer.from(base64, 'base64'));
}

function patternOf(pattern: unknown, options: unknown): string | undefined {
  if (typeof pattern !== 'string' || typeof options !== 'string') return undefined;
  return JSON.stringify(`/${pattern}/${options}`);
}
