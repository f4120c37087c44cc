import { longestFit } from './fit.ts';
import { breakIn, characterAt, graphemesOf } from './text-breaks.ts';

/**
 * Divides a text into pieces which together are the text, each as long as it fits. Breaks are looked for in the
 * second half of what fits, so that a nicer break costs no more than twice the pieces.
 *
 * @param most units of a piece, at most
 * @param fits whether a piece fits at this place, counted from 0; less of the text must fit there as well
 * @returns undefined when it cannot be done, as every piece needs something in it that is not blank
 */
export function splitText(
  text: string,
  most: number,
  fits: (piece: string, place: number) => boolean,
): string[] | undefined {
  const graphemes = graphemesOf(text);
  const lastVisible = characterAt(text, text.trimEnd().length - 1);
  const pieces: string[] = [];
  for (let start = 0; ;) {
    const place = pieces.length;
    const length = longestFit(Math.min(most, text.length - start), (units) =>
      fits(text.slice(start, start + units), place),
    );
    const longest = start + length;
    if (longest === text.length) return [...pieces, text.slice(start)];
    const latest = Math.min(longest, lastVisible);
    const word = text.slice(start, latest).search(/\S/u);
    if (word < 0) return undefined;
    const range = { after: start + word, half: start + length / 2, latest };
    const next = breakIn(text, graphemes, range);
    if (next === undefined) return undefined;
    pieces.push(text.slice(start, next));
    start = next;
  }
}
