import type { Kind } from '@chatferry/contract';
import { counted } from '../printing/table.ts';

/** Says how many of the rows that are counted are in no input; nothing when all of them are. */
export function madeLines(kinds: Readonly<Record<Kind, { readonly made: number }>>): string[] {
  const { users, messages } = kinds;
  const made = [
    ...(users.made === 0 ? [] : [`${counted(users.made, 'missing user')} made up as placeholders`]),
    ...(messages.made === 0
      ? []
      : [`${counted(messages.made, 'message')} made by splitting texts that were too long`]),
  ];
  return made.length === 0 ? [] : [`Counted as rows: ${made.join(', ')}.`];
}
