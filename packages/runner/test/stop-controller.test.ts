import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { byKind } from '@chatferry/contract';
import type { LocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { type RunEvent, runStatus } from '../src/index.ts';
import { LastCounts } from '../src/run.ts';
import { EventQueue } from '../src/sending/event-queue.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, town, users } from './support/rows.ts';

test('asked to finish, a run waits for the answers to requests in flight, records them and ends', async () => {
  await using rig = await startRig({ users: users(200) }, { recordsPerRequest: 10 });
  rig.service.setFaults([{ fault: 'latency', ms: 50 }]);
  const finish = new AbortController();

  const { result, events } = await rig.run(
    {},
    { stop: { finish: finish.signal }, onEvent: onFirst('batch-settled', () => finish.abort()) },
  );

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(events.map(({ type }) => type)).not.toContain('kind-finished');
  expect(result!.counts.users.created).toBe(rig.held('users').length);
  expect(result!.counts.users.created).toBeLessThan(200);
});

test('a run that is asked to finish during its last request has what that answers in its counts', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
  const finish = new AbortController();
  await using front = await startFront(rig.service, () => {
    finish.abort();
    return 'pass';
  });

  const { result } = await rig.run({}, { stop: { finish: finish.signal }, baseUrl: front.baseUrl });

  expect(result).toMatchObject({ end: 'stopped', counts: { users: { created: 10, pending: 10 } } });
});

test('a run that is asked to finish leaves batches that need no request for the next one', async () => {
  const rows = { users: users(1), messages: messages(40, 1) };
  await using rig = await startRig(rows, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_NEW' }]);
  const finish = new AbortController();
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'batch-settled' && event.kind === 'messages') finish.abort();
  };

  const { result } = await rig.run(
    { maxFailures: 'none' },
    { stop: { finish: finish.signal }, onEvent },
  );

  expect(result).toMatchObject({ end: 'stopped', counts: { users: { failed: 1 } } });
  expect(result!.counts.messages.skipped).toBeGreaterThan(0);
  expect(result!.counts.messages.pending).toBeGreaterThan(0);
});

test.each(['finish', 'now'] as const)(
  'a run that was asked to stop before it began sends nothing (%s)',
  async (how) => {
    await using rig = await startRig({ users: users(3) });

    const { result } = await rig.run({}, { stop: { [how]: AbortSignal.abort() } });

    expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
    expect(rig.service.requests).toEqual([]);
  },
);

test('the last known counts of a kind are those after its last comparison', () => {
  const none = { created: 0, present: 0, presentByThisJob: 0, presentSame: 0 };
  const rest = { presentDifferent: 0, failed: 0, skipped: 0, unresolved: 0 };
  const start = byKind(() => ({ ...none, ...rest, pending: 3 }));
  const last = new LastCounts(start);
  const change = { ...none, ...rest, created: 1, present: 2 };
  const settled = { lane: 0, seq: 1, records: 3, requests: 1, answerMs: 1, inFlight: 0 };

  last.take({ type: 'batch-settled', kind: 'users', change, ...settled });
  const sent = { ...change, pending: 0 };
  expect(last.counts).toEqual({ ...start, users: sent });

  const compared = { ...sent, presentSame: 2 };
  last.take({ type: 'kind-compared', kind: 'users', counts: compared });
  expect(last.counts).toEqual({ ...start, users: compared });
});

test('asked to stop now, a run drops the requests in flight, and the next one settles them', async () => {
  await using rig = await startRig({ users: users(40) }, { recordsPerRequest: 10 });
  rig.service.setFaults([{ fault: 'silence', when: { from: 2 } }]);
  const now = new AbortController();

  const { result } = await rig.run(
    {},
    { stop: { now: now.signal }, onEvent: onFirst('batch-settled', () => now.abort()) },
  );
  rig.service.setFaults([]);
  const next = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'interrupted' },
    counts: { users: { created: 10 } },
  });
  expect(next.result).toMatchObject({ end: 'finished' });
  expect(rig.held('users')).toHaveLength(40);
});

test.each(['finish', 'now'] as const)(
  'a run that waits for a rate ends when it is asked to stop (%s)',
  async (how) => {
    await using rig = await startRig({ users: users(10) });
    const asked = new AbortController();

    const { result } = await rig.run(
      { requestsPerMinute: 0 },
      { stop: { [how]: asked.signal }, onEvent: onFirst('waiting', () => asked.abort()) },
    );

    expect(result).toMatchObject({ end: 'stopped', counts: { users: { pending: 10 } } });
  },
);

test('events that come while the reader is busy with the last ones are read before the end', async () => {
  const queue = new EventQueue();
  const read: string[] = [];
  queue.put({ type: 'preflight-started' });

  for await (const { type } of queue.read()) {
    if (read.push(type) > 1) continue;
    queue.put({ type: 'going-on' });
    queue.close();
  }

  expect(read).toEqual(['preflight-started', 'going-on']);
});

test('lanes that wait for a reader go on when the reader stops reading', async () => {
  const queue = new EventQueue();
  for (let count = 0; count < 1000; count++) queue.put({ type: 'preflight-started' });
  const waiting = queue.capacity();

  queue.close();

  await expect(waiting).resolves.toBeUndefined();
});

test('a caller that stops reading the events ends the run, and the ledger has what the events reported', async () => {
  await using rig = await startRig({ users: users(100) }, { recordsPerRequest: 10 });

  await rig.run({}, { onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined) });
  const status = runStatus(rig.plan.path, rig.ledgerPath);

  expect(status).toMatchObject({ runs: 1, end: 'stopped', reason: { code: 'interrupted' } });
  expect(status.kinds.users.created).toBe(rig.held('users').length);
});

test('a run whose key is revoked half way stops immediately, and resumes with a new key', async () => {
  await using rig = await startRig(town(50, 100), { recordsPerRequest: 10 });
  let seen = 0;
  const revoke = ({ type }: RunEvent): void => {
    if (type === 'batch-settled' && ++seen === 3) rig.service.revokeKey(rig.service.apiKey);
  };

  const { result } = await rig.run({ concurrency: 2 }, { onEvent: revoke });
  const refused = rig.service.requests.filter(({ status }) => status === 401);
  const newKey = newKeyOf(rig.service);
  const next = await rig.run({}, { apiKey: newKey });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: {
      code: 'key-refused',
      serviceCode: 'AUTH_ERR_APIKEY_NOT_FOUND',
      fix: expect.stringContaining('fullAccess'),
    },
    counts: { users: { failed: 0, unresolved: 0 } },
  });
  expect(refused.length).toBeLessThanOrEqual(2);
  expect(next.result).toMatchObject({ end: 'finished', counts: { messages: { created: 100 } } });
  expect(rig.held('users')).toHaveLength(50);
});

test('a key that may not import is refused before anything is lost', async () => {
  await using rig = await startRig({ users: users(10) });

  const { result } = await rig.run({}, { apiKey: rig.service.authOnlyKey });

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'key-refused' }, requests: 1 });
});

test.each([
  { status: 400, serviceCode: 'ERR_PLAN_QUOTA_RESTRICTION', code: 'plan-limit' },
  { status: 401, serviceCode: 'AUTH_ERR_AUTH_TOKEN_NOT_FOUND', code: 'key-refused' },
  // Not documented.
  { status: 402, serviceCode: 'ERR_TRIAL_OVER', code: 'plan-limit' },
  { status: 401, serviceCode: 'AUTH_ERR_APIKEY_EXPIRED', code: 'key-refused' },
])(
  'requests refused with $serviceCode stop the run, with what has landed written down',
  async ({ status, serviceCode, code }) => {
    await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 10, lanes: 1 });
    rig.service.setFaults([
      { fault: 'status-before', status, code: serviceCode, when: { from: 3 } },
    ]);

    const { result } = await rig.run();

    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code, serviceCode },
      counts: { users: { created: 20, failed: 0, pending: 30 } },
    });
  },
);

test.each([
  { allowed: 4, failed: 10 },
  { allowed: { percent: 15 }, failed: 20 },
])('more failures than $allowed stop the run', async ({ allowed, failed }) => {
  await using rig = await startRig({ users: users(100) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'unknown-code', share: 1 }]);

  const { result } = await rig.run({ maxFailures: allowed });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'too-many-failures', message: expect.stringContaining(`${failed} records`) },
    counts: { users: { failed } },
  });
});

test('a page of something in between that refuses everything stops the run', async () => {
  await using rig = await startRig({ users: users(30) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'html', status: 403, when: { from: 2 } }]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'key-refused', message: expect.stringContaining('HTTP 403') },
    counts: { users: { created: 10, failed: 0, pending: 20 } },
  });
});

test('a plan that turns out damaged half way stops the run, and the ledger has the reason', async () => {
  await using rig = await startRig({ users: users(5000) }, { recordsPerRequest: 10, lanes: 1 });
  const whole = readFileSync(rig.plan.path);
  const damage = (): void => {
    const damaged = Buffer.from(whole);
    for (let at = damaged.length / 2; at < damaged.length; at += 4096)
      damaged.fill(0xa5, at - (at % 4096), at - (at % 4096) + 200);
    writeFileSync(rig.plan.path, damaged);
  };

  const { result } = await rig.run({}, { onEvent: onFirst('batch-settled', damage) });
  writeFileSync(rig.plan.path, whole);
  const status = runStatus(rig.plan.path, rig.ledgerPath);

  expect(result).toMatchObject({
    end: 'stopped',
    reason: {
      code: 'plan',
      message: expect.stringContaining(`${rig.plan.path} is damaged`),
      fix: expect.stringContaining('Plan the same files'),
    },
  });
  expect(result!.counts.users.pending).toBeGreaterThan(0);
  expect(status).toMatchObject({ end: 'stopped', reason: { code: 'plan' } });
  expect(result!.counts.users.created).toBe(rig.held('users').length);
});

test('of a batch in which the disk changed a byte, nothing is sent', async () => {
  await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 10, lanes: 1 });
  using db = new DatabaseSync(rig.plan.path);
  const put = (from: string, to: string): void =>
    db.exec(`UPDATE batches SET body = CAST(replace(body, '${from}', '${to}') AS BLOB)`);
  put('User 25', 'Usar 25');

  const { result } = await rig.run();
  const held = rig.held('users');
  put('Usar 25', 'User 25');
  const next = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'plan', message: expect.stringContaining('batch 3 '), fix: expect.anything() },
    counts: { users: { created: 20, pending: 30 } },
  });
  expect(held).toHaveLength(20);
  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { created: 50 } } });
});

test('batches that the plan has lost stop the run, and are not taken for sent', async () => {
  await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 10, lanes: 1 });
  using db = new DatabaseSync(rig.plan.path);
  db.exec('DELETE FROM batches WHERE seq = 3');

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'plan', message: expect.stringContaining('10 records') },
    counts: { users: { created: 40, pending: 10 } },
  });
});

test('a batch that the ledger has begun and the plan does not have is damage of the ledger', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
  rig.withLedger(() => {});
  using db = new DatabaseSync(rig.ledgerPath);
  db.exec("INSERT INTO batches VALUES (99, 'users', 0, 'open', 1, 'u', 0, 0)");

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'ledger', message: `${rig.ledgerPath} is damaged.` },
  });
});

test('a batch that was begun and is missing from the plan is damage of the plan', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
  rig.withLedger(() => {});
  using ledger = new DatabaseSync(rig.ledgerPath);
  ledger.exec("INSERT INTO batches VALUES (2, 'users', 0, 'open', 1, 'uuuuuuuuuu', 0, 0)");
  using plan = new DatabaseSync(rig.plan.path);
  plan.exec('DELETE FROM batches WHERE seq = 2');

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'plan', message: `The plan ${rig.plan.path} is damaged: batch 2 is missing.` },
  });
});

test.each(['', '-wal'])(
  'ledger.sqlite%s removed after the last answer stops the run, whose outcomes are lost',
  async (suffix) => {
    await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
    let settled = 0;
    const onEvent = ({ type }: RunEvent): void => {
      if (type === 'batch-settled' && ++settled === 2) rmSync(`${rig.ledgerPath}${suffix}`);
    };

    const { result } = await rig.run({}, { onEvent });

    expect(settled).toBe(2);
    expect(result).toMatchObject({
      end: 'stopped',
      reason: {
        code: 'ledger',
        message: expect.stringContaining(`ledger.sqlite${suffix} was removed or replaced`),
      },
    });
  },
);

/** Overwrites a file from some byte on, and leaves it as long as it is. */
function garble(file: string, from = 0): void {
  writeFileSync(file, readFileSync(file).fill(0xa5, from), { flag: 'r+' });
}

function filesOf(ledger: string): string[] {
  return ['', '-wal', '-shm'].map((suffix) => `${ledger}${suffix}`);
}

test.each([
  {
    way: 'overwritten',
    breakIt: (path: string) => {
      for (const file of filesOf(path)) garble(file);
    },
  },
  {
    way: 'overwritten after its header',
    breakIt: (path: string) => {
      garble(path, 100);
      for (const file of filesOf(path).slice(1)) garble(file);
    },
  },
  {
    way: 'robbed of a table',
    breakIt: (path: string) => {
      using db = new DatabaseSync(path);
      db.exec('DROP VIEW counts; DROP TABLE lanes');
    },
  },
])(
  'a ledger $way in mid-run stops the run with the last known counts; without it nothing is doubled',
  async ({ breakIt }) => {
    await using rig = await startRig({ users: users(500) }, { recordsPerRequest: 1, lanes: 1 });
    let settled = 0;
    const onEvent = ({ type }: RunEvent): void => {
      if (type === 'batch-settled' && ++settled === 20) breakIt(rig.ledgerPath);
    };

    const { result, events } = await rig.run({}, { onEvent });
    for (const file of filesOf(rig.ledgerPath)) rmSync(file, { force: true });
    const next = await rig.run();

    const sent = events.filter(({ type }) => type === 'batch-settled').length;
    expect(result).toMatchObject({
      end: 'stopped',
      reason: {
        code: 'ledger',
        message: `${rig.ledgerPath} is damaged.`,
        fix: expect.stringContaining('Move it away'),
      },
      counts: { users: { created: sent, pending: 500 - sent } },
    });
    expect(events.at(-1)).toMatchObject({ type: 'stopped', reason: { code: 'ledger' } });
    expect(sent).toBeLessThan(500);
    expect(next.result).toMatchObject({ end: 'finished', counts: { users: { failed: 0 } } });
    expect(next.result!.counts.users.present).toBeGreaterThanOrEqual(sent);
    expect(rig.held('users')).toHaveLength(500);
  },
);

test('a ledger that cannot be read at the start is refused before anything is sent', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.withLedger(() => {});
  using db = new DatabaseSync(rig.ledgerPath);
  db.exec('DROP VIEW counts; DROP TABLE lanes');

  await expect(rig.run()).rejects.toMatchObject({ name: 'LedgerError', code: 'damaged' });
  expect(rig.held('users')).toEqual([]);
});

test('as many failures as are allowed do not stop the run', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'unknown-code', share: 1, when: { nth: 1 } }]);

  const { result } = await rig.run({ maxFailures: 10 });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { failed: 10, created: 10 } },
  });
});

test('a key that is refused is not tried a second time', async () => {
  await using rig = await startRig({ users: users(30) }, { recordsPerRequest: 10, lanes: 1 });

  await rig.run(
    {},
    { onEvent: onFirst('batch-settled', () => rig.service.revokeKey(rig.service.apiKey)) },
  );

  expect(rig.service.requests.filter(({ status }) => status === 401)).toHaveLength(1);
});

test('the first reason to stop is the one that is reported', async () => {
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 10, lanes: 2 });
  rig.service.setFaults([
    { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND', when: { nth: 1 } },
    { fault: 'latency', ms: 500, when: { nth: 2 } },
  ]);
  const finish = new AbortController();
  const isRefused = (): boolean => rig.service.requests.some(({ status }) => status === 401);
  const watch = setInterval(() => isRefused() && setTimeout(() => finish.abort(), 100), 5);

  const { result } = await rig.run({}, { stop: { finish: finish.signal } });
  clearInterval(watch);

  expect(finish.signal.aborted).toBe(true);
  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'key-refused' } });
});

test('a stop during a wait ends the run immediately', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(30) }, { clock });
  rig.service.setFaults([{ fault: 'rate-limit', seconds: 3600 }]);
  const finish = new AbortController();
  const startedAt = clock.now();

  const { result } = await rig.run(
    { giveUpAfterMs: 4_000_000 },
    { stop: { finish: finish.signal }, onEvent: onFirst('waiting', () => finish.abort()) },
  );

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(clock.now() - startedAt).toBeLessThan(60_000);
});

function onFirst(type: RunEvent['type'], act: () => void): (event: RunEvent) => void {
  let done = false;
  return (event) => {
    if (event.type !== type || done) return;
    done = true;
    act();
  };
}

/** Creates a key, as the operator does in the dashboard after the old key is revoked. */
function newKeyOf(service: Pick<LocalService, 'seed'>): string {
  const apiKey = 'b'.repeat(40);
  service.seed({ apiKeys: [{ apiKey, scope: 'fullAccess', name: 'New' }] });
  return apiKey;
}
