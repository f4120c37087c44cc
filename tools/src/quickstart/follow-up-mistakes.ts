import { DAMAGED, GONE } from './absent.ts';
import type { Forum, ForumBlock, ForumFriendship, ForumReaction } from './forum-records.ts';
import { merged, rejected, type SampleRow } from './sample-row.ts';

/** What goes wrong in an export of reactions. */
export function reactionMistakes({ reactions }: Forum): SampleRow<ForumReaction>[] {
  const [one, other, late] = [reactions[3]!, reactions[40]!, reactions[90]!];
  return [
    { row: one, finding: merged(`the reaction of ${one.uid} to ${one.muid} a second time`) },
    {
      row: { ...other, muid: 'post-1' },
      finding: rejected('to post-1, which is not in the messages', 'missing-message'),
    },
    {
      row: { ...other, uid: DAMAGED },
      finding: rejected(`of ${DAMAGED}, whose row in the users is damaged`, 'missing-user'),
    },
    {
      row: { ...late, reaction: `:${'applause-'.repeat(6)}:` },
      finding: rejected('the name of an emoji with more than 45 characters', 'too-long'),
    },
  ];
}

/** What goes wrong in an export of friends. */
export function friendMistakes({ friends }: Forum): SampleRow<ForumFriendship>[] {
  const { uid, friend } = friends[2]!;
  return [
    {
      row: { uid: friend, friend: uid },
      finding: merged(`${uid} and ${friend} the other way round`),
    },
    { row: { uid, friend: uid }, finding: rejected('a friend of themselves', 'same-user') },
  ];
}

/** What goes wrong in an export of blocks. */
export function blockMistakes({ blocks }: Forum): SampleRow<ForumBlock>[] {
  const { uid } = blocks[1]!;
  return [
    {
      row: { uid, blocked: GONE },
      finding: rejected(`${GONE}, who is not in the users`, 'missing-user'),
    },
  ];
}
