import { DatabaseSync } from 'node:sqlite';
import { byKind } from '@chatferry/contract';
import { expect, test, vi } from 'vitest';
import { MemoryLedger } from './support/memory-ledger.ts';
import { ManualClock } from './support/manual-clock.ts';
import { REFUSED, refuseWrites } from './support/refuse-writes.ts';
import { type Rig, startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

/** The run stopped over a ledger that could not be written. */
function expectRefused({ result }: Awaited<ReturnType<Rig['run']>>): void {
  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'ledger', message: expect.stringContaining(REFUSED) },
  });
}

test.each([
  { name: 'without a quota', options: { requestsPerMinute: 'unlimited' } },
  { name: 'with a quota', options: { requestsPerMinute: 60 } },
  { name: 'by the chat endpoints', options: { routes: { users: 'chat' } } },
] as const)('nothing leaves before the ledger holds the intent: $name', async ({ options }) => {
  await using rig = await startRig({ users: users(30) }, { clock: new ManualClock() });
  const allow = refuseWrites(rig);

  expectRefused(await rig.run(options));
  const seen = rig.sends().length;
  allow();
  const next = await rig.run(options);

  expect(seen).toBe(0);
  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { created: 30 } } });
});

test('a live message leaves only after the intent to send it is committed', async () => {
  const rows = { users: users(2), messages: messages(3, 2) };
  await using rig = await startRig(rows, { clock: new ManualClock() });
  const options = { routes: { messages: 'chat' }, chatRequestsPerMinute: 'unlimited' } as const;
  refuseWrites(rig, { condition: "new.kind = 'messages'", table: 'batches' });

  expectRefused(await rig.run(options));

  const sent = rig.service.requests.filter(({ operation }) => operation === 'messages.send');
  expect(sent).toEqual([]);
});

test.each([
  { quota: 'without a quota', requestsPerMinute: 'unlimited' },
  { quota: 'with a quota', requestsPerMinute: 60 },
] as const)(
  'one write of the ledger that fails ends the run, and the next one finishes the job: $quota',
  async ({ requestsPerMinute }) => {
    await using rig = await startRig(
      { users: users(50) },
      { recordsPerRequest: 10, lanes: 1, clock: new ManualClock() },
    );
    const allow = refuseWrites(rig, { table: 'batches', condition: 'new.seq = 2' });

    expectRefused(await rig.run({ requestsPerMinute }));
    allow();
    const next = await rig.run({ requestsPerMinute });

    expect(next.result).toMatchObject({
      end: 'finished',
      counts: { users: { failed: 0, unresolved: 0, pending: 0 } },
    });
    expect(rig.held('users')).toHaveLength(50);
  },
);

test('a batch whose outcome cannot be written is not passed over when the next one is in trouble', async () => {
  await using rig = await startRig(
    { users: users(50) },
    { recordsPerRequest: 10, lanes: 1, clock: new ManualClock() },
  );
  rig.service.setFaults([
    { fault: 'status-before', status: 500, operation: 'dataImport.users', when: { nth: 3 } },
  ]);
  const allow = refuseWrites(rig, { table: 'batches', condition: 'new.seq = 2' });

  expectRefused(await rig.run({ requestsPerMinute: 60 }));
  allow();
  const next = await rig.run({ requestsPerMinute: 60 });

  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { pending: 0 } } });
  expect(rig.held('users')).toHaveLength(50);
});

test('when an outcome of one lane cannot be written, the other lane ends after its batch', async () => {
  await using rig = await startRig({ users: users(60) }, { recordsPerRequest: 1, lanes: 2 });
  const ledger = new MemoryLedger(byKind((kind) => rig.plan.summary.kinds[kind].planned));
  const write = ledger.write.bind(ledger);
  ledger.write = async (entry) => {
    if (entry.batch.lane === 0) throw new Error(REFUSED);
    await write(entry);
  };

  await expect(rig.run({}, { ledger })).rejects.toThrow(REFUSED);

  expect(rig.held('users').length).toBeLessThan(30);
});

/** The level of `PRAGMA synchronous`: 1 is NORMAL, 2 is FULL. */
function synchronousOf(db: DatabaseSync): unknown {
  return db.prepare('PRAGMA synchronous').get()?.['synchronous'];
}

/** Passes every statement on, and remembers which connection to the file it was for. */
function connectionsTo(path: string): DatabaseSync[] {
  const connections: DatabaseSync[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the database as `this`
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    if (this.location() === path && !connections.includes(this)) connections.push(this);
    return exec.call(this, sql);
  });
  return connections;
}

test.each([
  { requestsPerMinute: 60, ofUsers: 2, ofMessages: 2 },
  { requestsPerMinute: 'unlimited', ofUsers: 1, ofMessages: 2 },
] as const)(
  'at $requestsPerMinute requests a minute the ledger is kept with synchronous = $ofUsers, and $ofMessages for what cannot be sent again',
  async ({ requestsPerMinute, ofUsers, ofMessages }) => {
    await using rig = await startRig(
      { users: users(3), messages: messages(2, 3) },
      { clock: new ManualClock() },
    );
    const connections = connectionsTo(rig.ledgerPath);
    const seen: Record<string, unknown> = {};

    await rig.run(
      { requestsPerMinute, routes: { messages: 'chat' } },
      {
        onEvent: (event) => {
          if (event.type === 'batch-settled') seen[event.kind] = synchronousOf(connections[0]!);
        },
      },
    );
    vi.restoreAllMocks();

    expect(seen).toEqual({ users: ofUsers, messages: ofMessages });
  },
);

test('what is changed between runs survives a power cut too', async () => {
  await using rig = await startRig({ users: users(3) });
  await rig.run();
  const connections = connectionsTo(rig.ledgerPath);

  const levels = rig.withLedger(() => connections.map(synchronousOf));
  vi.restoreAllMocks();

  expect(levels).toEqual([2]);
});

test.each([
  { quota: 'without a quota', requestsPerMinute: 'unlimited' },
  { quota: 'with a quota', requestsPerMinute: 60_000 },
] as const)(
  'batches announced $quota count as sent by this job after the run was cut off',
  async ({ requestsPerMinute }) => {
    await using rig = await startRig({ users: users(40) }, { recordsPerRequest: 10, lanes: 1 });
    rig.service.setFaults([{ fault: 'silence', stored: true, when: { nth: 3 } }]);
    const now = new AbortController();
    const watch = setInterval(() => rig.held('users').length === 30 && now.abort(), 5);

    await rig.run({ requestsPerMinute }, { stop: { now: now.signal } });
    clearInterval(watch);
    const { result } = await rig.run();

    expect(result).toMatchObject({
      end: 'finished',
      counts: { users: { created: 30, present: 10, presentByThisJob: 10 } },
    });
  },
);

test('a request whose turn has come does not leave when the run is stopped while its intent is committed', async () => {
  await using rig = await startRig({ users: users(10) });
  const finish = new AbortController();
  let isSending = false;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the database as `this`
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (isSending && sql === 'COMMIT') finish.abort();
    return exec.call(this, sql);
  });

  await rig.run(
    {},
    {
      stop: { finish: finish.signal },
      onEvent: ({ type }) => (isSending ||= type === 'kind-started'),
    },
  );
  vi.restoreAllMocks();

  expect(finish.signal.aborted).toBe(true);
  expect(rig.sends()).toEqual([]);
});
