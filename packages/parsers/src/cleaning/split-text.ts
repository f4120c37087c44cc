import { longestFit } from './fit.ts';
import { breakIn, characterAt, graphemesOf } from './text-breaks.ts';

/**
 * Splits a text into the longest pieces that fit, which together are the whole text. Breaks are searched in the second half of the text
 * that fits, so a better break at most doubles the number of pieces.
 *
 * @param most maximum length of a piece, in UTF-16 units
 * @param fits whether a piece fits as number `index`, from 0; a shorter text must fit there as well
 * @returns undefined when the text cannot be split: every piece needs a character that is not blank
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
