/**
 * How to read an array of rows inside of objects.
 *
 * @param kind of the rows, which is the key that may be around them
 * @param path the keys that lead to the array
 */
export function unwrappingFix(kind: string, path: readonly string[] = [kind]): string {
  return `Set the place of the rows in the configuration, as in kinds: { ${kind}: { rows: ${JSON.stringify(pathTo(path))} } }. A file that is not called .json also needs format: json.`;
}

/** The elements of the list under some keys, as `rows` takes them. */
function pathTo(keys: readonly string[]): string {
  const steps = keys.map((key) => (/^[^.[\]^]+$/.test(key) ? `.${key}` : `['${key}']`));
  return `${steps.join('')}[*]`.replace(/^\./, '');
}
