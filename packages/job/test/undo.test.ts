import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { byKind, type Kind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { jobFolder, planRows, type RowsByKind, undoJob } from '../src/index.ts';
import { leftOf, undoStatus } from '../src/undo-state/undo-state.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { prepareRepair } from '../src/changes/prepare-repair.ts';
import { rememberedTarget } from '../src/sending/job-destination.ts';
import { setLedgerAside } from '../src/undoing/set-ledger-aside.ts';
import { undoFolder } from '../src/undo-state/undo-folder.ts';
import { repairFolder } from '../src/changes/repair-folder.ts';
import { removalOf } from '../src/undoing/removal-of.ts';
import { appContent } from './support/app-content.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import {
  clientOf,
  errorsIn,
  imported,
  keptIn,
  NOW,
  planned,
  rows,
  sent,
  text,
  undone,
  untimed,
} from './support/undo-rig.ts';

test('an undo removes every kind of record that the job created, after which the job can be run again', async () => {
  await using rig = await startJobRig();
  const before = appContent(rig.service);
  await imported(rig);
  const whole = appContent(rig.service);

  const plan = await planned(rig);
  expect(plan).toMatchObject({ state: 'planned', config: { kept: { users: 0, groups: 0 } } });
  // All that is the job's is there, and is removed; a description goes with its group.
  expect({ ...plan.config.own, descriptions: 0 }).toEqual(
    byKind((kind) => plan.kinds[kind]?.planned ?? 0),
  );
  expect(appContent(rig.service)).toEqual(whole);
  // Work of before the undo, about records that are no longer there.
  const job = jobFolder(rig.job);
  const outdated = [job.verification, job.differences, repairFolder(job).path];
  for (const file of outdated) writeFileSync(file, '{}\n');
  const result = await undone(rig);

  expect(result).toMatchObject({ end: 'finished' });
  expect(outdated.filter((file) => existsSync(file))).toEqual([]);
  expect(appContent(rig.service)).toEqual(before);
  expect(existsSync(job.ledger)).toBe(false);
  expect(existsSync(job.undoneLedger)).toBe(true);
  expect(rememberedTarget(job)).toMatchObject({ baseUrl: rig.target.baseUrl });
  expect(undoStatus(job)).toMatchObject({ state: 'done' });

  // As after a kill before the ledger was set aside: the next call makes up for it.
  renameSync(job.undoneLedger, job.ledger);
  const { target } = rig;
  const again = undoJob({ job: rig.job, target, confirm: () => false });
  expect((await again.next()).value).toMatchObject({ state: 'done' });
  expect([job.ledger, job.undoneLedger].map(existsSync)).toEqual([false, true]);

  // The same with a reader that keeps its log from being folded.
  renameSync(job.undoneLedger, job.ledger);
  await expect(imported(rig)).rejects.toMatchObject({ code: 'undo-begun' });
  using reader = new DatabaseSync(job.ledger);
  reader.exec('CREATE TABLE in_log (it)');
  setLedgerAside(job);
  using aside = new DatabaseSync(job.undoneLedger);
  expect(aside.prepare('SELECT * FROM in_log').all()).toEqual([]);

  expect(await imported(rig)).toMatchObject({
    end: 'finished',
    sums: { messages: { created: 3 } },
  });
  // A reply is sent live, at another time.
  expect(untimed(appContent(rig.service))).toEqual(untimed(whole));
  expect(undoStatus(job)).toBeUndefined();

  // What others have removed since the undo was planned counts as removed.
  writeFileSync(undoFolder(job).errors, '{}\n');
  await planned(rig);
  expect(existsSync(undoFolder(job).errors)).toBe(false);
  await removedByOthers(rig);
  expect(await undone(rig)).toMatchObject({ end: 'finished' });
  expect(existsSync(undoFolder(job).errors)).toBe(false);
  expect(removalOf(job, 'messages', 'm1')).toEqual({ outcome: 'removed' });
  expect(appContent(rig.service)).toEqual(before);
});

async function removedByOthers(rig: JobRig): Promise<void> {
  await using client = clientOf(rig);
  await client.users.reactivate({ body: { uidsToActivate: ['dot'] } });
  await client.users.friends.remove({ path: { uid: 'ada' }, body: { friends: ['dot'] } });
  // Before one is deleted, because a deletion adds an action message.
  for (const { id, muid } of await Array.fromAsync(client.messages.list()))
    if (muid !== 'm3') await client.messages.delete({ path: { id }, body: { permanent: true } });
  await client.groups.delete({ path: { guid: 'makers' } });
}

test('records that were there before are not touched, and users and groups that hold others are kept unless that is forced', async () => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  const create = async (uid: string): Promise<unknown> =>
    client.call('users.create', { body: { uid, name: uid } });
  for (const uid of ['eve', 'fay', 'hal']) await create(uid);
  await client.call('groups.create', {
    body: { guid: 'others', name: 'Others', type: 'public', owner: 'eve' },
  });
  const send = (
    sender: string,
    receiver: string,
    receiverType: 'user' | 'group',
  ): Promise<unknown> =>
    client.call('messages.send', {
      onBehalfOf: sender,
      body: { receiver, receiverType, category: 'message', type: 'text', data: { text: 'Live' } },
    });
  await send('eve', 'fay', 'user');
  const before = appContent(rig.service);
  const given = rows();
  (given['users'] as object[]).push({ uid: 'gus', name: 'Gus', createdAt: NOW - 900 });
  (given['users'] as object[]).push({ uid: 'ida', name: 'Ida' });
  (given['messages'] as object[]).push(text('m5', 'ada', 'gus'));
  // He was there before, and what the job made Gus do about him was not.
  (given['users'] as object[]).push({ uid: 'hal', name: 'hal' });
  (given['blocks'] as object[]).push({ uid: 'gus', blocked: 'hal' });
  // They have the ids of a group and of a user that hold others.
  (given['users'] as object[]).push({ uid: 'makers', name: 'Makers' });
  (given['groups'] as object[]).push({ ...(given['groups'] as object[])[0], guid: 'bob' });
  await imported(rig, given);
  // In use since: a live message to Bob, a member of the group, Cy in a group of others, and a friend of Gus.
  await send('eve', 'bob', 'user');
  await send('bob', 'eve', 'user');
  await client.call('groups.members.add', {
    path: { guid: 'makers' },
    body: { participants: ['fay'] },
  });
  await client.call('groups.members.add', {
    path: { guid: 'others' },
    body: { participants: ['cy'] },
  });
  await client.call('users.friends.add', { path: { uid: 'gus' }, body: { accepted: ['fay'] } });
  await client.call('users.blockedUsers.block', {
    path: { uid: 'ida' },
    body: { blockedUids: ['fay'] },
  });

  const plan = await planned(rig);
  expect(plan.config.kept).toEqual({ users: 5, groups: 1 });
  expect(keptIn(rig)).toEqual(
    expect.arrayContaining([
      { kind: 'users', id: 'bob', holds: expect.stringMatching(/^messages:/) },
      { kind: 'groups', id: 'makers', holds: 'members:makers_member_fay' },
      { kind: 'users', id: 'cy', holds: 'members:others_member_cy' },
      { kind: 'users', id: 'gus', holds: 'friends:fay_friend_gus' },
      { kind: 'users', id: 'ida', holds: 'blocks:ida_blocks_fay' },
      { kind: 'users', id: 'ada', holds: 'groups:makers' },
      // Nothing proves that they are the job's. They go with their users, and do not keep them.
      ...['bob_blocks_cy', 'gus_blocks_hal'].map((id) => ({
        kind: 'blocks',
        id,
        because: 'unsure',
        goesWith: `users:${id.slice(0, 3)}`,
      })),
    ]),
  );
  expect(keptIn(rig)).toHaveLength(8);
  const removal = (kind: Kind, id: string): string | undefined =>
    removalOf(jobFolder(rig.job), kind, id)?.outcome;
  expect(removal('users', 'bob')).toBeUndefined();
  await undone(rig);
  expect([removal('users', 'bob'), removal('users', 'dot')]).toEqual(['kept', 'removed']);

  const after = appContent(rig.service);
  const kept = [
    ['groups', 'makers', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['users', 'ada', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['users', 'bob', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['users', 'cy', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['users', 'gus', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['users', 'ida', 'skipped', 'HOLDS_OTHER_RECORDS'],
    ['roles', 'staff', 'skipped', 'HOLDS_OTHER_RECORDS'],
  ];
  expect(errorsIn(rig)).toEqual(expect.arrayContaining(kept));
  expect(errorsIn(rig)).toHaveLength(kept.length);
  const idsIn = (kind: string, key: string): unknown[] =>
    after[kind]!.map((row) => (row as Record<string, unknown>)[key]);
  expect(idsIn('users', 'uid')).toEqual(['ada', 'bob', 'cy', 'eve', 'fay', 'gus', 'hal', 'ida']);
  expect(idsIn('groups', 'guid')).toEqual(['makers', 'others']);
  expect(after['blocks']).toEqual([
    { uid: 'bob', blocked: 'cy' },
    { uid: 'gus', blocked: 'hal' },
    { uid: 'ida', blocked: 'fay' },
  ]);
  expect(after['messages']).toHaveLength(3);
  expect(after['members']).toHaveLength(3);

  await undone(rig, { isForced: true });
  expect(keptIn(rig)).toHaveLength(kept.length + 1);
  expect(existsSync(undoFolder(jobFolder(rig.job)).errors)).toBe(false);
  expect(appContent(rig.service)).toEqual(before);
});

test('what could not be removed goes with its user, and is not tried in vain again', async () => {
  await using rig = await startJobRig();
  const before = appContent(rig.service);
  await imported(rig);
  await planned(rig);
  const refused = { fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST' } as const;
  const operations = [
    'messages.reactions.remove',
    'users.friends.remove',
    'users.blockedUsers.unblock',
    'messages.delete',
  ];
  rig.service.setFaults(operations.map((operation) => ({ ...refused, operation })));

  await undone(rig, { isForced: true });
  const kinds = errorsIn(rig).map((line) => (line as readonly string[])[0]);
  expect([...new Set(kinds)]).toEqual(['messages', 'replies', 'reactions', 'friends', 'blocks']);
  rig.service.setFaults([]);
  const { job, target } = rig;
  for await (const _ of undoJob({ job, target, confirm: async () => true }));

  expect(existsSync(undoFolder(jobFolder(rig.job)).errors)).toBe(false);
  expect(appContent(rig.service)).toEqual(before);
});

test('an undo reads, asks, removes and reports, and gives the job back to a caller that leaves', async () => {
  await using rig = await startJobRig();
  const before = appContent(rig.service);
  await imported(rig, { users: [{ uid: 'ada', name: 'Ada' }] });
  const { job, target } = rig;
  const happened: string[] = [];
  const undo = { job, target, confirm: () => happened.push('asked') > 0 };

  for await (const event of undoJob(undo)) if (event.type === 'reading') break;
  for await (const { type } of undoJob(undo))
    if (['reading', 'batch-settled', 'report'].includes(type)) happened.push(type);

  expect([...new Set(happened)]).toEqual(['reading', 'asked', 'batch-settled', 'report']);
  expect(appContent(rig.service)).toEqual(before);
});

test('a reaction goes with its message, also when its user is banned from the group since', async () => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  const before = appContent(rig.service);
  const given = rows();
  (given['reactions'] as object[]).push({ muid: 'm2', uid: 'bob', reaction: '🎉' });
  await imported(rig, given);
  await client.call('groups.bannedUsers.ban', { path: { guid: 'makers', uid: 'bob' } });
  await planned(rig);

  expect(await undone(rig)).toMatchObject({
    counts: { reactions: { created: 2, failed: 0 } },
  });
  expect(existsSync(undoFolder(jobFolder(rig.job)).errors)).toBe(false);
  expect(appContent(rig.service)).toEqual(before);
});

async function codeOf(refused: Promise<unknown>): Promise<string> {
  return await refused.then(
    () => 'none',
    (error: unknown) => (error as { code: string }).code,
  );
}

test('an undo that is stopped at any event, with faults, continues where it was', async () => {
  await using rig = await startJobRig();
  const before = appContent(rig.service);
  await imported(rig);
  await planned(rig);
  rig.service.setFaults([
    { fault: 'status-before', status: 500, when: { probability: 0.1 }, seed: 1 },
    { fault: 'status-after', status: 502, when: { probability: 0.1 }, seed: 2 },
  ]);
  const states = new Set<string>();
  const refusals: string[] = [];
  let later: string | undefined;
  for (let after = 2; (await undone(rig, { stopAfter: after })) === undefined; after += 5) {
    states.add((await planned(rig)).state);
    setLedgerAside(jobFolder(rig.job));
    const job = jobFolder(rig.job);
    const to = { target: rig.target, options: {} };
    const repair = { job, to, editsMessages: false, isDryRun: false };
    for (const refused of [
      () => imported(rig),
      () => markForRetry(job, to),
      () => prepareRepair(repair),
    ])
      refusals.push(await codeOf(refused()));
    later ??= await codeOf(planRows(rows(), { job: `${rig.job}-later`, after: rig.job }));
  }
  rig.service.setFaults([]);
  expect(later).toBe('undo-begun');
  expect([...states]).toEqual(['begun']);
  expect(new Set(refusals)).toEqual(new Set(['undo-begun']));
  expect(undoStatus(jobFolder(rig.job))).toMatchObject({ state: 'done' });
  expect(appContent(rig.service)).toEqual(before);
});

test.each(['members', 'messages'])(
  'of %s that were there before with other content, none is taken for own after a lost answer',
  async (kind) => {
    await using rig = await startJobRig();
    await using client = clientOf(rig);
    for (const uid of ['ada', 'bob'])
      await client.call('users.create', { body: { uid, name: uid } });
    await client.call('groups.create', {
      body: { guid: 'makers', name: 'Makers', type: 'public', owner: 'ada' },
    });
    const path = { guid: 'makers' };
    await client.call('groups.members.add', { path, body: { participants: ['bob'] } });
    const live = { category: 'message', type: 'text', data: { text: 'Before' } };
    await client.call('messages.send', {
      onBehalfOf: 'ada',
      body: { ...live, muid: 'm1', receiver: 'bob', receiverType: 'user' } as never,
    });
    const before = untimed(appContent(rig.service));
    const given = {
      users: ['ada', 'bob'].map((uid) => ({ uid, name: uid })),
      groups: [{ guid: 'makers', name: 'Makers', type: 'public', owner: 'ada' }],
      members: [{ guid: 'makers', uid: 'bob', joinedAt: NOW - 800 }],
      messages: [text('m1', 'ada', 'bob'), text('m2', 'ada', 'bob')],
    } as RowsByKind;
    await planRows(given, { job: rig.job });
    const fault = { fault: 'status-after', status: 502, when: { nth: 1 } } as const;
    rig.service.setFaults([{ ...fault, operation: `dataImport.${kind}` }]);

    await sent(rig, Infinity);
    await planned(rig);
    await undone(rig);

    expect(untimed(appContent(rig.service))).toEqual(before);
  },
);

test('an undo that was only planned is planned again for what was sent since', async () => {
  await using rig = await startJobRig();
  const before = appContent(rig.service);
  await planRows(rows(), { job: rig.job, createRoles: true, threads: 'reply' });
  await sent(rig, 8);
  const early = await planned(rig);
  await sent(rig, Infinity);

  const late = await planned(rig);
  await undone(rig);

  expect([early.state, late.state]).toEqual(['planned', 'planned']);
  expect(late.config.own).not.toEqual(early.config.own);
  expect(appContent(rig.service)).toEqual(before);
});

test('who sent and who received a message of others are kept, and its group, if they are the job’s', async () => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  await imported(rig);
  const live = { category: 'message', type: 'text', data: { text: 'Live' } };
  const send = (receiver: string, receiverType: string): Promise<unknown> =>
    client.call('messages.send', {
      onBehalfOf: 'cy',
      body: { ...live, receiver, receiverType } as never,
    });
  await client.call('groups.bannedUsers.unban', { path: { guid: 'makers', uid: 'cy' } });
  await send('ada', 'user');
  await client.call('groups.members.add', {
    path: { guid: 'makers' },
    body: { participants: ['cy'] },
  });
  await send('makers', 'group');

  await planned(rig);
  const holds = expect.stringMatching(/^messages:/) as string;
  expect(keptIn(rig)).toEqual(
    expect.arrayContaining([
      { kind: 'users', id: 'cy', holds },
      { kind: 'users', id: 'ada', holds },
      { kind: 'groups', id: 'makers', holds },
    ]),
  );
  await undone(rig);

  const { users, groups, messages } = appContent(rig.service);
  expect(users).toMatchObject([{ uid: 'ada' }, { uid: 'cy' }]);
  expect(groups).toMatchObject([{ guid: 'makers' }]);
  expect(messages!.map((row) => (row as { data: string }).data)).toContain('{"text":"Live"}');
});

test('a forced undo stays forced for those it has listed, however often it stops and is continued', async () => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  await imported(rig);
  const live = { receiverType: 'user', category: 'message', type: 'text', data: { text: 'Live' } };
  const send = async (receiver: string): Promise<unknown> =>
    client.call('messages.send', { onBehalfOf: 'eve', body: { ...live, receiver } as never });
  await send('bob');
  expect((await planned(rig)).config.kept).toEqual({ users: 1, groups: 0 });
  // No list has shown her to the user.
  await send('ada');

  expect(await undone(rig, { isForced: true, stopAfter: 2 })).toBeUndefined();
  for (let times = 0; times < 2; times++)
    expect(await undone(rig, { stopAfter: 2 })).toBeUndefined();
  const result = await undone(rig);

  expect(result).toMatchObject({ end: 'finished', counts: { users: { skipped: 1, pending: 0 } } });
  const uids = (): unknown => appContent(rig.service)['users'];
  expect(uids()).toMatchObject([{ uid: 'ada' }, { uid: 'eve' }]);

  // Now a list shows her, and the undo that was forced did not.
  expect(await undone(rig, { stopAfter: 1 })).toBeUndefined();
  for (let times = 0; times < 2; times++) await undone(rig);
  expect(uids()).toMatchObject([{ uid: 'ada' }, { uid: 'eve' }]);
  await undone(rig, { isForced: true });
  expect(uids()).toMatchObject([{ uid: 'eve' }]);
});

test('what an undo has left is what failed, was skipped, or is unknown, of every kind', () => {
  const none = { failed: 0, skipped: 0, unresolved: 0, created: 7, present: 7, pending: 7 };
  const kinds = byKind((kind) =>
    kind === 'users'
      ? { ...none, failed: 1, skipped: 10, unresolved: 100 }
      : { ...none, failed: kind === 'messages' ? 1000 : 0 },
  );

  expect(leftOf({ kinds } as never)).toBe(1111);
});
