import type { Equality } from './compared-fields.ts';

/**
 * A text for digests: two values with the same text are the same. For `metadata`, `not-earlier` and
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
    case 'attachments':
      return canonicalJson(value);
  }
}

/** JSON with sorted keys and numbers as text, without empty values. Empty for `{}`, `[]` and absent. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return isNumber(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value))
    return value.length === 0
      ? ''
      : `[${value.map((item) => canonicalJson(item) || '[]').join(',')}]`;
  const entries: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const text = canonicalJson((value as Record<string, unknown>)[key]);
    if (text !== '') entries.push(`${JSON.stringify(key)}:${text}`);
  }
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}

/** Whether a text is a number exactly as JSON would print it. */
function isNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  const canBegin = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  return canBegin && Number.isFinite(Number(text)) && String(Number(text)) === text;
}
