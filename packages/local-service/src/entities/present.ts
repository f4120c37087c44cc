import { parseJson } from '@chatferry/contract';

/** The object without fields that have no value, which the service omits. */
export function present<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const name in fields)
    if (fields[name] !== null && fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}

/** JSON text from a column that may be empty. */
export function parsed(json: string | null): unknown {
  return json === null ? undefined : parseJson(json);
}

/** Tags from a column. Answers omit them when there are none. */
export function givenTags(json: string | null): unknown {
  return json === '[]' ? undefined : parsed(json);
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
