/** The path of the first text with U+FFFD, which marks characters that were lost earlier. */
export function fieldWithMark(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\uFFFD') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const field = fieldWithMark(inner, path === '' ? key : `${path}.${key}`);
    if (field !== undefined) return field;
  }
  return undefined;
}
