/** The probable form of a column's times; undefined when it needs no setting, or is unknown. */
export function guessTimeForm(
  values: readonly unknown[],
): 'milliseconds' | 'microseconds' | 'rfc2822' | undefined {
  const texts = values.map(String).filter((text) => text !== '' && text !== 'null');
  if (texts.length === 0) return undefined;
  if (texts.every((text) => /^\d{12,14}$/.test(text))) return 'milliseconds';
  if (texts.every((text) => /^\d{15,17}$/.test(text))) return 'microseconds';
  if (texts.every((text) => /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} /.test(text)))
    return 'rfc2822';
  return undefined;
}
