/** A word with one letter instead of the two letters that German writes for an umlaut: `geloescht` becomes `geloscht`. */
export function withoutDigraphs(word: string): string {
  return word.replaceAll(/(?<![aeq])[aou]e/g, (pair) => pair[0]!);
}
