/** The path to a key of the value at a path, as the configuration writes it. */
export function stepTo(path: string, key: string): string {
  if (/^[^.[\]^]+$/.test(key)) return path === '' ? key : `${path}.${key}`;
  return `${path}[${key.includes("'") ? `"${key}"` : `'${key}'`}]`;
}
