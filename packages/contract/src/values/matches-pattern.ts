/**
 * Whether a name matches a glob pattern: `*` matches any characters, also none, and `?` matches one.
 *
 * The search backtracks only to the latest `*`, so it takes at most as many steps as the product of the two lengths.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const [characters, wanted] = [Array.from(name), Array.from(pattern)];
  let at = 0;
  let next = 0;
  let star: { readonly next: number; at: number } | undefined;
  while (at < characters.length) {
    if (wanted[next] === '*') star = { next: ++next, at };
    else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === characters[at])) {
      at++;
      next++;
    } else if (star === undefined) return false;
    else {
      next = star.next;
      at = ++star.at;
    }
  }
  return wanted.slice(next).every((character) => character === '*');
}
