import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { importRows, planFiles, planRows, verifyJob } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';

const now = Math.floor(Date.now() / 1000) - 3600;
const signed =
  'https://media-us.example/app/media/a.png?Expires=1700000000&Signature=s3cr3t&Key-Pair-Id=s3cr3t';

function lists(): Readonly<Record<string, object>> {
  const users = ['ann', 'bob'].map((uid) => ({ uid, name: uid, createdAt: now }));
  const file = { url: signed, name: 'a.png', mimeType: 'image/png', extension: 'png' };
  const messages = [1, 2].map((id) => ({
    id: String(id),
    muid: `m${id}`,
    conversationId: 'ann_user_bob',
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    category: 'message',
    type: 'image',
    data: { url: signed, attachments: [file] },
    sentAt: now + id,
  }));
  return { users, messages };
}

test.each([
  {
    options: undefined,
    warned: 2,
    hosts: [{ host: 'media-us.example', attachments: 2, unreachable: 2 }],
  },
  {
    options: { filesUrl: 'https://files.example' },
    warned: 0,
    hosts: [{ host: 'files.example', attachments: 2 }],
  },
])(
  'signed addresses of an app are warned of message by message, unless the files are copied: $options',
  async ({ options, warned, hosts }) => {
    await using rig = await startJobRig();
    for (const [name, data] of Object.entries(lists()))
      rig.write(`export/${name}.json`, [JSON.stringify({ data, meta: {} })]);

    const summary = await planFiles([`${rig.folder}/export`], {
      job: rig.job,
      from: 'service',
      ...(options === undefined ? {} : { sources: { service: options } }),
    });

    expect(summary.kinds.messages).toMatchObject({ planned: 2, warnings: warned });
    expect(summary.problems.filter(({ code }) => code === 'signed-url')).toHaveLength(
      warned === 0 ? 0 : 1,
    );
    expect(summary.attachmentHosts).toEqual(hosts);
    expect(JSON.stringify(summary)).not.toContain('s3cr3t');
  },
);

test('answers with signed addresses are as planned, and a plan of them warns that they end', async () => {
  await using rig = await startJobRig();
  const { job, target, service } = rig;
  const url = new URL('/media/app/media/a.png', service.baseUrl).href;
  const file = { url, name: 'a.png', mimeType: 'image/png', extension: 'png' };
  const [message] = lists()['messages'] as [Record<string, unknown>];
  const { muid, sender, receiver, receiverType, category, type, sentAt } = message;
  const row = {
    muid,
    sender,
    receiver,
    receiverType,
    category,
    type,
    sentAt,
    data: { attachments: [file] },
  };
  const users = lists()['users'] as Record<string, unknown>[];
  await importRows({ users, messages: [row] }, { job, target, requestsPerMinute: 'unlimited' });
  service.setFaults([{ fault: 'signed-media', seconds: 900 }]);

  const { complete, kinds } = await verifyJob({ job, target });
  await using client = createClient(target);
  for (const name of ['users', 'messages'] as const)
    rig.write(`signed/${name}.json`, [
      JSON.stringify({ data: await Array.fromAsync(client.list(`${name}.list`)), meta: {} }),
    ]);
  const summary = await planFiles([`${rig.folder}/signed`], { job: `${job}-2`, from: 'service' });

  expect([complete, kinds.find(({ kind }) => kind === 'messages')!.same]).toEqual([true, 1]);
  expect(rig.inJob('../signed/messages.json')).toContain('Signature=');
  expect(summary.kinds.messages).toMatchObject({ planned: 1, warnings: 1 });
  expect(summary.attachmentHosts).toMatchObject([{ attachments: 1, unreachable: 1 }]);
});

/** Two users and a group, with pictures. @param by the signature @param path of the picture of Bob */
function rowsWith(by: string, path: string) {
  const address = (name: string): string =>
    `https://pictures.example/${name}?Expires=1900000000&Signature=${by}&Key-Pair-Id=K`;
  return {
    users: [
      { uid: 'ann', name: 'Ann', avatar: address('ann.png'), createdAt: now },
      { uid: 'bob', name: 'Bob', avatar: address(path), createdAt: now },
    ],
    groups: [{ guid: 'den', name: 'Den', type: 'public', icon: address('den.png') }],
  };
}

test('a picture with a new signature is no change of a delta, and one at another address is', async () => {
  await using rig = await startJobRig();
  const { job, target } = rig;
  await importRows(rowsWith('one', 'bob.png'), { job, target, requestsPerMinute: 'unlimited' });

  const { kinds } = await planRows(rowsWith('two', 'other.png'), { job: `${job}-2`, after: job });

  expect(kinds.users).toMatchObject({ unchanged: 1, updated: 1 });
  expect(kinds.groups).toMatchObject({ unchanged: 1, updated: 0 });
});
