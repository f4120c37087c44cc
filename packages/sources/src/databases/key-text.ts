/** The text for a NULL value of a key: no text of a database has this character. */
const NULL_TEXT = '\u0000';

/** The text of a key: of one value, its text; of several values, a list in JSON. */
export function keyText(values: readonly (string | null)[]): string {
  return values.length === 1 ? (values[0] ?? NULL_TEXT) : JSON.stringify(values);
}

/** The values of a key. */
export function keyValues(text: string, columns: number): readonly (string | null)[] {
  if (columns > 1) return JSON.parse(text) as (string | null)[];
  return [text === NULL_TEXT ? null : text];
}

/** Whether rows can be found by this key. */
export function isWholeKey(text: string, columns: number): boolean {
  return !keyValues(text, columns).includes(null);
}
