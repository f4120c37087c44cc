import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSeed, type Seed, startLocalService } from '../src/index.ts';
import { group, member, message, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

const call = {
  sessionId: 'v1.us.1',
  type: 'audio',
  mode: 'call',
  receiverType: 'user',
  receiver: 'bob',
  initiator: 'ada',
  status: 'ended',
  startedAt: TODAY - 100,
  endedAt: TODAY - 40,
  totalDuration: '00:01:00',
  hasRecording: false,
  participants: [{ uid: 'ada', isJoined: true, state: 'ended' }],
  transcriptions: [
    { tid: 't1', startTime: TODAY - 90 },
    { tid: 't2', startTime: TODAY - 50 },
  ],
};

const seed = {
  roles: [{ role: 'guest', name: 'Guest' }],
  users: [user('ada', { role: 'guest' }), user('bob')],
  groups: [group('tea', { owner: 'ada' })],
  members: [member('tea', 'ada')],
  messages: [message('m1', { sentAt: TODAY - 900 * 86_400 })],
  calls: [
    call,
    {
      ...call,
      sessionId: 'v1.us.2',
      startedAt: TODAY - 10,
      initiator: 'bob',
      receiver: 'ada',
      participants: [],
      status: 'unanswered',
    },
  ],
  apiKeys: [{ apiKey: 'seeded', scope: 'fullAccess' as const }],
  flaggedMessages: [{ id: 'f1', status: 'pending' }],
};

test('a seed file is the initial state, however often the service starts', async () => {
  await using dir = await mkdtempDisposable(path.join(tmpdir(), 'seed-'));
  const seedFile = path.join(dir.path, 'seed.json');
  await writeFile(seedFile, JSON.stringify(seed));
  const db = path.join(dir.path, 'service.sqlite');
  const first = await startRig({ db, seedFile });
  await first.service.close();

  await using rig = await startRig({ db, seedFile });

  expect(await rig.data('users.list')).toHaveLength(2);
  expect(await rig.data('roles.list')).toMatchObject([{ role: 'default' }, { role: 'guest' }]);
  expect(await rig.data('groups.members.list', { path: { guid: 'tea' } })).toHaveLength(1);
  expect(await rig.data('messages.list')).toMatchObject([{ muid: 'm1' }]);
  expect((await rig.call('users.list', { headers: { apikey: 'seeded' } })).status).toBe(200);
});

test('calls are listed newest first, by their fields and for one user', async () => {
  await using rig = await startRig({ seed });
  const ids = async (parts: object) =>
    (await rig.data('calls.list', parts)).map(({ sessionId }: { sessionId: string }) => sessionId);

  expect(await ids({})).toEqual(['v1.us.2', 'v1.us.1']);
  expect(await ids({ query: { status: 'unanswered' } })).toEqual(['v1.us.2']);
  expect(await ids({ query: { participantsCount: 1 } })).toEqual(['v1.us.1']);
  expect(await ids({ query: { hasRecording: true } })).toEqual([]);
  expect(await ids({ query: { startedAt: TODAY - 50 } })).toEqual(['v1.us.2']);
  expect(await ids({ query: { perPage: 1, page: 2 } })).toEqual(['v1.us.1']);
  expect(await ids({ as: 'ada' })).toHaveLength(2);
});

test('one call has its participants and transcriptions; another session is not found', async () => {
  await using rig = await startRig({ seed });

  const found = await rig.data('calls.get', { path: { sessionId: 'v1.us.1' } });
  const unknown = await rig.call('calls.get', { path: { sessionId: 'v1.us.9' } });
  const transcriptions = await rig.data('calls.transcriptions.list', {
    path: { sessionId: 'v1.us.1' },
  });

  expect(found).toMatchObject({ totalDuration: '00:01:00', participants: [{ uid: 'ada' }] });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'ERR_CALL_SESSION_NOT_FOUND']);
  expect(transcriptions).toMatchObject([{ tid: 't2' }, { tid: 't1' }]);
});

test.each([
  ['an unknown list', { user: [] }, /user/],
  ['a user without a name', { users: [{ uid: 'ada' }] }, /ada/],
  ['a call without an id', { calls: [{ type: 'audio' }] }, /sessionId/],
  ['a call of an unknown status', { calls: [{ ...call, status: 'bogus' }] }, /at status/],
  ['a call of a bad duration', { calls: [{ ...call, totalDuration: 60 }] }, /at totalDuration/],
  [
    'a call of more participants than it lists',
    { calls: [{ ...call, totalParticipants: 9 }] },
    /totalParticipants: it is 9, with 1 entries/,
  ],
  [
    'a recording without an id',
    { calls: [{ ...call, recordings: [{ duration: 1 }] }] },
    /at recordings\[0\]\.rid/,
  ],
  [
    'a blank message',
    {
      users: seed.users.map((u) => ({ ...u, role: 'default' })),
      messages: [message('m1', { data: { text: ' ' } })],
    },
    /blank/,
  ],
])('a seed with %s is refused, and nothing of it is stored', async (_what, bad, naming) => {
  await expect(startLocalService({ seed: bad as Seed })).rejects.toMatchObject({
    code: 'bad-seed',
    message: expect.stringMatching(naming) as string,
  });
});

test('a seed file that is missing or invalid is named', async () => {
  await expect(startLocalService({ seedFile: '/no/such/seed.json' })).rejects.toMatchObject({
    code: 'bad-seed',
    message: expect.stringContaining('/no/such/seed.json') as string,
  });
  expect(() => readSeed({ apiKeys: [{ apiKey: 'k', scope: 'king' }] })).toThrow(/scope/);
});

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ uid: `u${index}` }));

test('a call has at most 50 participants, and each device of theirs is counted', async () => {
  const fifty = {
    sessionId: 's1',
    participants: [...people(50), { uid: 'u0', deviceId: 'second' }],
  };

  await using rig = await startRig({ seed: { calls: [fifty] } });

  expect(await rig.data('calls.get', { path: { sessionId: 's1' } })).toMatchObject({
    totalParticipants: 51,
  });
  const tooMany = { seed: { calls: [{ sessionId: 's2', participants: people(51) }] } };
  await expect(startLocalService(tooMany)).rejects.toThrow(/51 participants; at most 50/);
});

test('a running service accepts seeds: bans and blocks too, and what exists is left unchanged', async () => {
  await using rig = await startRig({ seed });
  const more: Seed = {
    users: [user('cy'), user('bob', { name: 'Another Bob' })],
    bans: [{ guid: 'tea', uid: 'bob' }],
    blocks: [{ uid: 'ada', blockedUid: 'cy' }],
  };

  rig.service.seed(more);
  rig.service.seed(more);

  const banned = await rig.call('groups.bannedUsers.list', { path: { guid: 'tea' } });
  expect(banned.body.data).toMatchObject([{ uid: 'bob' }]);
  expect(banned.body.data[0].name).not.toBe('Another Bob');
  const blocked = await rig.call('users.blockedUsers.list', { path: { uid: 'ada' } });
  expect(blocked.body.data).toMatchObject([{ uid: 'cy' }]);
});

test('a seed with a ban of an unknown user is refused as a whole', async () => {
  await using rig = await startRig({ seed });
  const wrong: Seed = { users: [user('cy')], bans: [{ guid: 'tea', uid: 'unknown' }] };

  expect(() => rig.service.seed(wrong)).toThrow(/bad-seed|cannot be stored/);

  expect((await rig.call('users.get', { path: { uid: 'cy' } })).status).toBe(404);
});
