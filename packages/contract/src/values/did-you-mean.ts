import { nearestName } from './nearest-name.ts';

/** Two swapped letters count as two mistakes. */
const MISTAKES = 2;

/** ` Did you mean 'x'?` with a leading blank, or an empty text. */
export function didYouMean(typed: string, names: readonly string[], prefix = ''): string {
  const name = typed.length < 2 ? undefined : nearestName(typed, names, MISTAKES);
  return name === undefined ? '' : ` Did you mean '${prefix}${name}'?`;
}
