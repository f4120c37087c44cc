import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const sample = path.join(import.meta.dirname, '../../../samples/mern-chat/export/chatapp');

/** The first documents of a `.bson` file. */
function firstOf(bson: Buffer, documents: number): Buffer {
  let end = 0;
  for (let left = documents; left > 0; left--) end += bson.readInt32LE(end);
  return bson.subarray(0, end);
}

test('a later dump lands as what is new, and both are verified', async () => {
  await using rig = await startRig({ retentionMonths: 'none' });
  const dump = path.join(rig.folder, 'dump');
  cpSync(sample, dump, { recursive: true });
  const messages = path.join(dump, 'messages.bson');
  const all = readFileSync(messages);
  writeFileSync(messages, firstOf(all, 13));
  const config = path.join(rig.folder, 'chatferry.yaml');
  const accepted = 'chats.type,twoPersonGroups,retentionMonths';
  await rig.cli(['init', dump, `--config=${config}`, `--accept=${accepted}`]);
  const [first, later] = ['first', 'later'].map((name) => path.join(rig.folder, name));
  const land = [`--config=${config}`, ...rig.target];
  const imported = await rig.cli(['import', ...land, '--job', first!]);
  expect({ status: imported.status, out: imported.out }).toMatchObject({ status: 0 });

  writeFileSync(messages, all);
  const delta = await rig.cli(['import', ...land, '--job', later!, '--after', first!, '--json']);
  const verified = await rig.cli(['verify', ...land, '--job', later!]);

  expect({ status: delta.status, err: delta.err }).toMatchObject({ status: 0 });
  const { kinds } = JSON.parse((await rig.cli(['status', '--job', later!, '--json'])).out) as {
    kinds: Record<string, { created: number; unchanged?: number }>;
  };
  expect(kinds['messages']).toMatchObject({ created: 3, unchanged: 13 });
  expect(kinds['users']).toMatchObject({ created: 0, unchanged: 5 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
});
