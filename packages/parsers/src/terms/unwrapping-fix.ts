/**
 * The fix for an array of rows inside of objects.
 *
 * @param kind the kind of the rows, which is also a possible key around them
 * @param path the keys that lead to the array
 */
export function unwrappingFix(kind: string, path: readonly string[] = [kind]): string {
  return `Set the place of the rows in the configuration, as in kinds: { ${kind}: { rows: ${JSON.stringify(pathTo(path))} } }. A file that is not called .json also needs format: json.`;
}

/** The path of a list's elements, in the form of `rows`. */
function pathTo(keys: readonly string[]): string {
  const steps = keys.map((key) => (/^[^.[\]^]+$/.test(key) ? `.${key}` : `['${key}']`));
  return `${steps.join('')}[*]`.replace(/^\./, '');
}
