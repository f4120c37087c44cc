import { expect, test } from 'vitest';
import { failedRecords, retry } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, town, users } from './support/rows.ts';

const codes = [
  'ERR_OPERATION_FAILED',
  'ERR_MISSION_FAILED',
  'ERR_EXCEPTION',
  'ERR_WS_USER_CREATION_FAILED',
  'ERR_TOO_MANY_REQUESTS',
];

test.each(codes)('an outage reported as %s beside each record fails none', async (code) => {
  const clock = new ManualClock();
  await using rig = await startRig(town(20, 60), { recordsPerRequest: 10, clock });
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.messages', code, when: { from: 3, to: 40 } },
  ]);

  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { created: 60, failed: 0, unresolved: 0, skipped: 0 } },
  });
});

test.each(codes)(
  'an outage of messages alone, with %s from the first on, fails none',
  async (code) => {
    const clock = new ManualClock();
    const rows = { users: users(4), messages: messages(60, 4) };
    await using rig = await startRig(rows, { recordsPerRequest: 10, clock });
    rig.service.setFaults([{ fault: 'refuse-records', operation: 'dataImport.messages', code }]);

    const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code: 'gave-up', message: expect.stringContaining(code) },
      counts: { messages: { created: 0, failed: 0, unresolved: 0, pending: 60 } },
    });
  },
);

test('pauses grow while each record is answered with trouble', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(10) }, { recordsPerRequest: 10, clock });
  rig.service.setFaults([{ fault: 'refuse-records', when: { from: 1, to: 7 } }]);

  const { events } = await rig.run();

  const pauses = events.flatMap((event) => (event.type === 'retrying' ? [event.afterMs] : []));
  expect(pauses).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000]);
});

test('a record that alone keeps failing while others land is failed', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(50) }, { clock });
  // The last record of each request is refused, so that the last user is in the end.
  rig.service.setFaults([
    { fault: 'refuse-records', share: 0.02, seed: 3, when: { from: 1, to: 8 } },
  ]);

  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 49, failed: 1 } } });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { outcome: 'failed', code: 'ERR_OPERATION_FAILED', attempts: 8 },
  ]);
});

test('records that keep failing are failed all at once where an answer created others beside them', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(10) }, { recordsPerRequest: 10, clock });
  const landed = new Set<string>();
  const answerTo = (uid: string): object => {
    if (Number(uid.slice(1)) > 4) return refused('ERR_OPERATION_FAILED');
    const isThere = landed.has(uid);
    landed.add(uid);
    return isThere ? refused('ERR_UID_ALREADY_EXISTS') : { success: true };
  };
  await using front = await startFront(rig.service, ({ body }) => {
    const sent = Object.keys((JSON.parse(body) as { users: object }).users);
    const data = Object.fromEntries(sent.map((uid) => [uid, answerTo(uid)]));
    return { status: 200, body: { data } };
  });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 4, failed: 6 } } });
});

test.each([
  { others: 'created', code: undefined },
  { others: 'present', code: 'ERR_UID_ALREADY_EXISTS' },
])(
  'a record that keeps failing is failed after three requests when others are $others meanwhile',
  async ({ others, code }) => {
    const answer = code === undefined ? { success: true } : refused(code);
    const clock = new ManualClock();
    await using rig = await startRig(
      { users: users(60) },
      { recordsPerRequest: 1, lanes: 2, clock },
    );
    await using front = await startFront(rig.service, ({ body }) => {
      const [uid = ''] = Object.keys((JSON.parse(body) as { users: object }).users);
      return {
        status: 200,
        body: { data: { [uid]: uid === 'u1' ? refused('ERR_OPERATION_FAILED') : answer } },
      };
    });

    const { result } = await rig.run({ requestsPerMinute: 600 }, { baseUrl: front.baseUrl });

    expect(result?.counts.users).toMatchObject({ [others]: 59, failed: 1 });
    expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
      { id: 'u1', outcome: 'failed', attempts: 3 },
    ]);
  },
);

test('a group that only the realtime part fails over is unresolved, and what depends on it is sent', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(town(5, 9), { clock });
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.groups',
      code: 'ERR_WS_GROUP_CREATION_FAILED',
      stored: true,
    },
  ]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      groups: { unresolved: 1, failed: 0 },
      members: { created: 4, skipped: 0 },
      messages: { created: 9, skipped: 0 },
    },
  });
});

test('a 429 for single records makes all lanes wait for as long as it asks for', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, clock, service: { now: () => clock.now() } },
  );
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      code: 'ERR_TOO_MANY_REQUESTS',
      message: 'Please try again after 58 seconds.',
      when: { nth: 1 },
    },
  ]);

  const { result, events } = await rig.run({ concurrency: 1 });

  const [first, second] = rig.sends();
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(58_000);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'rate-limited', waitMs: 58_000, isStated: true }),
  );
  expect(result?.counts.users.created).toBe(20);
});

const refused = (code: string) => ({ success: false, error: { code, message: 'No.' } });

test('records are not blamed as long as each answer lands another one of them', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(12) }, { clock });
  const landed = new Set<string>();
  await using front = await startFront(rig.service, ({ body }) => {
    const sent = Object.keys((JSON.parse(body) as { users: object }).users);
    const next = sent.find((uid) => !landed.has(uid));
    const answer = (uid: string): object => {
      if (landed.has(uid)) return refused('ERR_UID_ALREADY_EXISTS');
      return uid === next ? { success: true } : refused('ERR_OPERATION_FAILED');
    };
    const data = Object.fromEntries(sent.map((uid) => [uid, answer(uid)]));
    if (next !== undefined) landed.add(next);
    return { status: 200, body: { data } };
  });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 12, failed: 0 } } });
});

test('an outage of messages alone fails no more than a few, also where requests are small', async () => {
  const clock = new ManualClock();
  const rows = { users: users(4), messages: messages(30, 4) };
  await using rig = await startRig(rows, { recordsPerRequest: 2, lanes: 1, clock });
  rig.service.setFaults([{ fault: 'refuse-records', operation: 'dataImport.messages' }]);

  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'gave-up' } });
  expect(result!.counts.messages.failed).toBeLessThanOrEqual(3);
});

test('a record that others put there is not counted as the job’s own beside one that may have landed', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(3) }, { lanes: 1, clock });
  const present = refused('ERR_UID_ALREADY_EXISTS');
  let data: object = { u2: refused('ERR_NEW'), u3: { success: true } };
  await using front = await startFront(rig.service, () => ({ status: 200, body: { data } }));
  const first = await rig.run({}, { baseUrl: front.baseUrl });
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  data = { u1: present, u2: present };
  rig.service.seed({ users: users(2) });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(first.result?.counts.users).toMatchObject({ created: 1, failed: 1, unresolved: 1 });
  expect(result?.counts.users).toMatchObject({
    created: 1,
    present: 2,
    presentByThisJob: 1,
    presentSame: 1,
  });
});

test('a record that exists when it is sent again after a 429 of its own is the job’s', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(2) }, { lanes: 1, clock });
  await using front = await startFront(rig.service, ({ number }) => {
    rig.service.seed({ users: users(2) });
    const data =
      number === 1
        ? { u1: { success: true }, u2: refused('ERR_TOO_MANY_REQUESTS') }
        : { u2: refused('ERR_UID_ALREADY_EXISTS') };
    return { status: 200, body: { data } };
  });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result?.counts.users).toMatchObject({ created: 1, present: 1, presentByThisJob: 1 });
});

test('a failed record that the service may have stored is the job’s when a retry finds it there', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(6) }, { recordsPerRequest: 1, lanes: 1, clock });
  let answer = refused('ERR_OPERATION_FAILED');
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u3":') ? { status: 200, body: { data: { u3: answer } } } : 'pass',
  );
  const first = await rig.run({}, { baseUrl: front.baseUrl });
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  answer = refused('ERR_UID_ALREADY_EXISTS');
  rig.service.seed({ users: users(3).slice(2) });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(first.result?.counts.users).toMatchObject({ created: 5, failed: 1 });
  expect(result?.counts.users).toMatchObject({ created: 5, present: 1, presentByThisJob: 1 });
});

function errorOf(uid: string): object {
  return { code: uid === 'u11' ? 'ERR_BAD_REQUEST' : 'ERR_OPERATION_FAILED', message: 'No.' };
}

test('trouble with some records of a request takes no places away, and a refusal beside it blames no more of them', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 10, lanes: 1, clock };
  await using rig = await startRig({ users: users(20) }, shape);
  await using front = await startFront(rig.service, ({ body }) => {
    const uids = Object.keys((JSON.parse(body) as { users: object }).users);
    if (!uids.some((uid) => Number(uid.slice(1)) > 10)) return 'pass';
    const data = uids.map((uid) => [uid, { success: false, error: errorOf(uid) }]);
    return { status: 200, body: { data: Object.fromEntries(data) } };
  });

  const { result, events } = await rig.run(
    { giveUpAfterMs: 3_600_000 },
    { baseUrl: front.baseUrl },
  );

  expect(result).toMatchObject({
    reason: { code: 'gave-up' },
    counts: { users: { created: 10, failed: 1, pending: 9 } },
  });
  const [first] = events.filter(
    ({ type }) => type === 'retrying' || type === 'concurrency-changed',
  );
  expect(first).toMatchObject({ type: 'retrying', records: 9 });
});
