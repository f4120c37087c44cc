import { expect, test } from 'vitest';
import { blockOf, compileBlocks, user } from './rig.ts';

function sent(muid: string, name?: string) {
  return {
    muid,
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: 1_780_000_000,
    category: 'message',
    type: 'text',
    data: { text: 'Hi' },
    ...(name === undefined ? {} : { senderUserDetails: { uid: 'ann', name } }),
  };
}

test('a sender with several names is found in any block, however many blocks before it have no names', async () => {
  const named = [sent('first', 'Ann'), sent('second', 'Anna')];

  for (const before of [0, 19, 20, 21]) {
    const plain = Array.from({ length: before }, (_, index) => sent(`m${index}`));
    using planned = await compileBlocks([
      blockOf('users', [user('ann'), user('bob')]),
      ...plain.map((row) => blockOf('messages', [row])),
      blockOf('messages', named),
    ]);
    const codes = planned.summary.problems.map(({ code, count }) => `${code} ${count}`);

    expect(codes, `after ${before} blocks`).toEqual(['several-names 1']);
  }
});
