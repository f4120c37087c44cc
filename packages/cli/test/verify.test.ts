import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import type { DifferenceLine, KindComparison } from '@chatferry/job/planned';
import { writeForum } from './support/forum.ts';
import { readPage } from './support/report-page.ts';
import { type Rig, startRig } from './support/rig.ts';

interface Verified {
  readonly status: number | null;
  readonly complete: boolean;
  readonly kinds: Readonly<Record<Kind, KindComparison>>;
  readonly differences: readonly DifferenceLine[];
}

async function verified(rig: Rig, ...options: readonly string[]): Promise<Verified> {
  const { status, out } = await rig.cli(['verify', ...rig.target, '--json', ...options]);
  const { complete, kinds } = JSON.parse(out) as { complete: boolean; kinds: KindComparison[] };
  const lines = rig.inJob('differences.jsonl').split('\n').slice(0, -1);
  return {
    status,
    complete,
    kinds: Object.fromEntries(kinds.map((each) => [each.kind, each])) as Verified['kinds'],
    differences: lines.map((line) => JSON.parse(line) as DifferenceLine),
  };
}

test('two exports with the same ids and other texts: verify names every differing field', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 20), ...rig.target, `--job=${rig.folder}/first`]);
  const other = readFileSync(path.join(rig.export, 'messages.ndjson'), 'utf8').replaceAll(
    'Message',
    'Another',
  );
  rig.write('export/messages.ndjson', other);
  await rig.cli(['import', rig.export, ...rig.target]);
  rig.service.db.exec(`UPDATE messages SET data = '{"text":""}' WHERE muid = 'm7'`);

  const { status, kinds, differences } = await verified(rig);

  expect(status).toBe(1);
  expect(differences).toContainEqual(expect.objectContaining({ id: 'm7', held: '' }));
  expect(kinds.messages).toMatchObject({ planned: 20, same: 0, different: 20, missing: 0 });
  expect(differences).toHaveLength(20);
  expect(differences[0]).toMatchObject({
    kind: 'messages',
    field: 'data.text',
    planned: expect.stringContaining('Another'),
    held: expect.stringContaining('Message'),
    file: expect.stringContaining('messages.ndjson'),
  });
});

test('verify.json seals differences.jsonl; values are in no file but that', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec(`UPDATE users SET name = 'Somebody Else' WHERE uid = 'ada'`);

  const { out } = await rig.cli(['verify', ...rig.target]);

  expect(out).toContain('users: name differs in 1 record, such as users:ada');
  const text = rig.inJob('differences.jsonl');
  expect(text).toContain('Somebody Else');
  expect(JSON.parse(rig.inJob('verify.json'))).toMatchObject({
    complete: false,
    differences: { lines: 1, sha256: createHash('sha256').update(text).digest('hex') },
  });
  expect(statSync(path.join(rig.job, 'differences.jsonl')).mode & 0o777).toBe(0o600);
  for (const words of [out, rig.inJob('verify.json'), rig.inJob('report.html')])
    expect(words).not.toContain('Somebody Else');
  const page = readPage(rig.inJob('report.html'));
  expect(page.state).toContain('Finished, but 1 record in the app is not as planned.');
  expect(page.table('Fields whose value in the service')[1]).toEqual([
    'users',
    'name',
    '1',
    expect.stringContaining('ada'),
  ]);
  expect(rig.hasInJob('held.tmp')).toBe(false);
});

test('--kind reads one kind, and keeps what was found of the others', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec(`UPDATE users SET name = 'Else' WHERE uid = 'ada'`);
  rig.service.db.exec(`UPDATE groups SET name = 'Else' WHERE guid = 'makers'`);
  const alone = await verified(rig, '--kind=messages');
  const all = await verified(rig);
  rig.service.db.exec(`UPDATE groups SET name = 'Makers' WHERE guid = 'makers'`);

  const { status, complete, differences } = await verified(rig, '--kind=groups');

  expect(alone).toMatchObject({ status: 0, complete: false });
  expect(all.differences.map(({ id }) => id)).toEqual(['ada', 'makers']);
  expect({ status, complete }).toEqual({ status: 0, complete: false });
  expect(differences.map(({ id }) => id)).toEqual(['ada']);
  expect(readPage(rig.inJob('report.html')).state).toContain('is not as planned');
});

test('an interrupted verification is reported as incomplete until one has ended', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec(`UPDATE users SET name = 'Else' WHERE uid = 'ada'`);
  await verified(rig);

  const { status, err } = await rig.cli(['verify', ...rig.target], {
    onInterrupt: (interrupt) => {
      interrupt();
      return () => {};
    },
  });
  const interrupted = readPage(rig.inJob('report.html'));
  await verified(rig);
  const ended = readPage(rig.inJob('report.html'));

  expect(status).toBe(130);
  expect(err).toContain('Start again with: chatferry verify');
  expect(interrupted.text).toContain('has not ended, and has no result yet.');
  expect(interrupted.state).toContain('is not as planned');
  expect(interrupted.commands.join('\n')).toContain('chatferry verify');
  expect(ended.text).not.toContain('has not ended');
});

test('dates of kinds that are sent through the chat endpoints are not compared', async () => {
  await using rig = await startRig();
  const config = rig.write(
    'chat.yaml',
    'routes:\n  users: chat\n  groups: chat\n  members: chat\n  messages: chat\n',
  );
  const given = [`--config=${config}`];
  await rig.cli(['import', writeForum(rig, 2), ...rig.target, ...given]);

  const { status, differences } = await verified(rig, ...given);

  expect(differences).toEqual([]);
  expect(status).toBe(0);
});

test('retry sends what the latest verification found missing, and nothing else', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target, '--records-per-request=2']);
  const { db } = rig.service;
  db.exec(`DELETE FROM messages WHERE muid IN ('m7', 'm8', 'm100'); DELETE FROM users WHERE uid = 'cy';
    DELETE FROM members WHERE uid = 'cy'`);
  const held = (): unknown[] => db.prepare('SELECT muid, id FROM messages ORDER BY id').all();
  const before = held();

  const found = await rig.cli(['verify', ...rig.target]);
  const first = await rig.cli(['retry', ...rig.target]);
  const after = held();
  const second = await rig.cli(['retry', ...rig.target]);

  expect(found.out).toContain('Send what is missing again with: chatferry retry');
  expect(first.err).toContain('5 records to be sent again.');
  expect(first).toMatchObject({ status: 0 });
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(120);
  expect(second.err).toContain('0 records to be sent again.');
  expect(await verified(rig)).toMatchObject({ status: 0, differences: [] });
});

test('a record that is there twice is not sent again with those that are missing', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec(`
    INSERT INTO messages SELECT 999, muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags,
      parent_id, sent_at, delivered_at, read_at, updated_at, edited_at, edited_by, deleted_at, deleted_by
      FROM messages WHERE muid = 'm5';
    DELETE FROM messages WHERE muid = 'm7'`);
  await rig.cli(['verify', ...rig.target]);

  const { err } = await rig.cli(['retry', ...rig.target]);

  expect(err).toContain('1 record to be sent again.');
});

test('what was verified in one app does not count for another', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'other-app' });
  await rig.cli(['import', writeForum(rig, 10), ...rig.target]);
  await rig.cli(['verify', ...rig.target]);

  await rig.cli(['verify', ...other.target, '--kind=users'], {
    env: { CHATFERRY_API_KEY: other.service.apiKey },
  });

  const { complete, kinds } = JSON.parse(rig.inJob('verify.json')) as {
    complete: boolean;
    kinds: KindComparison[];
  };
  expect(complete).toBe(false);
  expect(kinds.map(({ kind }) => kind)).toEqual(['users']);
});

test('a new plan removes what was verified of the one before', async () => {
  await using rig = await startRig();
  const source = writeForum(rig, 10);
  await rig.cli(['plan', source]);
  await rig.cli(['verify', ...rig.target]);
  const before = rig.inJob('verify.json');
  writeForum(rig, 11);

  await rig.cli(['plan', source]);

  expect(before).toContain('"missing":10');
  expect(() => rig.inJob('verify.json')).toThrow('ENOENT');
  expect(() => rig.inJob('differences.jsonl')).toThrow('ENOENT');
});

test('retry does not take a changed differences.jsonl for what was found', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec(`DELETE FROM messages WHERE muid = 'm7'`);
  await verified(rig);
  rig.write('job/differences.jsonl', rig.inJob('differences.jsonl').replace('m7', 'm8'));

  const { err } = await rig.cli(['retry', ...rig.target]);

  expect(err).toContain('Verify again.');
  expect(err).toContain('0 records to be sent again.');
});

test('what was missing in another app is not sent again', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'other-app' });
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  await rig.cli(['verify', ...other.target], { env: { CHATFERRY_API_KEY: other.service.apiKey } });

  const { err } = await rig.cli(['retry', ...rig.target]);

  expect(err).toContain('0 records to be sent again.');
});

test('a terminal shows the progress until the end, and then only the result', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.setFaults([{ fault: 'latency', operation: 'messages.list', ms: 600 }]);
  const drawn: string[] = [];
  const screen = {
    columns: () => 120,
    rows: () => 24,
    draw: (lines: readonly string[]) => void drawn.push(lines.join('\n')),
    done: () => void drawn.push('done'),
  };

  const { status } = await rig.cli(['verify', ...rig.target.slice(0, 2)], { screen });

  expect(status).toBe(0);
  expect(drawn).toContainEqual(
    expect.stringMatching(/^messages .* 0 of 120 {2}reading\nno quota$/m),
  );
  expect(drawn.slice(-2)).toEqual(['', 'done']);
});
