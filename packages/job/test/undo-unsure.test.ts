import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { jobFolder, planRows } from '../src/index.ts';
import { planUndo } from '../src/undoing/plan-undo.ts';
import { rememberedTarget } from '../src/sending/job-destination.ts';
import { undoStatus } from '../src/undo-state/undo-state.ts';
import { appContent } from './support/app-content.ts';
import { delta, landed, send } from './support/delta-rig.ts';
import { startJobRig } from './support/job-rig.ts';
import { errorsIn, imported, planned, replyTo, rows, text, undone } from './support/undo-rig.ts';

const reactionTo = (muid: string): Record<string, string> => ({ muid, uid: 'ada', reaction: '👍' });

test('records of unknown outcome are removed if they are there as planned, and other records under the same ids are not', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  // Stored, and answered with an error each time: the job gives up without knowing.
  rig.service.setFaults([
    { fault: 'status-after', status: 500, operation: 'dataImport.messages', code: 'ERR_EXCEPTION' },
  ]);
  const result = await imported(rig, {
    ...rows(),
    reactions: [],
    messages: [text('m1', 'ada', 'bob')],
  });
  const { failed, unresolved, created } = result.sums.messages!;
  expect({ created, lost: failed + unresolved }).toEqual({ created: 0, lost: 1 });
  rig.service.setFaults([]);
  // Another message with the same muid.
  await client.call('messages.send', {
    onBehalfOf: 'eve',
    body: {
      muid: 'm1',
      receiver: 'ada',
      receiverType: 'user',
      category: 'message',
      type: 'text',
      data: { text: 'Another' },
    },
  });

  expect(await planned(rig)).toMatchObject({ kinds: { messages: { planned: 1 } } });
  await undone(rig);

  const { messages, users } = appContent(rig.service);
  expect(messages).toMatchObject([{ muid: 'm1', sender: 'eve' }]);
  expect(users).toMatchObject([{ uid: 'ada' }, { uid: 'eve' }]);
});

test('another app is refused until the job is undone, and so is a job that sent nothing', async () => {
  await using rig = await startJobRig();
  await using other = await startJobRig();
  const users = [{ uid: 'ada', name: 'Ada' }];
  await planRows({ users }, { job: rig.job });
  await expect(planned(rig)).rejects.toMatchObject({ code: 'nothing-landed' });
  await imported(rig, { users });

  const signal = new AbortController().signal;
  const elsewhere = { job: jobFolder(rig.job), target: other.target, signal };
  await expect(planUndo({ ...elsewhere, requestsPerMinute: 'unlimited' })).rejects.toMatchObject({
    code: 'other-target',
  });

  await planned(rig);
  await undone(rig);
  const another = { ...elsewhere, target: { ...rig.target, appId: 'another' } };
  await expect(planUndo({ ...another, requestsPerMinute: 'unlimited' })).rejects.toMatchObject({
    code: 'other-target',
  });
  await planRows({ users: [...users, { uid: 'bob', name: 'Bob' }] }, { job: rig.job });
  expect(undoStatus(jobFolder(rig.job))).toBeUndefined();
  await imported(rig, { users }, other.target);
  expect(rememberedTarget(jobFolder(rig.job))?.baseUrl).toBe(other.target.baseUrl);
});

test('a job folder that was lost can be undone no more: what a second job has found present is not removed', async () => {
  await using rig = await startJobRig();
  await imported(rig);
  const whole = appContent(rig.service);
  rig.useJob('again');
  await imported(rig);

  await planned(rig);
  await undone(rig);

  expect(appContent(rig.service)).toEqual(whole);
});

test('a membership of a user who was deactivated meanwhile is not taken for removed', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  const given = rows();
  (given['members'] as object[]).push({ guid: 'makers', uid: 'eve', scope: 'participant' });
  (given['users'] as object[]).push({ uid: 'eve', name: 'Eve' });
  await imported(rig, given);
  await planned(rig);
  await client.call('users.deactivate', { body: { uidsToDeactivate: ['eve'] } });

  await undone(rig);

  expect(errorsIn(rig)).toEqual([['members', 'makers_member_eve', 'failed', 'ERR_UID_NOT_FOUND']]);
});

test('a block of a user who was there before, of whom an earlier job has landed, is not removed', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  const users = [{ uid: 'ada', name: 'Ada' }];
  await landed(rig, { users });
  await client.call('users.create', { body: { uid: 'hal', name: 'Hal' } });
  await client.call('users.blockedUsers.block', {
    path: { uid: 'hal' },
    body: { blockedUids: ['ada'] },
  });
  const given = {
    users: [...users, { uid: 'hal', name: 'Hal' }],
    blocks: [{ uid: 'hal', blocked: 'ada' }],
  };
  const { job } = await delta(rig, given, 'night', rig.job);
  await send(rig, job);
  rig.useJob('night');

  const { config } = await planned(rig);
  await undone(rig);

  expect(config).toMatchObject({ own: { blocks: 0 }, unsure: 0 });
  expect(appContent(rig.service)['blocks']).toEqual([{ uid: 'hal', blocked: 'ada' }]);
});

test('a block that nothing proves does not keep its user, once what kept the user is gone', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  for (const uid of ['eve', 'hal']) await client.call('users.create', { body: { uid, name: uid } });
  const before = appContent(rig.service);
  await imported(rig, {
    users: [
      { uid: 'ada', name: 'Ada' },
      { uid: 'hal', name: 'hal' },
    ],
    blocks: [{ uid: 'ada', blocked: 'hal' }],
  });
  const { data: live } = await client.call('messages.send', {
    onBehalfOf: 'eve',
    body: {
      receiver: 'ada',
      receiverType: 'user',
      category: 'message',
      type: 'text',
      data: { text: 'Hello' },
    },
  });
  await planned(rig);
  await undone(rig);
  expect(appContent(rig.service)['blocks']).toEqual([{ uid: 'ada', blocked: 'hal' }]);

  await client.call('messages.delete', { path: { id: live.id! }, body: { permanent: true } });
  await undone(rig);

  expect(appContent(rig.service)).toEqual(before);
});

test('of the reactions of a user of an earlier job, only one that was not there before is removed', async () => {
  await using rig = await startJobRig();
  const users = [{ uid: 'ada', name: 'Ada' }];
  const held = {
    users: [...users, { uid: 'hal', name: 'Hal' }],
    messages: [text('m1', 'hal', 'ada'), replyTo('m1', text('m2', 'hal', 'ada'))],
    reactions: [reactionTo('m1'), reactionTo('m2')],
  };
  rig.useJob('others');
  await imported(rig, held);
  const before = appContent(rig.service);
  rig.useJob('first');
  await imported(rig, { users });
  const given = {
    users: held.users,
    messages: [...held.messages, replyTo('m1', text('m3', 'hal', 'ada'))],
    reactions: [...held.reactions, reactionTo('m3')],
  };
  const { job } = await delta(rig, given, 'night', rig.job, {
    threads: 'reply',
    createRoles: true,
  });
  await send(rig, job);
  rig.useJob('night');

  const { config } = await planned(rig);
  await undone(rig);

  expect(config).toMatchObject({ own: { replies: 1, reactions: 1 }, unsure: 0 });
  expect(appContent(rig.service)).toEqual(before);
});

test('a role that only a deactivated user of others has is kept', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await imported(rig);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve', role: 'staff' } });
  await client.call('users.deactivate', { body: { uidsToDeactivate: ['eve'] } });

  await planned(rig);
  await undone(rig);

  expect(errorsIn(rig)).toEqual([['roles', 'staff', 'skipped', 'HOLDS_OTHER_RECORDS']]);
});
