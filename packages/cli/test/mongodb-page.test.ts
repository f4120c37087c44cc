import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InputKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/mongodb.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
const blockOf = (language: string, name?: string, having = ''): string =>
  blocks.find(
    ([, found, named, text]) => found === language && named === name && text!.includes(having),
  )![3]!;

async function planned(rig: Rig, configuration: string, file: string) {
  const config = rig.write('chatferry.yaml', configuration);
  return await rig.cli([
    'plan',
    file,
    `--config=${config}`,
    '--on-missing-user=placeholder',
    '--retention-months=none',
  ]);
}

test('the messages with times in several forms are planned as the page shows', async () => {
  await using rig = await startRig();
  const file = rig.write('messages.ndjson', blockOf('ndjson', 'messages.ndjson'));

  const { status, out } = await planned(rig, blockOf('yaml', undefined, 'mixed'), file);

  expect({ status, out }).toMatchObject({ status: 0 });
  expect(out).toContain(blockOf('text', 'filtered').trim());
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const expected = JSON.parse(blockOf('json', 'messages')) as unknown;
  expect(recordsOfRows(plan, 'messages')).toEqual(expected);
});

test('the archive of the page is planned, also compressed, and refused when it was cut off', async () => {
  await using rig = await startRig();
  const archive = readFileSync(path.join(import.meta.dirname, 'support/chatapp.archive'));
  const file = path.join(rig.folder, 'backup.archive');
  const counts = async (bytes: Uint8Array) => {
    writeFileSync(file, bytes);
    const result = await planned(rig, blockOf('yaml', undefined, 'mongo-archive'), file);
    if (result.status !== 0) return result.err;
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const kinds: readonly InputKind[] = ['users', 'groups', 'members', 'messages'];
    return kinds.map((kind) => recordsOfRows(plan, kind).length);
  };

  expect(await counts(archive)).toEqual([2, 1, 2, 1]);
  expect(await counts(gzipSync(archive))).toEqual([2, 1, 2, 1]);
  expect(await counts(archive.subarray(0, archive.length - 40))).toContain(
    'backup.archive: ends inside of the document that begins at byte',
  );
});

test('a place that the whole file ignores is no column that it lacks', async () => {
  await using rig = await startRig();
  const file = path.join(rig.folder, 'backup.archive');
  writeFileSync(file, readFileSync(path.join(import.meta.dirname, 'support/chatapp.archive')));
  const configuration = `files:
  backup.archive:
    ignore: [chatapp.sessions, chatapp.messages, chatapp.rooms]
    kinds:
      users: { rows: 'chatapp.users[*]', columns: { _id: uid, pic: avatar } }
`;

  const { status, out, err } = await planned(rig, configuration, file);

  expect({ status, out, err }).toMatchObject({ status: 0 });
  expect(err).not.toContain('has no column');
});
