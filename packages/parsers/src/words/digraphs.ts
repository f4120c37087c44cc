/** A word with one letter for what German writes as two where it has no umlauts: `geloescht` is `geloscht`. */
export function withoutDigraphs(word: string): string {
  return word.replaceAll(/(?<![aeq])[aou]e/g, (pair) => pair[0]!);
}
