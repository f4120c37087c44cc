import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const first = Date.now() - 7_200_000;

const [lu, bo, room, other] = ['@Lu:h.example', '@bo:x.example', '!Kd:h.example', '!kd:h.example'];

/** @param seconds after the first event */
function event(seconds: number, type: string, content: object, fields: object = {}): object {
  const own = { event_id: `$E${seconds}`, room_id: room, sender: lu };
  return { ...own, type, content, origin_server_ts: first + seconds * 1000, ...fields };
}

function join(seconds: number, sender: string, fields: object = {}): object {
  const content = { membership: 'join', displayname: sender.slice(1, 3) };
  return event(seconds, 'm.room.member', content, { state_key: sender, sender, ...fields });
}

const relates = (relation: object): object => ({ 'm.relates_to': relation });

const events = [
  event(1, 'm.room.create', { creator: lu }, { state_key: '' }),
  event(2, 'm.room.topic', { topic: 'Gates' }, { state_key: '' }),
  join(3, lu),
  join(4, bo),
  event(5, 'm.room.message', { msgtype: 'm.text', body: 'first' }),
  event(6, 'm.reaction', relates({ rel_type: 'm.annotation', event_id: '$E5', key: '👍' }), {
    sender: bo,
  }),
  event(7, 'm.room.message', {
    'm.new_content': { msgtype: 'm.text', body: 'changed' },
    ...relates({ rel_type: 'm.replace', event_id: '$E5' }),
  }),
  event(8, 'm.room.message', { msgtype: 'm.text', body: 'twice' }),
  event(9, 'm.room.redaction', {}, { redacts: '$E8' }),
  event(10, 'm.room.encrypted', { ciphertext: 'x' }),
];

/** Of two people; its id differs from the other one in the case of a letter. */
const direct = [
  join(20, lu, { room_id: other }),
  event(
    21,
    'm.room.member',
    { membership: 'join', is_direct: true },
    { state_key: bo, sender: bo },
  ),
  event(22, 'm.room.message', { msgtype: 'm.text', body: 'psst' }, { sender: bo }),
].map((each) => ({ ...each, room_id: other }));

test('events of Matrix are imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const folder = path.join(rig.folder, 'pages');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.json'), JSON.stringify({ chunk: events.toReversed() }));
  writeFileSync(path.join(folder, 'b.json'), JSON.stringify({ chunk: direct }));

  const imported = await rig.cli(['import', folder, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  expect(imported.out).toContain('was read as an export of matrix: a.json has a page of events');
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 2, created: 2 },
    groups: { rows: 2, created: 1, filtered: 1 },
    members: { rows: 2, created: 2 },
    messages: { rows: 3, created: 2, filtered: 1 },
    descriptions: { rows: 1, created: 1 },
    reactions: { rows: 1, created: 1 },
  });
});
