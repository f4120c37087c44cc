/** A difference that stays, and why. */
export interface KnownDifference {
  /** The line as it is printed; `*` stands for any text. */
  readonly difference: string;
  readonly reason: string;
}

/** Why a difference stays; `undefined` when nobody has given a reason. */
export function reasonFor(
  difference: string,
  known: readonly KnownDifference[],
): string | undefined {
  return known.find((one) => matches(difference, one.difference))?.reason;
}

function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.?^$|()[\]{}+\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}
