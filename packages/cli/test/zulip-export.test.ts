import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const first = Math.floor(Date.now() / 1000) - 7200;

const realm = {
  zerver_realm: [{ id: 1 }],
  zerver_userprofile: [
    { id: 11, full_name: 'Ivy', email: 'ivy@lab.example', role: 100, date_joined: first + 0.5 },
    { id: 12, full_name: 'Max', email: 'max@lab.example', is_active: false },
  ],
  zerver_userprofile_crossrealm: [{ id: 3, email: 'notification-bot@sys.example' }],
  zerver_stream: [{ id: 5, name: 'bench', description: 'Pumps', invite_only: true }],
  zerver_recipient: [
    { id: 21, type: 2, type_id: 5 },
    { id: 23, type: 1, type_id: 12 },
  ],
  zerver_subscription: [
    { user_profile: 11, recipient: 21, active: true },
    { user_profile: 12, recipient: 21, active: true },
  ],
  zerver_reaction: [
    { user_profile: 12, message: 100, emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
  ],
};
const messages = [
  {
    id: 100,
    sender: 11,
    recipient: 21,
    subject: 'pump',
    content: '@**Max** hi',
    date_sent: first + 0.9,
  },
  { id: 101, sender: 11, recipient: 23, subject: '', content: 'Psst', date_sent: first + 1 },
  { id: 102, sender: 3, recipient: 21, subject: 'pump', content: 'Moved', date_sent: first + 2 },
];

async function writeExport(rig: Rig): Promise<string> {
  const file = path.join(rig.folder, 'zulip-export.tar.gz');
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(file));
  const files = { 'messages-000001.json': { zerver_message: messages }, 'realm.json': realm };
  for (const [name, value] of Object.entries(files))
    tar.entry({ name: `export/${name}` }, JSON.stringify(value));
  tar.finalize();
  await written;
  return file;
}

test('an export of Zulip is imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const file = await writeExport(rig);

  const imported = await rig.cli(['import', file, '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  expect(imported.out).toContain('was read as an export of zulip: it has realm.json');
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 3, created: 3 },
    groups: { rows: 1, created: 1 },
    members: { rows: 2, created: 2 },
    messages: { rows: 3, created: 2, filtered: 1 },
    descriptions: { rows: 1, created: 1 },
    reactions: { rows: 1, created: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});
