import { closest, distance } from 'fastest-levenshtein';

/** The name that was probably meant; undefined when nothing is near enough to be a typing mistake. */
function closestName(typed: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || typed.length < 2) return undefined;
  const name = closest(typed.toLowerCase(), names);
  const mistakes = distance(typed.toLowerCase(), name);
  // Two swapped letters count as two mistakes.
  return mistakes <= Math.max(2, Math.floor(name.length / 3)) ? name : undefined;
}

/** ` Did you mean 'x'?`, with the blank before it, or nothing. */
export function didYouMean(typed: string, names: readonly string[], prefix = ''): string {
  const name = closestName(typed, names);
  return name === undefined ? '' : ` Did you mean '${prefix}${name}'?`;
}
