import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { type Ended, type Rig, startRig } from './support/rig.ts';

const then = anHourAgo - 1000;

/** An export of four users, a group with a member and a banned user, messages, a description, friends and a block. */
async function imported(rig: Rig): Promise<void> {
  mkdirSync(rig.export, { recursive: true });
  const write = (name: string, rows: readonly object[]): string =>
    rig.write(`export/${name}.json`, JSON.stringify(rows));
  write('users', [
    {
      uid: 'ada',
      name: 'Ada',
      avatar: 'https://x.org/ada',
      tags: ['a'],
      metadata: { a: 1 },
      createdAt: then,
    },
    { uid: 'bob', name: 'Bob', createdAt: then },
    { uid: 'cy', name: 'Cy', createdAt: then },
    { uid: 'old', name: 'Old', createdAt: then, deactivatedAt: then + 10 },
  ]);
  write('groups', [
    {
      guid: 'den',
      name: 'Den',
      type: 'public',
      owner: 'ada',
      description: 'A den',
      createdAt: then,
    },
  ]);
  write('members', [
    { guid: 'den', uid: 'bob', scope: 'moderator', joinedAt: then + 20 },
    { guid: 'den', uid: 'old', joinedAt: then + 20 },
    { guid: 'den', uid: 'cy', isBanned: true },
  ]);
  const of = { sender: 'ada', receiver: 'den', receiverType: 'group' };
  write('messages', [
    { muid: 'm1', ...of, text: 'One', sentAt: then + 30 },
    { muid: 'm2', ...of, sender: 'old', text: 'Two', tags: ['t'], sentAt: then + 31 },
    { muid: 'm3', ...of, receiver: 'bob', receiverType: 'user', text: 'Three', sentAt: then + 32 },
  ]);
  write('friends', [{ uid: 'ada', friend: 'bob' }]);
  write('blocks', [{ uid: 'bob', blocked: 'cy' }]);
  const { status, err } = await rig.cli(['import', rig.export, ...rig.target, '--yes']);
  if (status !== 0) throw new Error(err);
}

/** Changes the app as an operator would in its dashboard, or a script. */
function tamper({ service: { db } }: Rig): void {
  db.exec(`
    UPDATE users SET name = 'Adele', avatar = 'https://x.org/other', metadata = NULL WHERE uid = 'ada';
    UPDATE users SET name = 'Older' WHERE uid = 'old';
    UPDATE users SET deactivated_at = 1 WHERE uid = 'bob';
    UPDATE groups SET name = 'Cave', owner = 'bob', description = 'No den' WHERE guid = 'den';
    UPDATE members SET scope = 'admin' WHERE uid = 'bob';
    DELETE FROM members WHERE uid = 'old';
    DELETE FROM bans WHERE uid = 'cy';
    UPDATE messages SET data = '{"text":"Changed"}' WHERE muid = 'm1';
    DELETE FROM messages WHERE muid = 'm3';
    DELETE FROM friends;
  `);
}

async function verified(rig: Rig): Promise<{ status: number | null; differing: string[] }> {
  const { status, out } = await rig.cli(['verify', ...rig.target, '--json']);
  if (out === '') throw new Error('no result');
  const lines = rig.inJob('differences.jsonl').split('\n').slice(0, -1);
  const differing = lines.map((line) => {
    const { kind, id, field } = JSON.parse(line) as Record<string, string>;
    return `${kind}:${id} ${field}`;
  });
  return { status, differing };
}

function repair(rig: Rig, ...options: readonly string[]): Promise<Ended> {
  return rig.cli(['repair', ...rig.target, '--yes', ...options]);
}

test('a repair sends what is missing and updates what differs, and names what nothing changes', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  rig.service.db.exec(`UPDATE messages SET sent_at = sent_at + 1 WHERE muid = 'm2'`);

  const { status, out, err } = await repair(rig);

  expect(err).not.toContain('Error');
  expect(out).toContain('1 message would be changed with --edit-messages');
  expect(out).toContain('1 record with fields that nothing changes');
  expect(status).toBe(1);
  expect(
    rig
      .inJob('repair/not-repairable.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { kind: 'messages', id: 'm1', fields: [], edits: ['data.text'] },
    { kind: 'messages', id: 'm2', fields: ['sentAt'], edits: [] },
  ]);
  expect(await verified(rig)).toEqual({
    status: 1,
    differing: ['messages:m1 data.text', 'messages:m2 sentAt'],
  });
});

test('with --edit-messages messages are changed too, and a second repair finds nothing to do', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);

  const first = await repair(rig, '--edit-messages');
  const second = await repair(rig, '--edit-messages');

  expect(first.status).toBe(0);
  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
  // The service writes action messages about edits and unbans.
  const { out } = await rig.cli(['verify', ...rig.target, '--json']);
  const { kinds } = JSON.parse(out) as { kinds: { kind: string; extra: number }[] };
  expect(kinds.filter(({ extra }) => extra > 0)).toEqual([]);
  expect(second).toMatchObject({ status: 0 });
  expect(second.out).toContain('Nothing to repair');
  expect(rig.service.db.prepare('SELECT uid, scope FROM members ORDER BY uid').all()).toEqual([
    { uid: 'ada', scope: 'admin' }, // the owner
    { uid: 'bob', scope: 'moderator' },
    { uid: 'old', scope: 'participant' },
  ]);
  expect(
    rig.service.db.prepare('SELECT uid FROM users WHERE deactivated_at IS NOT NULL').all(),
  ).toEqual([{ uid: 'old' }]);
});

test('a repair that stopped is not continued with --edit-messages: messages are changed as well', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  rig.service.setFaults([
    { fault: 'status-before', operation: 'users.update', status: 401, code: 'AUTH_ERR_NO_ACCESS' },
  ]);
  expect((await repair(rig)).status).toBe(3);
  rig.service.setFaults([]);

  const { status } = await repair(rig, '--edit-messages');

  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
  expect(status).toBe(0);
});

test('a repair finds what changed after a verification that found nothing', async () => {
  await using rig = await startRig();
  await imported(rig);
  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
  tamper(rig);

  const { status, out } = await repair(rig, '--edit-messages');

  expect(out).not.toContain('Nothing to repair');
  expect(status).toBe(0);
  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
});

test('a record that failed and landed nevertheless counts as landed after a repair', async () => {
  await using rig = await startRig();
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.messages',
      code: 'ERR_ODD',
      stored: true,
      share: 0.4,
    },
  ]);
  await imported(rig).catch(() => {});
  const failed = async (): Promise<unknown> => {
    const { out } = await rig.cli(['status', '--json']);
    const { messages } = (JSON.parse(out) as { kinds: Record<string, Record<string, number>> })
      .kinds;
    return [messages!['failed'] ?? 0, messages!['pending'] ?? 0];
  };
  expect(await failed()).not.toEqual([0, 0]);
  rig.service.setFaults([]);

  const { status } = await repair(rig);

  expect(status).toBe(0);
  expect(await failed()).toEqual([0, 0]);
});

test('a repair that sends again in vain what counts as failed, and is in the app, ends as its headline says', async () => {
  await using rig = await startRig();
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.messages', code: 'ERR_ODD', stored: true },
  ]);
  await imported(rig).catch(() => {});

  const { status, out } = await repair(rig, '--max-failures=none');

  expect(out).toContain('Finished. Every row is in the app: read back and the same');
  expect(out).toContain('3 records that failed or were skipped are in the app nevertheless.');
  expect(status).toBe(0);
});

test('a dry run prints every change and makes none', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  await verified(rig);
  const writes = rig.service.requests.length;

  const { status, out } = await repair(rig, '--dry-run');

  expect(status).toBe(0);
  expect(
    out
      .replaceAll(/ \(\S+\)/g, '')
      .split('\n')
      .slice(0, -2),
  ).toEqual([
    'users:ada changed: name, avatar, metadata',
    'users:bob reactivation',
    'users:old changed: name',
    'groups:den changed: name, owner',
    'descriptions:den changed: description',
    'members:den_member_bob changed: scope',
    'members:den_member_old sent again',
    'members:den_member_cy sent again',
    'messages:m1 changed only with --edit-messages: data.text',
    'messages:m3 sent again',
    'friends:ada_friend_bob sent again',
  ]);
  expect(rig.service.requests).toHaveLength(writes);
  expect(rig.hasInJob('repair')).toBe(false);

  // Nor does it continue a repair that stopped.
  rig.service.setFaults([
    { fault: 'status-before', operation: 'users.update', status: 401, code: 'AUTH_ERR_NO_ACCESS' },
  ]);
  expect((await repair(rig)).status).toBe(3);
  rig.service.setFaults([]);
  expect((await repair(rig, '--dry-run')).status).toBe(0);
  expect(rig.service.db.prepare("SELECT name FROM users WHERE uid = 'ada'").all()).toEqual([
    { name: 'Adele' },
  ]);
});

test('users who were banned by hand are members again, and what users wrote meanwhile stays', async () => {
  await using rig = await startRig();
  await imported(rig);
  rig.service.db.exec(
    `DELETE FROM members WHERE uid <> 'ada';
     INSERT INTO bans (guid, uid, banned_at) VALUES ('den', 'bob', 1), ('den', 'old', 1)`,
  );
  rig.service.db.exec(
    `UPDATE messages SET muid = NULL, data = '{"text":"Live"}' WHERE muid = 'm3'`,
  );

  const { status } = await repair(rig);

  expect(status).toBe(0);
  expect(
    rig.service.db.prepare("SELECT scope, joined_at FROM members WHERE uid = 'bob'").get(),
  ).toEqual({ scope: 'moderator', joined_at: then + 20 });
  expect(
    rig.service.db
      .prepare("SELECT data FROM messages WHERE muid IS NULL AND category <> 'action'")
      .all(),
  ).toEqual([{ data: '{"text":"Live"}' }]);
});

test('after the job folder is lost, an app that was changed by hand is repaired by planning again', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  rmSync(rig.job, { recursive: true });
  await rig.cli(['import', rig.export, ...rig.target, '--yes', '--max-different', '100%']);

  const { status } = await repair(rig, '--edit-messages');

  expect(status).toBe(0);
  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
  const state = await rig.cli(['status']);
  expect(state.out).not.toContain('different');
});

test('a repair that stops when it compares once more what was there before is continued by the same command', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  rmSync(rig.job, { recursive: true });
  await rig.cli(['import', rig.export, ...rig.target, '--yes', '--max-different', '100%']);
  const before = rig.service.requests.length;
  const lists = (): number =>
    rig.service.requests.slice(before).filter(({ operation }) => operation === 'users.friends.list')
      .length;
  // The verification reads the groups twice, each time to an empty page.
  rig.service.setFaults([
    {
      fault: 'status-before',
      operation: 'groups.list',
      status: 401,
      code: 'AUTH_ERR_NO_ACCESS',
      when: { nth: 5 },
    },
  ]);

  const stopped = await repair(rig, '--edit-messages');
  const verifications = lists();
  rig.service.setFaults([]);
  const { status } = await repair(rig, '--edit-messages');

  expect(stopped.status).toBe(3);
  expect(stopped.out).toContain('chatferry repair --edit-messages');
  expect(verifications).toBe(1);
  expect(status).toBe(0);
  expect(await verified(rig)).toEqual({ status: 0, differing: [] });
});

test('a repair that stops when it sends what it could not read before ends with status 3', async () => {
  await using rig = await startRig();
  await imported(rig);
  await using client = createClient(rig.service);
  await client.call('users.delete', { path: { uid: 'bob' }, body: { permanent: true } });
  rig.service.setFaults([
    {
      fault: 'status-before',
      operation: 'users.blockedUsers.block',
      status: 401,
      code: 'AUTH_ERR_NO_ACCESS',
    },
  ]);

  expect((await repair(rig)).status).toBe(3);

  rig.service.setFaults([]);
  expect((await repair(rig)).status).toBe(0);
});

test('the commands of the page about repair work as they are written', async () => {
  await using rig = await startRig();
  await imported(rig);
  tamper(rig);
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/repair.md'), 'utf8');
  const lines = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.trim().split('\n'),
  );
  expect(lines).toHaveLength(3);

  for (const line of lines) {
    const [, ...args] = line.replaceAll('chatferry-job', rig.job).split(' ');
    const { status, err } = await rig.cli([...args, ...(args[0] === 'repair' ? ['--yes'] : [])]);
    expect([line, status === 0 || status === 1, err.includes('unknown')]).toEqual([
      line,
      true,
      false,
    ]);
  }
  expect((await verified(rig)).differing).toEqual(['messages:m1 data.text']);
});
