import { binaryJson, doubleJson, timeJson } from './plain-json.ts';

/**
 * The JSON of a value that the MongoDB shell writes: `ObjectId("…")`, `NumberLong(5)`, `ISODate("…")`.
 *
 * @param name the name of the function @param args the text between its brackets
 * @returns undefined for another function
 */
export function shellValue(name: string, args: string): string | undefined {
  const values = valuesIn(args);
  return values === undefined ? undefined : functions[name]?.(values);
}

type Value = string | { readonly digits: string };

const functions: Readonly<Record<string, (values: readonly Value[]) => string | undefined>> = {
  ObjectId: ([id]) => textOf(id),
  ObjectID: ([id]) => textOf(id),
  UUID: ([id]) => textOf(id),
  LUUID: ([id]) => textOf(id),
  NUUID: ([id]) => textOf(id),
  ISODate: ([date]) => dateOf(date),
  Date: ([date]) => dateOf(date),
  NumberInt: ([number]) => numberOf(number),
  Int32: ([number]) => numberOf(number),
  NumberLong: ([number]) => numberOf(number),
  Long: ([number]) => numberOf(number),
  Double: ([number]) => (number === undefined ? undefined : doubleJson(Number(rawOf(number)))),
  NumberDecimal: ([number]) => quoted(number),
  Decimal128: ([number]) => quoted(number),
  Timestamp: ([seconds]) =>
    seconds === undefined ? undefined : timeJson(Number(rawOf(seconds)) * 1000),
  BinData: ([subtype, base64]) => bytesOf(subtype, base64),
  DBRef: ([, id]) => textOf(id),
  MinKey: () => '"MinKey"',
  MaxKey: () => '"MaxKey"',
};

const argument =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?[\d.]+(?:[eE][+-]?\d+)?)|(?:ObjectId|NumberLong|UUID)\(\s*["']?([^"')]*)["']?\s*\)|\{\s*"?t"?\s*:\s*(\d+)[^}]*\})\s*(?:,|$)/y;

/** The texts and numbers among a function's arguments; undefined when there is any other argument. */
function valuesIn(args: string): readonly Value[] | undefined {
  const values: Value[] = [];
  if (args.trim() === '') return values;
  argument.lastIndex = 0;
  while (argument.lastIndex < args.length) {
    const found = argument.exec(args);
    if (found === null) return undefined;
    const [, double, single, number, inside, seconds] = found;
    const digits = number ?? seconds;
    values.push(digits === undefined ? (double ?? single ?? inside ?? '') : { digits });
  }
  return values;
}

function rawOf(value: Value): string {
  return typeof value === 'string' ? value : value.digits;
}

function textOf(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? JSON.stringify(value) : value.digits;
}

/** Decimals become texts, because a JSON number would lose trailing zeros. */
function quoted(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(rawOf(value));
}

function dateOf(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? JSON.stringify(value) : timeJson(Number(value.digits));
}

function numberOf(value: Value | undefined): string | undefined {
  const digits = value === undefined ? '' : rawOf(value);
  return /^-?(0|[1-9]\d*)$/.test(digits) ? digits : undefined;
}

function bytesOf(subtype: Value | undefined, base64: Value | undefined): string | undefined {
  if (subtype === undefined || typeof base64 !== 'string') return undefined;
  return binaryJson(Number(rawOf(subtype)), Buffer.from(base64, 'base64'));
}
