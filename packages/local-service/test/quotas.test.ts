import { expect, test } from 'vitest';
import { keyed, importSample, user } from './support/records.ts';
import { type Rig, startRig, TODAY } from './support/rig.ts';

const importOne = (rig: Rig) =>
  rig.call('dataImport.users', { body: { users: keyed([user('ada')]) } });

test('the answer to the sixty-first import in a minute states how long to wait', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 60 });
  for (let second = 0; second < 60; second++) {
    expect((await importOne(rig)).status).toBe(200);
    rig.pass(0.5);
  }

  const tooMany = await importOne(rig);

  expect([tooMany.status, tooMany.body.error.code]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  expect(tooMany.body.error.message).toContain('retry for seconds after 30.');
  expect(Object.fromEntries(tooMany.headers)).toMatchObject({
    'retry-after': '30',
    'x-rate-limit': '60',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(TODAY + 60),
  });
  rig.pass(29.999);
  expect((await importOne(rig)).status).toBe(429);
  rig.pass(0.001);
  expect((await importOne(rig)).status).toBe(200);
  expect((await importOne(rig)).status).toBe(429);
});

test('an even pace of one a second is never refused', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 60 });

  for (let second = 0; second < 180; second++) {
    expect((await importOne(rig)).status).toBe(200);
    rig.pass(1);
  }
});

test('the four imports share one budget unless each has its own', async () => {
  await using shared = await startRig({ importRequestsPerMinute: 1 });
  await using apart = await startRig({ importRequestsPerMinute: 1, importQuota: 'per-operation' });

  for (const rig of [shared, apart]) await importOne(rig);

  expect((await shared.call('dataImport.groups', { body: {} })).status).toBe(429);
  expect((await apart.call('dataImport.groups', { body: {} })).status).toBe(400);
  expect((await apart.call('dataImport.users', { body: {} })).status).toBe(429);
});

test('successful answers contain the remaining budget', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 10 });

  const { headers } = await importOne(rig);

  expect(headers.get('x-rate-limit-remaining')).toBe('9');
});

test('other requests have budgets of their own, which can be set', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 'unlimited', requestsPerMinute: 2 });

  const statuses = [];
  for (let number = 0; number < 3; number++) statuses.push((await rig.call('users.list')).status);
  const core = await rig.call('users.create', { body: { uid: 'ada', name: 'Ada' } });

  expect(statuses).toEqual([200, 200, 429]);
  expect(core.status).toBe(200);
  expect((await importOne(rig)).status).toBe(200);
});

test('a user can send thirty messages a minute', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const send = (as: string) =>
    rig.call('messages.send', {
      as,
      body: { receiver: 'cy', receiverType: 'user', type: 'text', data: { text: 'hi' } },
    });

  for (let number = 0; number < 30; number++) expect((await send('ada')).status).toBe(200);

  expect((await send('ada')).status).toBe(429);
  expect((await send('bob')).status).toBe(200);
});

test('a conversation can be marked unread five times a minute', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const body = { receiver: 'ada', receiverType: 'user', type: 'text', data: { text: 'hi' } };
  await rig.data('messages.send', { as: 'bob', body });
  const markUnread = () =>
    rig.call('users.conversation.markUnread', { as: 'ada', path: { uid: 'bob' } });

  for (let number = 0; number < 5; number++) expect((await markUnread()).status).toBe(200);

  expect((await markUnread()).status).toBe(429);
});
