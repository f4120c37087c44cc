import path from 'node:path';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { planRows, runJob } from '../../src/index.ts';
import { landed, send } from '../support/delta-rig.ts';
import { startGate } from '../support/gate.ts';
import { type JobRig, startJobRig } from '../support/job-rig.ts';
import { NOW, text } from '../support/undo-rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const packages = new URL('../../../', import.meta.url);

async function jobWithout(
  file: string,
  code: string,
  instead = '',
): Promise<{ planRows: typeof planRows; runJob: typeof runJob }> {
  const safeguard = { file: new URL(file, packages), code, instead };
  return await importWithout(new URL('job/src/index.ts', packages), safeguard);
}

const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid, createdAt: NOW - 900 }));
const messages = ['m1', 'm2', 'm3'].map((muid, index) => ({
  ...text(muid, 'ada', 'bob'),
  sentAt: NOW - 100 + index,
}));

const muidsIn = ({ service }: JobRig): unknown[] =>
  service.db
    .prepare('SELECT muid FROM messages WHERE muid IS NOT NULL ORDER BY muid')
    .all()
    .map(({ muid }) => muid);

/** Another process has sent the second of three messages before. An export lacks that and the third. @returns what is left after the delta */
async function leftAfterDelta(planning: typeof planRows): Promise<unknown[]> {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  rig.service.seed({
    users,
    messages: [{ ...messages[1]!, category: 'message', type: 'text' }],
  });
  await landed(rig, { users, messages });
  const later = { users, messages: messages.slice(0, 1) };
  const planned = (name: string, more: object) =>
    planning(structuredClone(later), { job: path.join(rig.folder, name), after: rig.job, ...more });
  const { delta } = await planned('listed', {});
  await planned('night', { removeGone: delta!.removable });
  await send(rig, path.join(rig.folder, 'night'));
  return muidsIn(rig);
}

test('without knowing whose a record is, a delta removes what another process has stored', async () => {
  expect(await leftAfterDelta(planRows)).toEqual(['m1', 'm2']);
  const own = '    if (!part.isOwn) return;\n';
  const module = await jobWithout('planner/src/delta/gone-records.ts', own);
  expect(await leftAfterDelta(module.planRows)).toEqual(['m1']);
});

/** The operator expects one removal, and the export has lost all messages but one. */
async function leftAfterHalfExport(planning: typeof planRows): Promise<unknown[]> {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, { users, messages });
  const job = path.join(rig.folder, 'night');
  const rows = { users, messages: messages.slice(0, 1) };
  await planning(structuredClone(rows), { job, after: rig.job, removeGone: 1 });
  await send(rig, job);
  return muidsIn(rig);
}

test('without the number that the operator gives, an export that was cut off empties the app', async () => {
  await expect(leftAfterHalfExport(planRows)).rejects.toMatchObject({ code: 'gone-differs' });
  const number = 'removesGone !== undefined && removesGone !== removable && !isPart';
  const module = await jobWithout('planner/src/delta/delta.ts', number, 'false');
  expect(await leftAfterHalfExport(module.planRows)).toEqual(['m1']);
});

const group = { guid: 'den', name: 'Den', type: 'public', owner: 'ada', createdAt: NOW - 800 };
const members = ['bob', 'cy'].map((uid) => ({ guid: 'den', uid, joinedAt: NOW - 700 }));
const people = [...users, { uid: 'cy', name: 'cy', createdAt: NOW - 900 }];

/** The answer to the removal of a membership is lost, and somebody lets the user in again. @returns the members after the delta */
async function membersAfterLostAnswer(running: typeof runJob): Promise<unknown[]> {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, { users: people, groups: [group], members });
  const job = path.join(rig.folder, 'night');
  const later = { users: people, groups: [group], members: members.slice(1) };
  await planRows(structuredClone(later), { job, after: rig.job, removeGone: 1 });
  let isLost = false;
  await using gate = await startGate(rig.service, async (request) => {
    if (request !== 'DELETE /groups/den/members/bob' || isLost) return 'pass';
    isLost = true;
    await using client = createClient(rig.target);
    const at = { guid: 'den' };
    await client.call('groups.members.remove', { path: { ...at, uid: 'bob' } });
    await client.call('groups.members.add', { path: at, body: { moderators: ['bob'] } });
    return 'break';
  });
  const target = { ...rig.target, baseUrl: gate.baseUrl };
  await Array.fromAsync(running({ job, target, requestsPerMinute: 'unlimited', allowsLive: true }));
  return rig.service.db
    .prepare('SELECT uid FROM members ORDER BY uid')
    .all()
    .map(({ uid }) => uid);
}

test('without a look before it is removed again, a membership goes that other people have created', async () => {
  expect(await membersAfterLostAnswer(runJob)).toEqual(['ada', 'bob', 'cy']);
  const module = await jobWithout(
    'runner/src/routes/removal-route.ts',
    '...(canLookFor(kind) && {',
    '...(false && {',
  );
  expect(await membersAfterLostAnswer(module.runJob)).toEqual(['ada', 'cy']);
});

/** Somebody deletes a group of the job and makes another one under its id. @returns its name after a delta in which it is renamed */
async function nameAfterDelta(sending: typeof runJob): Promise<unknown> {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, { users, groups: [group] });
  await using client = createClient(rig.target);
  await client.call('groups.delete', { path: { guid: 'den' } });
  await client.call('groups.create', { body: { guid: 'den', name: 'Theirs', type: 'public' } });
  const job = path.join(rig.folder, 'night');
  const rows = { users, groups: [{ ...group, name: 'The den' }] };
  await planRows(structuredClone(rows), { job, after: rig.job });
  await Array.fromAsync(sending({ job, target: rig.target, requestsPerMinute: 'unlimited' }));
  return rig.service.db.prepare("SELECT name FROM groups WHERE guid = 'den'").get()!['name'];
}

test('without reading a group before its update, a delta renames what other people have made', async () => {
  expect(await nameAfterDelta(runJob)).toBe('Theirs');
  const read = 'await route.ofOthers?.(batch, positions, reader)';
  const { runJob: sending } = await jobWithout(
    'runner/src/sending/state-before.ts',
    read,
    'new Map()',
  );
  expect(await nameAfterDelta(sending)).toBe('The den');
});
