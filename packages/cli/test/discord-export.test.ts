import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const first = Date.now() - 7_200_000;

function user(id: string, name: string): object {
  return { id, name, nickname: name, isBot: false, roles: [], avatarUrl: null };
}

const [ann, bo, gone] = [user('81', 'Ann'), user('82', 'Bo'), user('83', 'Deleted User')];

/** @param seconds after the first message */
function message(seconds: number, fields: object): object {
  const time = first + seconds * 1000;
  return {
    id: String((BigInt(time - 1_420_070_400_000) << 22n) + 1n),
    type: 'Default',
    timestamp: new Date(time).toISOString(),
    timestampEdited: null,
    content: 'hello',
    author: ann,
    ...fields,
  };
}

function file(channel: object, messages: readonly object[]): string {
  const guild = { id: '1', name: 'Harbour', iconUrl: null };
  const dateRange = { after: null, before: null };
  return JSON.stringify({ guild, channel, dateRange, messages, messageCount: messages.length });
}

test('channels of Discord are imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const folder = path.join(rig.folder, 'out');
  mkdirSync(folder);
  const deck = { id: '10', type: 'GuildTextChat', category: 'Crew', name: 'deck', topic: 'All' };
  const emoji = { id: '', name: '👍' };
  const messages = [
    message(1, {
      content: '@Bo hi',
      mentions: [bo],
      reactions: [{ emoji, count: 2, users: [bo] }],
    }),
    message(2, { author: gone, isPinned: true }),
    message(3, { type: 'GuildMemberJoin', author: bo, content: 'Joined the server.' }),
  ];
  writeFileSync(path.join(folder, 'deck [10].json'), file(deck, messages));
  const direct = { id: '11', type: 'DirectTextChat', name: 'Bo' };
  const messagesOfTwo = [message(4, {}), message(5, { author: bo })];
  writeFileSync(path.join(folder, 'direct [11].json'), file(direct, messagesOfTwo));

  const imported = await rig.cli(['import', folder, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  expect(imported.out).toContain(
    'was read as an export of discord: deck [10].json has the channel',
  );
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 3, created: 3 },
    groups: { rows: 2, created: 1, filtered: 1 },
    members: { rows: 3, created: 3 },
    messages: { rows: 5, created: 4, filtered: 1 },
    descriptions: { rows: 1, created: 1 },
    reactions: { rows: 1, created: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});
