/** A text as PostgreSQL can hold it: without the character NUL, and without halves of a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
