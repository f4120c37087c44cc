import { expect, test } from 'vitest';
import { failedRecords, retry } from '../src/index.ts';
import { Brake } from '../src/sending/brake.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, town, users } from './support/rows.ts';

const refused = (count: number, code = 'ERR_NEW') =>
  Array.from({ length: count }, () => ({ code, message: 'No.' }));

test('a service that refuses everything for one reason stops the run after 200 records', async () => {
  await using rig = await startRig({ users: users(500) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      code: 'ERR_IMPORT_NOT_ENABLED',
      message: 'Ask for the import.',
      details: { plan: ['Not in it.'] },
    },
  ]);

  const { result } = await rig.run({ concurrency: 1 });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: {
      code: 'too-many-failures',
      serviceCode: 'ERR_IMPORT_NOT_ENABLED',
      message:
        'The service has refused 200 users in a row, the last with ERR_IMPORT_NOT_ENABLED: Ask for the import. plan: Not in it.',
      fix: expect.stringContaining('retry the refused records'),
    },
  });
  expect(result!.counts.users.failed).toBeLessThanOrEqual(220);
});

test('each run counts from its start, and a retry lands what was refused', async () => {
  await using rig = await startRig({ users: users(450) }, { recordsPerRequest: 50, lanes: 1 });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_NEW' }]);

  const first = await rig.run({ concurrency: 1 });
  const second = await rig.run({ concurrency: 1 });
  rig.service.setFaults([]);
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const third = await rig.run();

  expect(first.result).toMatchObject({ end: 'stopped', counts: { users: { failed: 200 } } });
  expect(second.result).toMatchObject({ end: 'stopped', counts: { users: { failed: 400 } } });
  expect(third.result).toMatchObject({ end: 'finished', counts: { users: { created: 450 } } });
});

test('all of a small kind refused for one reason stops the run before the next kind', async () => {
  await using rig = await startRig({ users: users(4), messages: messages(10, 4) });
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_NEW' },
  ]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'too-many-failures', message: expect.stringContaining('refused all 4 users') },
    counts: { users: { failed: 4 }, messages: { pending: 10, skipped: 0 } },
  });
});

test('with none, nothing that is refused stops the run', async () => {
  await using rig = await startRig({ users: users(500) }, { recordsPerRequest: 50 });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_NEW' }]);

  const { result } = await rig.run({ maxFailures: 'none' });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { failed: 500 } } });
});

test('a record that lands, or a refusal for another reason, begins the row anew', () => {
  const brake = new Brake(undefined, 1000);

  expect(brake.settled('users', { refusals: refused(199), others: 0 })).toBeUndefined();
  expect(brake.settled('users', { refusals: refused(1), others: 1 })).toBeUndefined();
  expect(brake.settled('users', { refusals: refused(199), others: 0 })).toBeUndefined();
  expect(brake.settled('users', { refusals: refused(50, 'ERR_B'), others: 0 })).toBeUndefined();
  expect(brake.settled('messages', { refusals: refused(150, 'ERR_B'), others: 0 })).toBeUndefined();
  expect(brake.settled('messages', { refusals: refused(50, 'ERR_B'), others: 0 })).toMatchObject({
    code: 'too-many-failures',
  });
});

test.each([
  { landed: 2, stops: false },
  { landed: 1, stops: true },
])('$landed of 20 that land among the last 1,000: stops $stops', ({ landed, stops }) => {
  const brake = new Brake(undefined, 5000);
  const batch = { refusals: refused(20 - landed), others: landed };

  const reasons = Array.from({ length: 50 }, () => brake.settled('messages', batch));

  expect(reasons.slice(0, 49)).toEqual(Array.from({ length: 49 }, () => undefined));
  expect(reasons[49] !== undefined).toBe(stops);
});

test.each(['ERR_NO_VACANCY', 'ERR_PLAN_QUOTA_RESTRICTION'])(
  '%s beside users stops the run, beside members it is the record’s',
  async (code) => {
    await using rig = await startRig(town(10, 0), { recordsPerRequest: 5, lanes: 1 });
    rig.service.setFaults([
      {
        fault: 'refuse-records',
        operation: 'dataImport.members',
        code,
        share: 0.2,
        when: { nth: 1 },
      },
    ]);
    await using full = await startRig({ users: users(10) });
    full.service.setFaults([{ fault: 'refuse-records', code, share: 0.2 }]);

    const ofMembers = await rig.run();
    const ofUsers = await full.run();

    expect(ofMembers.result).toMatchObject({ end: 'finished', counts: { members: { failed: 1 } } });
    expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([{ code }]);
    expect(ofUsers.result).toMatchObject({
      end: 'stopped',
      reason: { code: 'plan-limit', serviceCode: code },
      counts: { users: { created: 8, failed: 0, pending: 2 } },
    });
  },
);

test('a 403 with an unknown code quotes the service and does not advise another key', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 403,
      code: 'ERR_IMPORT_NOT_ENABLED',
      message: 'Have the import enabled for this app.',
    },
  ]);

  const { result } = await rig.run();

  expect(result?.reason).toMatchObject({
    code: 'request-refused',
    message: expect.stringContaining('Have the import enabled for this app.'),
    fix: expect.not.stringContaining('key'),
  });
});

test('requests refused one by one from the start on stop the run after three records', async () => {
  await using rig = await startRig({ users: users(10) }, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([{ fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST' }]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'request-refused', message: expect.stringContaining('one record after the') },
    counts: { users: { failed: 3, pending: 7 } },
  });
});

test.each([
  { others: 'created', answer: { success: true } },
  { others: 'present', answer: { error: { code: 'ERR_UID_ALREADY_EXISTS', message: 'No.' } } },
])('refusals beside as many records that are $others stop no run', async ({ others, answer }) => {
  await using rig = await startRig({ users: users(420) }, { lanes: 1 });
  await using front = await startFront(rig.service, ({ body }) => {
    const ids = Object.keys((JSON.parse(body) as { users: object }).users);
    const refusal = { success: false, error: { code: 'ERR_NEW', message: 'No.' } };
    const data = ids.map((uid, nth) => [uid, nth % 2 === 0 ? refusal : answer]);
    return { status: 200, body: { data: Object.fromEntries(data) } };
  });

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { failed: 210, [others]: 210 } },
  });
});

test('a record of which nothing is known ends a row of refusals', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 50, lanes: 1, clock };
  await using rig = await startRig({ users: users(400) }, shape);
  await using front = await startFront(rig.service, ({ body }) => {
    const ids = Object.keys((JSON.parse(body) as { users: object }).users);
    // The first batch lands, and its records are recognised when they probe the service.
    if (ids.every((uid) => Number(uid.slice(1)) <= 50)) return 'pass';
    const refusal = { success: false, error: { code: 'ERR_NEW', message: 'No.' } };
    const named = ids.filter((uid) => uid !== 'u225').map((uid) => [uid, refusal]);
    return { status: 200, body: { data: Object.fromEntries(named) } };
  });

  const { result } = await rig.run(
    { concurrency: 1, giveUpAfterMs: 3_600_000 },
    { baseUrl: front.baseUrl },
  );

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { created: 50, failed: 349, unresolved: 1 } },
  });
});
