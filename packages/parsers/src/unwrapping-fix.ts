/**
 * How to extract an array of rows from the objects around it.
 *
 * @param kind of the rows, which is the key that may be around them
 * @param path the keys that lead to the array
 */
export function unwrappingFix(kind: string, path: readonly string[] = [kind]): string {
  const filter = `.${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
  return `Write the array into its own file, for example with \`jq '${filter}' OLD.json > ${kind}-rows.json\`, or write an object {"${kind}": […]} with no other key.`;
}
