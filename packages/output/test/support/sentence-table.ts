// Tables of sentences, and the states in which each is printed.

/** A sentence, and whether it is printed in a state. */
export type Rule<Case> = readonly [sentence: RegExp, states: (one: Case) => boolean];

/** All combinations of the values. */
export function* combinations<Case extends object>(values: {
  readonly [Name in keyof Case]: readonly Case[Name][];
}): Generator<Case> {
  const [[name, options] = [], ...rest] = Object.entries(values) as [
    keyof Case,
    Case[keyof Case][],
  ][];
  if (name === undefined) yield {} as Case;
  else
    for (const others of combinations<Case>(Object.fromEntries(rest) as never))
      for (const option of options!) yield { [name]: option, ...others };
}

/**
 * What is wrong with a table: lines that are not in it, sentences that are printed in other states than theirs, and sentences that
 * are printed in none.
 */
export function faultsOf<Case extends object>(
  cases: Iterable<Case>,
  linesOf: (one: Case) => readonly string[],
  rules: readonly Rule<Case>[],
): unknown[] {
  const seen = new Set<RegExp>();
  for (const one of cases) {
    const faults: unknown[] = [];
    const lines = linesOf(one);
    for (const line of lines)
      if (!rules.some(([sentence]) => sentence.test(line))) faults.push([line, 'is in no table']);
    for (const [sentence, states] of rules) {
      const isPrinted = lines.some((line) => sentence.test(line));
      if (isPrinted) seen.add(sentence);
      if (isPrinted !== states(one)) faults.push([sentence.source, isPrinted, one]);
    }
    if (faults.length > 0) return faults;
  }
  return rules.map(([sentence]) => sentence).filter((sentence) => !seen.has(sentence));
}
