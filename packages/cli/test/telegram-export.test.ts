import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const first = Math.floor(Date.now() / 1000) - 7200;

const ola = { from: 'Ola', from_id: 'user501' };
const per = { from: 'Per', from_id: 'user502' };

/** @param id also the seconds after the first message */
function message(id: number, fields: object): object {
  const date = new Date((first + id) * 1000).toISOString().slice(0, 19);
  const time = { date, date_unixtime: String(first + id) };
  return { id, type: 'message', ...time, ...ola, text: 'hello', ...fields };
}

const recent = [{ ...per, date: '2024-03-01T10:05:00' }];

const result = {
  about: 'Here is the data you requested.',
  personal_information: { user_id: 501, first_name: 'Ola', phone_number: '+47 secret' },
  chats: {
    list: [
      {
        name: 'Rowing',
        type: 'private_supergroup',
        id: 15,
        messages: [
          message(1, { text: [{ type: 'mention_name', text: 'Per', user_id: 502 }, ' hi'] }),
          message(2, { reactions: [{ type: 'emoji', count: 2, emoji: '👍', recent }] }),
          message(3, { from: null, from_id: 'user503', photo: '(File not included.)', text: '' }),
          message(4, { type: 'service', actor: 'Per', actor_id: 'user502', action: 'x', text: '' }),
        ],
      },
      { name: 'Per', type: 'personal_chat', id: 502, messages: [message(5, per), message(6, {})] },
    ],
  },
};

test('an account of Telegram is imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const folder = path.join(rig.folder, 'out');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'result.json'), JSON.stringify(result));

  const imported = await rig.cli(['import', folder, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  expect(imported.out).toContain('was read as an export of telegram: result.json has the conv');
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 3, created: 3 },
    groups: { rows: 2, created: 1, filtered: 1 },
    members: { rows: 3, created: 3 },
    messages: { rows: 6, created: 5, filtered: 1 },
    reactions: { rows: 1, created: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});
