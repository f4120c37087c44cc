import { canonicalNumber, numberInText } from '../values/canonical-number.ts';
import { isRawJson } from '../values/parse-json.ts';
import type { Equality } from '../records/compared-fields.ts';

/**
 * A text for digests: two values with the same text are the same. For `metadata`, `not-earlier`, `address` and
 * `attachments` the opposite does not hold: values with different texts may still be the same, so the caller compares
 * the fields themselves (`isSame`).
 */
export function canonicalText(equality: Equality, value: unknown): string {
  if (value === undefined || value === null) return '';
  switch (equality) {
    case 'group-type':
      return canonicalJson(value === 'protected' ? 'password' : value);
    case 'tags':
      return Array.isArray(value)
        ? canonicalJson(value.map((tag) => String(tag)).toSorted())
        : canonicalJson(value);
    case 'json':
    case 'metadata':
    case 'presence':
    case 'not-earlier':
    case 'address':
    case 'attachments':
      return canonicalJson(value);
  }
}

/**
 * JSON with sorted keys, numbers as text with all their digits, and without empty values. Empty for `{}`, `[]` and absent.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return numberInText(value) ?? JSON.stringify(value);
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? String(value) : canonicalNumber(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value))
    return value.length === 0
      ? ''
      : `[${value.map((item) => canonicalJson(item) || '[]').join(',')}]`;
  if (isRawJson(value)) return canonicalNumber(JSON.stringify(value));
  const entries: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const text = canonicalJson((value as Record<string, unknown>)[key]);
    if (text !== '') entries.push(`${JSON.stringify(key)}:${text}`);
  }
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}
