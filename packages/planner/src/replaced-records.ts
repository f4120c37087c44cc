import type { Kind } from '@chatferry/contract';
import type { Checker } from './checking/checker.ts';

/**
 * Finds and counts records that are not sent because their group became a conversation.
 *
 * @returns undefined when no group did: nearly always, and then no object is made for each record
 */
export function replacedRecords(
  { twoPersonGroups, tallies }: Pick<Checker, 'twoPersonGroups' | 'tallies'>,
  kind: Kind,
): ((wire: Uint8Array) => boolean) | undefined {
  if (twoPersonGroups.count === 0) return undefined;
  return (wire) => {
    if (!twoPersonGroups.replaces(kind, wire)) return false;
    tallies[kind].merged++;
    return true;
  };
}
