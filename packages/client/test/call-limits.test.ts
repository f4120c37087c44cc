import { expect, test } from 'vitest';
import type { AnswerEvent, RequestEvent } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { hangUp, json } from './support/scripted-server.ts';

const busy = json(503, { error: { code: 'ERR_MISSION_FAILED', message: 'Busy.' } });
const good = json(200, { data: { uid: 'ada' } });
const ada = { path: { uid: 'ada' } };

test.each([
  [1, 1],
  [3, 3],
  [undefined, 5],
])('a call with attempts %s is sent %i times', async (attempts, sent) => {
  await using rig = await startRig([busy]);

  const call = rig.client.users.get({ ...ada, attempts });

  await expect(call).rejects.toMatchObject({ code: 'service-trouble' });
  expect(rig.server.seen).toHaveLength(sent);
});

test('a call that takes too long ends with timeout', async () => {
  await using rig = await startRig([() => {}]);

  const read = rig.client.users.get({ ...ada, timeoutMs: 50 });
  await expect(read).rejects.toMatchObject({ code: 'timeout', mayHaveLanded: false });
  const written = rig.client.users.create({ body: { uid: 'ada', name: 'Ada' }, timeoutMs: 50 });
  await expect(written).rejects.toMatchObject({ code: 'timeout', mayHaveLanded: true });
});

test("a call with a limit rejects with the signal's own reason", async () => {
  await using rig = await startRig([() => {}]);
  const controller = new AbortController();

  const call = rig.client.users.get({ ...ada, timeoutMs: 60_000, signal: controller.signal });
  controller.abort(new Error('enough'));

  await expect(call).rejects.toThrow('enough');
});

test('each request is reported before and after, without its content', async () => {
  const before: RequestEvent[] = [];
  const after: AnswerEvent[] = [];
  await using rig = await startRig([hangUp, busy, good], {
    onRequest: (event) => before.push(event),
    onAnswer: (event) => after.push(event),
  });

  await rig.client.users.get(ada);

  const request = { operation: 'users.get', api: 'chat', method: 'GET' };
  expect(before).toEqual([1, 2, 3].map((attempt) => ({ ...request, attempt })));
  expect(after.map((event) => ({ ...event, tookMs: 0 }))).toEqual([
    { ...request, attempt: 1, status: undefined, error: 'unreachable', tookMs: 0 },
    { ...request, attempt: 2, status: 503, error: undefined, tookMs: 0 },
    { ...request, attempt: 3, status: 200, error: undefined, tookMs: 0 },
  ]);
});

test('the headers of a good answer are reported, and those of no other', async () => {
  const [bad, fine] = [503, 200].map((status) =>
    json(status, status === 200 ? { data: { uid: 'ada' } } : {}, {
      'X-Rate-Limit': String(status),
    }),
  );
  await using rig = await startRig([bad!, fine!]);
  const seen: (string | undefined)[] = [];

  await rig.client.users.get({
    ...ada,
    onHeaders: (headers) => seen.push(headers['x-rate-limit']),
  });

  expect(seen).toEqual(['200']);
});
