import type { OperationName } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { keyed, importSample, user } from './support/records.ts';
import { type Rig, startRig } from './support/rig.ts';

const importOne = (rig: Rig) =>
  rig.call('dataImport.users', { body: { users: keyed([user('ada')]) } });

test('in a sliding window, the answer to the sixty-first import in any minute states how long to wait', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 60, quotaWindow: 'sliding' });
  for (let second = 0; second < 60; second++) {
    expect((await importOne(rig)).status).toBe(200);
    rig.pass(0.5);
  }

  const tooMany = await importOne(rig);

  expect([tooMany.status, tooMany.body.error.code]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  expect(tooMany.body.error.message).toContain('try again in 30 seconds.');
  expect(Object.fromEntries(tooMany.headers)).toMatchObject({
    'retry-after': '30',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
  });
  rig.pass(29.999);
  expect((await importOne(rig)).status).toBe(429);
  rig.pass(0.001);
  expect((await importOne(rig)).status).toBe(200);
  expect((await importOne(rig)).status).toBe(429);
});

test('a fixed window begins with its first request, and the next one after sixty seconds is full', async () => {
  await using rig = await startRig({ importRequestsPerMinute: 3 });
  const statuses: number[] = [];
  for (const seconds of [0, 30, 29, 0.999, 0.001, 0, 0, 0]) {
    rig.pass(seconds);
    statuses.push((await importOne(rig)).status);
  }

  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
});

test.each(['fixed', 'sliding'] as const)(
  'an even pace is never refused: %s',
  async (quotaWindow) => {
    await using rig = await startRig({ importRequestsPerMinute: 60, quotaWindow });

    for (let second = 0; second < 180; second++) {
      expect((await importOne(rig)).status).toBe(200);
      rig.pass(1);
    }
  },
);

test('the four imports share one budget unless each has its own', async () => {
  await using shared = await startRig({ importRequestsPerMinute: 1 });
  await using apart = await startRig({ importRequestsPerMinute: 1, importQuota: 'per-operation' });

  for (const rig of [shared, apart]) await importOne(rig);

  expect((await shared.call('dataImport.groups', { body: {} })).status).toBe(429);
  expect((await apart.call('dataImport.groups', { body: {} })).status).toBe(400);
  expect((await apart.call('dataImport.users', { body: {} })).status).toBe(429);
});

type Sent = [name: OperationName, parts?: Parameters<Rig['call']>[1]];

/** What answers report as left for the operation and for the app. */
async function left(rig: Rig, ...requests: Sent[]): Promise<[string | null, string | null][]> {
  const said: [string | null, string | null][] = [];
  for (const [name, parts] of requests) {
    const { headers } = await rig.call(name, parts);
    said.push([headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-remaining-for-app')]);
  }
  return said;
}

const create = (uid: string): Sent => ['users.create', { body: { uid, name: uid } }];
const remove = (uid: string): Sent => [
  'users.delete',
  { path: { uid }, body: { permanent: true } },
];
const hello = { receiver: 'u1', receiverType: 'user', type: 'text', data: { text: 'hi' } };

test('each core operation has a budget of its own, and the standard ones share one, as recorded', async () => {
  await using rig = await startRig();

  const core = await left(rig, create('u1'), create('u2'), remove('u1'), remove('u2'));
  await rig.data('users.create', { body: { uid: 'u1', name: 'U' } });
  rig.pass(60);
  const standard = await left(
    rig,
    ['users.list'],
    ['messages.list'],
    ['messages.send', { body: hello }],
    ['messages.get', { path: { id: '1' } }],
    ['users.authTokens.create', { path: { uid: 'u1' }, body: { force: true } }],
  );

  expect(core).toEqual([
    ['9999', '99999'],
    ['9998', '99998'],
    ['9999', '99997'],
    ['9998', '99996'],
  ]);
  expect(standard).toEqual([
    ['19999', '99999'],
    ['19998', '99998'],
    ['19997', '99997'],
    ['19996', '99996'],
    ['19995', '99995'],
  ]);
});

test('refused requests count and have the headers, but an unknown path has none', async () => {
  await using rig = await startRig();

  const [refused, missing] = await left(
    rig,
    ['users.create', { body: { uid: 'u1' } }],
    ['users.create', { body: { uid: 'U 1', name: 'U' } }],
  );
  const { headers } = await rig.send('GET', `${rig.service.baseUrl}/nothing`);

  expect([refused, missing]).toEqual([
    ['9999', '99999'],
    ['9998', '99998'],
  ]);
  const names = [...headers.keys(), ...(await rig.call('users.list')).headers.keys()];
  expect([...headers.keys()].filter((name) => name.startsWith('x-rate'))).toEqual([]);
  expect(names.filter((name) => name.startsWith('x-rate')).toSorted()).toEqual([
    'x-ratelimit-limit',
    'x-ratelimit-limit-for-app',
    'x-ratelimit-remaining',
    'x-ratelimit-remaining-for-app',
  ]);
});

test('all requests together have the budget of the app', async () => {
  await using rig = await startRig({ appRequestsPerMinute: 2 });

  await rig.call('users.list');
  await rig.call('users.create', { body: { uid: 'u1', name: 'U' } });
  const { status, headers } = await rig.call('users.list');

  expect(status).toBe(429);
  expect(Object.fromEntries(headers)).toMatchObject({
    'retry-after': '60',
    'x-ratelimit-limit-for-app': '2',
    'x-ratelimit-remaining-for-app': '0',
    'x-ratelimit-remaining': '19998',
  });
});

test('in sliding windows all core operations share one budget', async () => {
  await using rig = await startRig({ quotaWindow: 'sliding' });

  expect((await left(rig, create('u1'), remove('u1'))).map(([core]) => core)).toEqual([
    '9999',
    '9998',
  ]);
});

test('a rule chooses the windows of its operations', async () => {
  await using rig = await startRig({
    importRequestsPerMinute: 2,
    faults: [{ fault: 'quota-window', window: 'sliding' }],
  });
  const statuses: number[] = [];
  for (const seconds of [0, 59, 2, 0]) {
    rig.pass(seconds);
    statuses.push((await importOne(rig)).status);
  }

  expect(statuses).toEqual([200, 200, 200, 429]);
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
