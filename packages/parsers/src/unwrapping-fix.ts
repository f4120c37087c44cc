/**
 * How to take an array of rows out of the objects around it.
 *
 * @param kind of the rows, which is the key that may be around them
 * @param path the keys that lead to the array
 */
export function unwrappingFix(kind: string, path: readonly string[] = [kind]): string {
  const filter = `.${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
  return `Write the array alone into a file of its own, as \`jq '${filter}' OLD.json > ${kind}-rows.json\` does it, or an object {"${kind}": […]} with nothing else in it.`;
}
