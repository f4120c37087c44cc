import { closest, distance } from 'fastest-levenshtein';

/** The names that are most similar to a word, the nearest first. */
export function nearestNames(word: string, names: readonly string[], count: number): string[] {
  return names
    .map((name) => ({ name, mistakes: distance(word.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.mistakes - b.mistakes)
    .slice(0, count)
    .map(({ name }) => name);
}

/**
 * The name that was probably intended by a misspelt word; undefined when no name is similar. Capitals and separators make no difference.
 *
 * @param mistakes how many letters may be wrong in any name; in longer names a third of the letters may be
 */
export function nearestName(
  word: string,
  names: readonly string[],
  mistakes: number = 0,
): string | undefined {
  const wanted = letters(word);
  const same = names.find((each) => letters(each) === wanted);
  if (same !== undefined || wanted === '' || names.length === 0) return same;
  const found = closest(wanted, names.map(letters));
  const allowed = Math.max(mistakes, Math.max(wanted.length, found.length) / 3);
  return distance(wanted, found) <= allowed
    ? names.find((each) => letters(each) === found)
    : undefined;
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
