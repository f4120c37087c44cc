import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const NOW = Math.floor(Date.now() / 1000) - 3600;

/** @returns the command that imports two users and three messages */
function importInto(rig: Rig, job: string): string[] {
  const message = { sender: 'ann', receiver: 'bob', receiverType: 'user', text: 'Hi' };
  const rows = [1, 2, 3].map((nth) => ({ ...message, muid: `m${nth}`, sentAt: NOW + nth }));
  return [
    'import',
    rig.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\n'),
    rig.write('messages.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    ...rig.target,
    `--job=${rig.folder}/${job}`,
  ];
}

const linesIn = (text: string, type: string): object[] =>
  text
    .split('\n')
    .filter((line) => line.includes(`"type":"${type}"`))
    .map((line) => JSON.parse(line) as object);

test('what lists contain that is no item is counted and named, and never counts as the same', async () => {
  await using rig = await startRig();
  const first = `--job=${rig.folder}/first`;
  expect((await rig.cli(importInto(rig, 'first'))).status).toBe(0);
  // Messages that are missing are not made up for by entries that are none.
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm3'");
  rig.service.setFaults([{ fault: 'junk-items', junk: ['null', 'object'] }]);
  const forms = ['null', 'an object without id'];

  const text = await rig.cli([...importInto(rig, 'second'), '--max-different=0']);
  const json = await rig.cli([...importInto(rig, 'third'), '--json']);

  expect(text.err).toContain(
    'users.list: 2 entries that are no items were left out (an object without uid, null).',
  );
  expect(linesIn(json.out, 'entries-skipped')).toContainEqual({
    at: expect.any(String),
    type: 'entries-skipped',
    operation: 'messages.list',
    entries: 4,
    forms: expect.arrayContaining(forms),
  });
  expect([text.status, json.status]).toEqual([0, 0]);

  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm2'");
  const verified = await rig.cli(['verify', first, ...rig.target]);
  const asJson = JSON.parse((await rig.cli(['verify', first, '--json'])).out) as object;
  const undo = await rig.cli(['undo', first, '--dry-run']);

  const inMessages = /messages\.list: \d entries that are no items were left out/;
  expect(verified.out).toMatch(inMessages);
  expect(undo.out).toMatch(inMessages);
  expect(verified.out).toMatch(/messages +3 +2 +0 +1 +0 +2 +0/);
  expect(asJson).toMatchObject({
    skipped: expect.arrayContaining([
      { operation: 'messages.list', entries: 2, forms: expect.arrayContaining(forms) },
    ]),
  });
  expect([verified.status, undo.status]).toEqual([1, 0]);
});

test('a list that is in no order stops every command that reads it', async () => {
  await using rig = await startRig();
  expect((await rig.cli(importInto(rig, 'first'))).status).toBe(0);
  rig.service.setFaults([{ fault: 'message-order', by: 'nothing', operation: 'messages.list' }]);
  const first = `--job=${rig.folder}/first`;

  const sent = await rig.cli(importInto(rig, 'second'));
  const verified = await rig.cli(['verify', first]);
  const undone = await rig.cli(['undo', first, '--dry-run']);

  for (const { status, out, err } of [sent, verified, undone]) {
    expect(status).toBe(3);
    expect(out + err).toContain('messages.list: the messages are in no order: message 2 of ');
  }
  expect(sent.out).toContain('3 not compared');
  expect(readFileSync(path.join(rig.folder, 'second', 'run.log'), 'utf8')).toContain(
    '"code":"list-unreadable"',
  );
});
