import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const first = (Math.floor(Date.now() / 1000) - 7200) * 1000;

function at(seconds: number): object {
  return { $date: new Date(first + seconds * 1000).toISOString() };
}

const [miraId, theoId] = ['LdBZ7kPxtKESyHPEe', '9xTheoQ2mYwKd4RtB'];
const mira = { _id: miraId, username: 'mira' };
const theo = { _id: theoId, username: 'theo' };
const direct = `${miraId}${theoId}`;

const collections = {
  users: [
    { ...mira, name: 'Mira', type: 'user', roles: ['admin'], createdAt: at(0) },
    { ...theo, type: 'user', roles: ['user'], active: false, services: { password: 'secret' } },
  ],
  rocketchat_room: [
    { _id: 'GENERAL', t: 'c', name: 'general', msgs: 2, ts: at(1), description: 'For all' },
    { _id: direct, t: 'd', uids: [miraId, theoId], msgs: 1 },
  ],
  rocketchat_subscription: [
    { rid: 'GENERAL', u: mira, open: true, roles: ['moderator'], ts: at(2) },
    { rid: 'GENERAL', u: theo, open: true, ts: at(1) },
    { rid: direct, u: mira, t: 'd', open: true, blocker: true },
  ],
  rocketchat_message: [
    {
      _id: 'aB1',
      rid: 'GENERAL',
      u: mira,
      msg: '@theo hi',
      ts: at(10),
      mentions: [theo],
      reactions: { ':clap:': { usernames: ['theo'] } },
    },
    { _id: 'Ab1', rid: 'GENERAL', u: theo, msg: 'hello', ts: at(11), tmid: 'aB1' },
    { _id: 'm3', rid: direct, u: mira, msg: 'Psst', ts: at(12) },
    { _id: 'm4', rid: 'GENERAL', u: theo, msg: 'theo', t: 'uj', ts: at(13) },
    { _id: 'm5', rid: 'GENERAL', u: theo, msg: 'cipher', t: 'e2e', ts: at(14) },
  ],
};

function writeExport(rig: Rig): string {
  const folder = path.join(rig.folder, 'dump');
  mkdirSync(folder);
  for (const [name, documents] of Object.entries(collections))
    writeFileSync(
      path.join(folder, `${name}.json`),
      documents.map((each) => JSON.stringify(each)).join('\n'),
    );
  return folder;
}

test('a dump of Rocket.Chat is imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const folder = writeExport(rig);

  const imported = await rig.cli(['import', folder, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  expect(imported.out).toContain('was read as an export of rocketchat: it has messages of rooms');
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 2, created: 2 },
    groups: { rows: 2, created: 1, filtered: 1 },
    members: { rows: 3, created: 2, filtered: 1 },
    messages: { rows: 4, created: 3, filtered: 1 },
    descriptions: { rows: 1, created: 1 },
    reactions: { rows: 1, created: 1 },
    blocks: { rows: 1, created: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});
