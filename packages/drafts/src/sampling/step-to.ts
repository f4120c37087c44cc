/** The path to a key of the value at a path, in the form of the configuration. */
export function stepTo(path: string, key: string): string {
  if (path === '' && key === '.') return key; // a row that is a text
  if (/^[^.[\]^]+$/.test(key) && key !== '*') return path === '' ? key : `${path}.${key}`;
  return `${path}[${key.includes("'") ? `"${key}"` : `'${key}'`}]`;
}
