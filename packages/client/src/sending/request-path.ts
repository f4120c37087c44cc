type Values = Readonly<Record<string, unknown>>;

/**
 * The path of a template such as `/users/{uid}` with its values, and the query. Arrays are joined with commas, as the reference declares
 * them; `undefined` values are omitted.
 * @throws RangeError for a missing value, or a value that would change the structure of the path
 */
export function requestPath(template: string, path: Values = {}, query: Values = {}): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(name, path[name]));
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${queryValue(value)}`);
  return parts.length === 0 ? filled : `${filled}?${parts.join('&')}`;
}

function pathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new RangeError(`path.${name} must be an id, not ${JSON.stringify(value) ?? 'missing'}`);
  return encodeURIComponent(value);
}

function queryValue(value: unknown): string {
  return Array.isArray(value)
    ? value.map((item) => encodeURIComponent(String(item))).join(',')
    : encodeURIComponent(String(value));
}
