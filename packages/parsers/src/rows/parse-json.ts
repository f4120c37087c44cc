/** More digits than a number of JavaScript keeps. */
const longNumber = /\d{16}/;

/** Whether reading a JSON text and writing it again may change a number in it. */
export function hasLongNumber(json: string): boolean {
  return longNumber.test(json);
}

/** Parses JSON so that whole numbers too long for JavaScript are written again digit by digit. */
export function parseJson(json: string): unknown {
  return hasLongNumber(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
}

function keepDigits(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? rawJson(source) : value;
}

/** Not in TypeScript's library yet. */
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;
