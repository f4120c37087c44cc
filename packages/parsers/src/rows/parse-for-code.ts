import { hasLongNumber } from '@chatferry/contract';

/** Parses JSON for code that can handle only JavaScript's values: integers that are too long become texts. */
export function parseForCode(json: string): unknown {
  return hasLongNumber(json) ? JSON.parse(json, longAsText) : JSON.parse(json);
}

function longAsText(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(context?.source ?? '') ? context!.source : value;
}
