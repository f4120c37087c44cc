import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { jobFolder, planRows, planUndo, rememberedTarget } from '../src/index.ts';
import { appContent } from './support/app-content.ts';
import { startJobRig } from './support/job-rig.ts';
import { errorsIn, imported, planned, rows, text, undone } from './support/undo-rig.ts';

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
  const { failed, unresolved, created } = result.counts.messages;
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
}, 60_000);

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
  await imported(rig, { users }, other.target);
  expect(rememberedTarget(jobFolder(rig.job))?.baseUrl).toBe(other.target.baseUrl);
}, 60_000);

test('a job folder that was lost can be undone no more: what a second job has found present is not removed', async () => {
  await using rig = await startJobRig();
  await imported(rig);
  const whole = appContent(rig.service);
  rig.useJob('again');
  await imported(rig);

  await planned(rig);
  await undone(rig);

  expect(appContent(rig.service)).toEqual(whole);
}, 60_000);

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
}, 60_000);
