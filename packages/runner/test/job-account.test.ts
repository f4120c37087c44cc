import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { jobAccount, retry } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';
import { addRole, runWithoutRole, townWithoutRole } from './support/without-role.ts';

test('before anything was sent there is nothing to report', async () => {
  await using rig = await startRig({ users: [...users(3), ...users(1)] });

  const account = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(account).toMatchObject({
    runs: 0,
    history: [],
    losses: { groups: [], total: 0 },
    skips: { groups: [], total: 0 },
    troubles: [],
    kinds: { users: { rows: 4, merged: 1, pending: 3 } },
  });
});

test('what did not land is listed by cause, with the first of them', async () => {
  await using rig = await startRig(townWithoutRole());
  await runWithoutRole(rig);

  const { losses, skips } = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(losses).toEqual({
    groups: [
      {
        kind: 'users',
        outcome: 'failed',
        code: 'ERR_ROLE_NOT_FOUND',
        records: 1,
        fields: [],
        example: { id: 'u1', file: 'users.ndjson', line: 1 },
      },
    ],
    total: 1,
  });
  expect(skips).toEqual({ groups: [{ cause: 'users:u1', records: 21 }], total: 1 });
});

function refused(code: string, ...fields: readonly string[]): object {
  const details = Object.fromEntries(fields.map((field) => [field, ['Wrong.']]));
  return { success: false, error: { code, message: 'No.', details } };
}

test('each cause has the fields that its refusals name, and its first record in the order of the plan', async () => {
  await using rig = await startRig({ users: users(6) }, { recordsPerRequest: 3, lanes: 1 });
  const answers: Readonly<Record<string, object>> = {
    u2: refused('ERR_A', 'name'),
    u3: refused('ERR_A', 'name', 'tags'),
    u4: refused('ERR_A', 'name'),
    u5: refused('ERR_B', 'avatar'),
  };
  await using front = await startFront(rig.service, ({ body }) => {
    const uids = Object.keys((JSON.parse(body) as { users: object }).users);
    const data = uids.map((uid) => [uid, answers[uid] ?? { success: true }]);
    return { status: 200, body: { data: Object.fromEntries(data) } };
  });

  await rig.run({}, { baseUrl: front.baseUrl });

  const { losses } = jobAccount(rig.plan.path, rig.ledgerPath);
  expect(losses.groups).toMatchObject([
    { code: 'ERR_A', records: 3, fields: ['name', 'tags'], example: { id: 'u2', line: 2 } },
    { code: 'ERR_B', records: 1, fields: ['avatar'], example: { id: 'u5', line: 5 } },
  ]);
});

test('causes that are not listed are counted', async () => {
  await using rig = await startRig({ users: users(52) }, { recordsPerRequest: 52, lanes: 1 });
  await using front = await startFront(rig.service, ({ body }) => {
    const uids = Object.keys((JSON.parse(body) as { users: object }).users);
    const data = Object.fromEntries(uids.map((uid) => [uid, refused(`ERR_${uid}`)]));
    return { status: 200, body: { data } };
  });

  await rig.run({ maxFailures: 'none' }, { baseUrl: front.baseUrl });

  const { losses } = jobAccount(rig.plan.path, rig.ledgerPath);
  expect([losses.groups.length, losses.total]).toEqual([50, 52]);
});

test('what a retry has made work again is not listed as lost any more', async () => {
  await using rig = await startRig(townWithoutRole());
  await runWithoutRole(rig);

  rig.withLedger((ledger) => retry(ledger, 1));
  const marked = jobAccount(rig.plan.path, rig.ledgerPath);
  addRole(rig);
  await rig.run();
  const after = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(marked).toMatchObject({ losses: { groups: [] }, skips: { groups: [] } });
  expect(marked.kinds.messages.pending).toBe(15);
  expect(after).toMatchObject({ losses: { groups: [] }, skips: { groups: [] } });
});

test('every run is listed with its end and its requests, also one that was killed', async () => {
  await using rig = await startRig({ users: users(60) }, { recordsPerRequest: 10, lanes: 1 });
  const stop = new AbortController();
  await rig.run(
    {},
    {
      stop: { finish: stop.signal },
      onEvent: ({ type }) => {
        if (type === 'batch-settled') stop.abort();
      },
    },
  );
  await rig.withLedger((ledger) => ledger.beginRun(5)); // And is killed before its first request.
  await rig.run();

  const { history, requests } = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(history).toMatchObject([
    { number: 1, end: 'stopped', reason: { code: 'interrupted' } },
    { number: 2, startedAt: 5, lastSeenAt: 5, end: undefined, endedAt: undefined, requests: 0 },
    { number: 3, end: 'finished', reason: undefined },
  ]);
  expect(requests).toBe(6);
  expect(history.reduce((sum, run) => sum + run.requests, 0)).toBe(6);
});

test('a run that was killed lasted at least until the last outcome that it wrote', async () => {
  await using rig = await startRig({ users: users(60) }, { recordsPerRequest: 10 });
  await rig.run();
  await rig.run();
  using ledger = new DatabaseSync(rig.ledgerPath);
  // As the first process leaves it when it is killed.
  ledger.exec(`
    UPDATE runs SET started_at = number * 100000;
    UPDATE runs SET ended_at = NULL, end = NULL WHERE number = 1;
    UPDATE batches SET changed_at = 100000 + seq * 1000; UPDATE lanes SET changed_at = 250000`);

  const { history } = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(history[0]).toMatchObject({ endedAt: undefined, startedAt: 100_000, lastSeenAt: 106_000 });
});

test('requests without a good answer are listed by code', async () => {
  await using rig = await startRig(
    { users: users(30) },
    {
      recordsPerRequest: 10,
      lanes: 1,
      clock: new ManualClock(),
      service: { faults: [{ fault: 'html', status: 502, when: { from: 1, to: 2 } }] },
    },
  );
  await rig.run();

  const { troubles } = jobAccount(rig.plan.path, rig.ledgerPath);

  const at = expect.any(Number);
  expect(troubles).toEqual([{ code: 'HTTP 502', requests: 2, firstAt: at, lastAt: at }]);
});

test('a refusal that costs a record is among the troubles, and the one that stops the run is not', async () => {
  await using rig = await startRig({ users: users(3) }, { recordsPerRequest: 1, lanes: 1 });
  await using front = await startFront(rig.service, ({ body }) => {
    if (body.includes('"u2"')) return { status: 403, body: {} };
    const error = { code: 'AUTH_ERR_APIKEY_NOT_FOUND', message: 'No.' };
    return body.includes('"u3"') ? { status: 401, body: { error } } : 'pass';
  });
  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  const { troubles } = jobAccount(rig.plan.path, rig.ledgerPath);

  expect(result).toMatchObject({
    reason: { code: 'key-refused' },
    counts: { users: { failed: 1 } },
  });
  expect(troubles).toMatchObject([{ code: 'HTTP 403', requests: 1 }]);
});
