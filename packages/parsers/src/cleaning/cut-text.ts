import type { Row } from '@chatferry/contract';
import { inSize, longestFit } from './fit.ts';

const ELLIPSIS = '…';

/** At most `length` units of a text, not ending in an unpaired surrogate, with a mark that the rest is missing. */
export function cut(text: string, length: number): string {
  const kept = text.slice(0, length - ELLIPSIS.length);
  return (/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept) + ELLIPSIS;
}

/** Shortens the text of a message until its `data` and the whole message fit. @returns whether that was possible */
export function cutText(row: Row): boolean {
  const data = row['data'] as Row;
  const text = data['text'];
  if (typeof text !== 'string') return false;
  const fits = (length: number): boolean => {
    data['text'] = cut(text, length);
    return inSize(row);
  };
  const longest = longestFit(text.length - 1, fits);
  return longest > 0 && fits(longest);
}
