import { type Kind, kinds, limits, type Problem, type Row } from '@chatferry/contract';
import { inSize } from './fit.ts';
import { partId } from './part-id.ts';
import { splitText } from './split-text.ts';

/**
 * Splits a message whose text makes it too large into several messages that fit and together contain the whole text.
 *
 * The first is the message with a shorter text. The others are text messages with ids of their own and the same users and times. Each
 * part contains the users and groups inside the message, because it may be the only part that lands. Fields that describe the message as
 * a whole (tags, and everything in `data` but the text) are in the first part only.
 *
 * @returns undefined when the message cannot be split: it is too large without its text, or has another category
 */
export function splitMessage(
  kind: Kind,
  row: Row,
  problems: readonly Problem[],
): Row[] | undefined {
  const isTooLarge = problems.length === 1 && problems[0]!.code === 'data-too-large';
  if (!isTooLarge || kinds[kind].isSplittable !== true || row['category'] !== 'message')
    return undefined;
  const data = row['data'] as Row;
  const { text } = data;
  if (typeof text !== 'string') return undefined;
  const part = (piece: string, place: number): Row =>
    place === 0 ? { ...row, data: { ...data, text: piece } } : laterPart(row, piece, place + 1);
  const pieces = splitText(text, limits.messageDataBytes, (piece, place) =>
    inSize(part(piece, place)),
  );
  return pieces?.map(part);
}

function laterPart(row: Row, text: string, number: number): Row {
  return {
    ...row,
    muid: partId(row['muid'] as string, number),
    type: 'text',
    data: { text },
    tags: undefined,
    mentionedUserDetails: mentionedIn(text, row['mentionedUserDetails'] as Row | undefined),
  };
}

/** The entries for mentioned users that a text needs; undefined when it needs none. */
function mentionedIn(text: string, details: Row | undefined): Row | undefined {
  const needed = Object.entries(details ?? {}).filter(([uid]) => text.includes(`<@uid:${uid}>`));
  return needed.length === 0 ? undefined : Object.fromEntries(needed);
}
