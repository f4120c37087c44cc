/** The same object without fields that have no value: the service omits those. */
export function present<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const name in fields)
    if (fields[name] !== null && fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}

/** JSON text from a column that may be empty. */
export function parsed(json: string | null): unknown {
  return json === null ? undefined : (JSON.parse(json) as unknown);
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
