import { expect, test } from 'vitest';
import { failedRecords, retry, retryMissing, runStatus } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { REFUSED, refuseWrites } from './support/refuse-writes.ts';
import { type Rig, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

function retryAll(rig: Rig): void {
  rig.withLedger((ledger) => retry(ledger, rig.clock.now()));
}

test('a retry of one record in the first batch of a lane sends that record and nothing else', async () => {
  await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'unknown-code', share: 0.1, when: { nth: 1 } }]);
  const first = await rig.run();
  rig.service.setFaults([]);

  retryAll(rig);
  const before = rig.sends().length;
  const second = await rig.run();
  const third = await rig.run();

  expect(first.result?.counts.users).toMatchObject({ created: 49, failed: 1 });
  expect(rig.sends()).toHaveLength(before + 1);
  expect(second.result).toMatchObject({ end: 'finished' });
  // The fault let the service store the record and answer that it did not.
  expect(second.result?.counts.users).toMatchObject({ created: 49, present: 1, failed: 0 });
  expect(third.result).toMatchObject({ end: 'finished', requests: 0 });
  expect(runStatus(rig.plan.path, rig.ledgerPath).requests).toBe(rig.sends().length);
});

test('a record that fails once more in a retry is no change', async () => {
  await using rig = await startRig({ users: users(3) });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_BAD_REQUEST', share: 0.3 }]);
  await rig.run();
  retryAll(rig);

  const { result } = await rig.run();

  expect(result).toMatchObject({ changes: [], counts: { users: { created: 2, failed: 1 } } });
});

test('a retry that is cut off half way resumes with what is left, and counts no batch twice', async () => {
  await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'unknown-code', share: 0.1, when: { from: 1, to: 2 } }]);
  await rig.run();
  rig.service.setFaults([]);
  retryAll(rig);

  await rig.run({}, { onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined) });
  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'finished' });
  expect(result?.counts.users).toMatchObject({ created: 48, present: 2, failed: 0, pending: 0 });
});

test('a record that the service answered with trouble is ours when a retry finds it', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(3) }, { recordsPerRequest: 1, lanes: 1, clock });
  const error = { code: 'ERR_OPERATION_FAILED', message: 'No.' };
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u2"') ? { status: 500, body: { error } } : 'pass',
  );
  const first = await rig.run({}, { baseUrl: front.baseUrl });
  // The service had stored it.
  rig.service.seed({ users: users(2).slice(1) });
  retryAll(rig);

  const { result } = await rig.run();

  expect(first.result?.counts.users).toMatchObject({ created: 2, failed: 1 });
  expect(result?.counts.users).toMatchObject({ created: 2, present: 1, presentByThisJob: 1 });
});

test('a record that a cut-off retry may have stored is ours, also after further retries', async () => {
  await using rig = await startRig({ users: users(3) });
  const refusal = { fault: 'refuse-records', code: 'ERR_BAD_REQUEST', share: 0.3 } as const;
  rig.service.setFaults([refusal]);
  const first = await rig.run();
  rig.service.setFaults([]);
  const stop = new AbortController();
  await using front = await startFront(rig.service, () => {
    stop.abort();
    return 'lose-answer';
  });
  retryAll(rig);
  await rig.run({}, { baseUrl: front.baseUrl, stop: { now: stop.signal } });

  retryAll(rig);
  retryAll(rig);
  const { result } = await rig.run();

  expect(first.result?.counts.users).toMatchObject({ created: 2, failed: 1 });
  expect(result?.counts.users).toMatchObject({ created: 2, present: 1, presentByThisJob: 1 });
});

test('a record that an earlier request may have stored is ours, also when a later one never left', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(3) }, { clock });
  await using front = await startFront(rig.service, ({ number }) =>
    number === 1 ? 'lose-answer' : 'pass',
  );
  let troubles = 0;

  const { result } = await rig.run(
    {},
    {
      baseUrl: front.baseUrl,
      onEvent: ({ type }) => {
        if (type !== 'retrying') return;
        troubles++;
        void (troubles === 1 ? front.close() : troubles === 2 ? front.open() : undefined);
      },
    },
  );

  expect(troubles).toBeGreaterThanOrEqual(2);
  expect(result?.counts.users).toMatchObject({ created: 0, present: 3, presentByThisJob: 3 });
});

test('what an answer settled before it named the reason to stop is in the ledger', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([
    { fault: 'unknown-code', code: 'ERR_PLAN_QUOTA_RESTRICTION', share: 0.1, when: { nth: 1 } },
  ]);

  const { result } = await rig.run();
  const next = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'plan-limit' },
    counts: { users: { created: 9, pending: 1 } },
  });
  expect(next.result).toMatchObject({
    end: 'finished',
    counts: { users: { created: 9, present: 1, presentByThisJob: 1 } },
  });
});

test('a retry that cannot be written changes nothing', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'unknown-code', share: 0.1, when: { from: 1, to: 2 } }]);
  await rig.run();
  const before = runStatus(rig.plan.path, rig.ledgerPath).kinds.users;
  const allow = refuseWrites(rig, { table: 'batches', condition: 'new.seq = 2' });

  expect(() => retryAll(rig)).toThrow(REFUSED);
  allow();

  expect(before).toMatchObject({ failed: 2, pending: 0 });
  expect(runStatus(rig.plan.path, rig.ledgerPath).kinds.users).toEqual(before);
});

test('a record that is sent again beside others in flight is ours when that request is lost too', async () => {
  await using rig = await startRig({ users: users(10) }, { clock: new ManualClock() });
  const first = new AbortController();
  const second = new AbortController();
  const error = { code: 'ERR_NEW', message: 'No.' };
  const hang = new Promise<never>(() => {});
  await using front = await startFront(rig.service, ({ number }) => {
    // Names the first record alone, so that the others are asked for again.
    if (number === 1) return { status: 200, body: { data: { u1: { success: false, error } } } };
    first.abort();
    return hang;
  });
  await rig.run({}, { baseUrl: front.baseUrl, stop: { now: first.signal } });
  retryAll(rig);
  rig.service.setFaults([{ fault: 'silence', stored: true, when: { nth: 1 } }]);
  const watch = setInterval(() => rig.held('users').length === 10 && second.abort(), 5);

  await rig.run({}, { stop: { now: second.signal } });
  clearInterval(watch);
  const { result } = await rig.run();

  expect(result?.counts.users).toMatchObject({ created: 0, present: 10, presentByThisJob: 10 });
});

test('a record that was refused, and that another job has stored since, is not ours', async () => {
  await using rig = await startRig({ users: users(3) });
  const error = { code: 'ERR_BAD_REQUEST', message: 'No.' };
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u2"') ? { status: 400, body: { error } } : 'pass',
  );
  const first = await rig.run({}, { baseUrl: front.baseUrl });
  rig.service.seed({ users: [{ uid: 'u2', name: 'Somebody else' }] });

  retryAll(rig);
  const { result } = await rig.run({ maxDifferent: 1 });

  expect(first.result?.counts.users).toMatchObject({ created: 2, failed: 1 });
  expect(result?.counts.users).toMatchObject({
    present: 1,
    presentByThisJob: 0,
    presentDifferent: 1,
  });
});

test('a batch that is cut again in a retry keeps what the run before has tried', async () => {
  await using rig = await startRig({ users: users(2) }, { lanes: 1 });
  rig.service.setFaults([{ fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST' }]);
  const runOnce = async (): Promise<object> => {
    const { events } = await rig.run({ maxFailures: 'none' });
    return {
      splits: events.flatMap((event) => (event.type === 'split' ? [event.requests] : [])),
      ...rig.withLedger((ledger) => ({
        attempts: [...failedRecords(ledger)].map(({ attempts }) => attempts),
        troubles: ledger.rows.troublesOf(1).map(({ records }) => records),
      })),
    };
  };

  expect(await runOnce()).toEqual({ splits: [1], attempts: [2, 2], troubles: [2, 1, 1] });
  retryAll(rig);
  expect(await runOnce()).toEqual({
    splits: [1],
    attempts: [5, 5],
    troubles: [2, 1, 1, 2, 1, 1],
  });
});

test('the events of a retry add up to what it has changed', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([{ fault: 'unknown-code', share: 0.1, when: { nth: 1 } }]);
  await rig.run();
  rig.service.setFaults([]);
  retryAll(rig);
  const before = runStatus(rig.plan.path, rig.ledgerPath).kinds.users;

  const { events, result } = await rig.run();

  const settled = events.filter((event) => event.type === 'batch-settled');
  for (const outcome of ['created', 'present', 'failed'] as const)
    expect(settled.reduce((sum, { change }) => sum + change[outcome], before[outcome])).toBe(
      result!.counts.users[outcome],
    );
});

test('a record that a verification did not find and that is there after all is present, and of this job', async () => {
  await using rig = await startRig({ users: users(3) });
  await rig.run();
  const missing = [0, 2].map((position) => ({
    kind: 'users' as const,
    seq: 1,
    position,
    readAt: rig.clock.now(),
  }));

  const marked = rig.withLedger((ledger) => retryMissing(ledger, missing, rig.clock.now()));
  const { result } = await rig.run();

  expect(marked).toBe(2);
  expect(result?.counts.users).toMatchObject({ created: 1, present: 2, presentByThisJob: 2 });
});
