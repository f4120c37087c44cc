import { expect, test } from 'vitest';
import { importRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { message, startJobRig } from './support/job-rig.ts';

const everything: RowsByKind = {
  users: [
    {
      uid: 'ada',
      name: 'Ada',
      avatar: 'https://x.example/a.png',
      link: 'https://x.example/ada',
      role: 'default',
      metadata: { city: 'Oslo' },
      tags: ['a', 'b'],
    },
    { uid: 'bob', name: 'Bob' },
  ],
  groups: [
    {
      guid: 'makers',
      name: 'Makers',
      type: 'password',
      password: 'sesame',
      icon: 'https://x.example/m.png',
      owner: 'ada',
      metadata: { floor: 3 },
      tags: ['t'],
    },
  ],
  members: [{ guid: 'makers', uid: 'bob', scope: 'moderator' }],
  messages: [
    { ...message(1), tags: ['x'], data: { text: 'Hi', metadata: { a: [1] }, extra: 'kept' } },
    { ...message(2), text: undefined, type: 'poll', data: { customData: { question: 'Why?' } } },
    {
      ...message(3),
      text: undefined,
      receiver: 'makers',
      receiverType: 'group',
      type: 'file',
      data: {
        attachments: [
          {
            url: 'https://x.example/f.pdf',
            name: 'f',
            mimeType: 'application/pdf',
            extension: 'pdf',
          },
        ],
      },
    },
  ],
};

test('records that go through the chat endpoints are there with every field', async () => {
  await using rig = await startJobRig();
  const routes = { users: 'chat', groups: 'chat', members: 'chat', messages: 'chat' } as const;

  const { run } = await importRows(everything, {
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    routes,
  });
  const verified = await verifyJob({ job: rig.job, target: rig.target, routes });

  expect(run?.reason).toBeUndefined();
  expect(rig.inJob('differences.jsonl')).toBe('');
  expect(verified).toMatchObject({ complete: true });
  expect(rig.service.requests.map(({ operation }) => operation)).not.toContain('dataImport.users');
});
