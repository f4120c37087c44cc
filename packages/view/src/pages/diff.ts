import { html, type Html } from '@chatferry/job/viewing';
import { written } from './written.ts';

/** The most words of each side that are compared one by one; longer texts are shown whole. */
const MOST_WORDS = 400;

/** Two values side by side in words: common words, words only in the plan, and words only in the app. */
export function wordDiff(planned: string, held: string): Html {
  const [a, b] = [wordsOf(planned), wordsOf(held)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return html`<p>Planned: ${written(planned)}</p>
      <p>Held: ${written(held)}</p>`;
  const common = commonWords(a, b);
  const parts: Html[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...common, [a.length, b.length] as const]) {
    if (i < x)
      parts.push(
        html`<del title="planned"
          ><span class="hidden">planned: </span>${written(a.slice(i, x).join(''))}</del
        >`,
      );
    if (j < y)
      parts.push(
        html`<ins title="held"
          ><span class="hidden">held: </span>${written(b.slice(j, y).join(''))}</ins
        >`,
      );
    if (x < a.length) parts.push(html`${written(a[x]!)}`);
    [i, j] = [x + 1, y + 1];
  }
  return html`<p class="diff">${parts}</p>`;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** The longest common subsequence, as pairs of positions. */
function commonWords(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  return pairs;
}

/** Spaces other than the common space, marks of direction, and characters of no width. */
const INVISIBLE = /[\p{Zs}\p{Cf}\p{Zl}\p{Zp}]/u;

function isInvisible(character: string | undefined): boolean {
  return character !== undefined && character !== ' ' && INVISIBLE.test(character);
}

/** Names invisible characters of the held value: `U+00A0 instead of U+0020`. */
export function invisibleText(planned: string, held: string): string | undefined {
  const [a, b] = [Array.from(planned), Array.from(held)];
  const found = new Set<string>();
  for (const [index, character] of b.entries()) {
    const before = a[index];
    if (character === before) continue;
    if (isInvisible(character) || isInvisible(before))
      found.add(
        before === undefined
          ? codePoint(character)
          : `${codePoint(character)} instead of ${codePoint(before)}`,
      );
    if (found.size >= 5) break;
    if (a.length !== b.length) break;
  }
  return found.size === 0 ? undefined : `It holds ${[...found].join(', ')}.`;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A value of JSON as text. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '(none)' : JSON.stringify(value, undefined, 1);
}
