import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { memberId, type Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { retry, type RunEvent } from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, messages, users } from './support/rows.ts';
import { type Before, type Claim, RunModel } from './support/run-model.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 12);

const people = 12;
const texts = 36;

/** A town with records of every kind. Every third user leaves; every message is in one of three kinds of conversation. */
function townOfAllKinds(): Rows {
  const owners = ['u1', 'u2', 'u1'];
  return {
    roles: [{ role: 'elder', name: 'Elder' }, { role: 'guest' }, { role: 'clerk', name: 'Clerk' }],
    users: users(people).map((user, index) => ({
      ...user,
      ...(index % 4 === 1 ? { role: ['elder', 'guest', 'clerk'][index % 3] } : {}),
      ...(index % 3 === 0 ? { deactivatedAt: lastMonth + 100_000 } : {}),
    })),
    groups: owners.map((owner, index) => ({
      guid: `g${index + 1}`,
      name: `Group ${index + 1}`,
      type: 'public',
      owner,
      createdAt: lastMonth,
      description: `What group ${index + 1} is for`,
    })),
    members: owners.flatMap((owner, index) =>
      users(people)
        .filter(({ uid }, nth) => uid !== owner && nth % (index + 1) === 0)
        .map(({ uid }) => ({ guid: `g${index + 1}`, uid, joinedAt: lastMonth + 3600 })),
    ),
    messages: messages(texts, people).map((message, index) =>
      index % 3 === 0
        ? { ...message, receiver: `g${(index % 9) / 3 + 1}`, receiverType: 'group' }
        : message,
    ),
    friends: [1, 2, 3, 5, 8].map((one) => ({ uid: `u${one}`, friend: `u${one + 2}` })),
    blocks: [2, 4, 6, 8].map((one) => ({ uid: `u${one}`, blocked: `u${one - 1}` })),
  };
}

/** Operations that write: one of each route, and all imports. */
const written = fc.constantFrom(
  'dataImport.*',
  'dataImport.*',
  'dataImport.messages',
  'roles.create',
  'groups.update',
  'users.friends.add',
  'users.blockedUsers.block',
  'users.deactivate',
  'users.list',
);

/** Faults that pass. Each is one that a run must survive; some of them cost records until the next retry. */
const passing: fc.Arbitrary<FaultRule> = fc
  .record({
    rule: fc.constantFrom<FaultRule>(
      { fault: 'status-before' },
      { fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST', message: 'Not this one.' },
      { fault: 'status-before', status: 500, code: 'ERR_WS_DOWN' },
      { fault: 'status-after' },
      { fault: 'html' },
      { fault: 'html', status: 413 },
      { fault: 'reset-before' },
      { fault: 'reset-after' },
      { fault: 'cut-off' },
      { fault: 'empty-200' },
      { fault: 'compressed' },
      { fault: 'latency', ms: 2500 },
      { fault: 'rate-limit', tells: 'nothing' },
      { fault: 'rate-limit', seconds: 30, tells: 'retry-after' },
      { fault: 'rate-limit', seconds: 30, tells: 'sentence' },
      { fault: 'rate-limit', seconds: 30, tells: 'reset-seconds-left' },
    ),
    operation: written,
  })
  .map(({ rule, operation }) => ({ ...rule, operation }));

const spoiling: fc.Arbitrary<FaultRule> = fc
  .constantFrom<FaultRule>(
    { fault: 'omit-records', share: 0.4 },
    { fault: 'omit-records', share: 0.4, which: 'last' },
    { fault: 'refuse-records', share: 0.4 },
    { fault: 'refuse-records', share: 0.4, stored: true },
    { fault: 'refuse-records', share: 0.4, code: 'ERR_TOO_MANY_REQUESTS' },
    { fault: 'refuse-records', share: 0.4, code: 'ERR_WS_CLOSED', stored: true },
    { fault: 'refuse-records', share: 0.3, code: 'ERR_BAD_REQUEST', message: 'Not this one.' },
    { fault: 'refuse-records', share: 0.3, code: 'ERR_UID_NOT_FOUND' },
    { fault: 'unknown-code', share: 0.3 },
    { fault: 'double-nesting' },
    { fault: 'as-array' },
  )
  .map((rule) => ({ operation: 'dataImport.*', ...rule }));

const fault: fc.Arbitrary<FaultRule> = fc
  .tuple(
    fc.oneof(passing, spoiling),
    fc.constantFrom({ probability: 0.15 }, { probability: 0.4 }, { nth: 2 }, { from: 1, to: 9 }),
    fc.nat(1000),
  )
  .map(([rule, when, draw]) => ({ ...rule, when, seed: draw }));

/** How a run is ended, at its nth event or, for a kill, when its nth request leaves. */
const ending = fc.record({
  how: fc.constantFrom('now' as const, 'finish' as const, 'enough' as const, 'kill' as const),
  after: fc.integer({ min: 1, max: 40 }),
  /** Whether the operator retries before the next run. */
  retries: fc.boolean(),
  /** What the time of day is moved by before the next run. */
  clockMs: fc.constantFrom(0, 0, 7_200_000, -7_200_000),
});

const scenario = fc.record({
  faults: fc.array(fault, { maxLength: 3 }),
  endings: fc.array(ending, { maxLength: 3 }),
  concurrency: fc.integer({ min: 1, max: 6 }),
  recordsPerRequest: fc.integer({ min: 2, max: 12 }),
  requestsPerMinute: fc.constantFrom('unlimited' as const, 'unlimited' as const, 6),
  sharedQuota: fc.boolean(),
  /** What the app held before: users, groups, members and messages in turn; `undefined`: nothing. */
  before: fc.option(
    fc.array(fc.constantFrom<Before | 'absent'>('absent', 'same', 'different'), {
      minLength: 5,
      maxLength: 9,
    }),
    { nil: undefined },
  ),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;
type Ending = Scenario['endings'][number];

/** Stores what the app held before the job. @returns it, by `kind:id` */
function seed(rig: Rig, rows: Rows, turns: Scenario['before']): Map<string, Before> {
  const before = new Map<string, Before>();
  if (turns === undefined) return before;
  let nth = 0;
  const changed = (kind: string, id: string, row: Row, change: Row, mayLack = false): Row[] => {
    const turn = turns[nth++ % turns.length]!;
    if (turn === 'absent' && mayLack) return [];
    before.set(`${kind}:${id}`, turn === 'different' ? 'different' : 'same');
    return [turn === 'different' ? { ...row, ...change } : row];
  };
  rig.service.seed({
    roles: rows.roles!.map(({ role, name }) => ({ role, name: name ?? role })),
    users: rows.users!.flatMap(({ deactivatedAt: _deactivatedAt, ...row }) =>
      changed('users', row['uid'] as string, row, { name: 'X' }),
    ),
    groups: rows.groups!.flatMap(({ description: _description, ...row }) =>
      changed('groups', row['guid'] as string, row, { name: 'X' }),
    ),
    members: rows.members!.flatMap((row) => {
      const id = memberId(row['guid'] as string, row['uid'] as string);
      return changed('members', id, { ...row, memberId: id }, { scope: 'moderator' });
    }),
    messages: rows.messages!.flatMap((row) =>
      changed(
        'messages',
        row['muid'] as string,
        { ...row, category: 'message', type: 'text' },
        { data: { text: 'X' } },
        true,
      ),
    ),
  });
  for (const { role } of rows.roles!) before.set(`roles:${role as string}`, 'same');
  return before;
}

function column(rig: Rig, sql: string): string[] {
  return rig.service.db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row).join(' '))
    .toSorted();
}

/** Each record of the town is in the service once, as planned or as it was before, without follow-ups of what is different. */
function expectTown(rig: Rig, rows: Rows, before: ReadonlyMap<string, Before>): void {
  const isOther = (kind: string, id: unknown): boolean =>
    before.get(`${kind}:${String(id)}`) === 'different';
  const held = (kind: string, id: unknown, planned: unknown, other: string): unknown =>
    isOther(kind, id) ? other : planned;
  const expected = (sql: string, wanted: readonly string[]): void =>
    expect(column(rig, sql)).toEqual(wanted.toSorted());
  expected(
    "SELECT role, name FROM roles WHERE role <> 'default'",
    rows.roles!.map(({ role, name }) => `${role as string} ${(name ?? role) as string}`),
  );
  expected(
    'SELECT uid, name, role, deactivated_at IS NOT NULL FROM users',
    rows.users!.map(({ uid, name, role, deactivatedAt }) =>
      [
        uid,
        held('users', uid, name, 'X'),
        role ?? 'default',
        Number(deactivatedAt !== undefined && !isOther('users', uid)),
      ].join(' '),
    ),
  );
  expected(
    'SELECT guid, name, owner, description FROM groups',
    rows.groups!.map(({ guid, name, owner, description }) =>
      [
        guid,
        held('groups', guid, name, 'X'),
        owner,
        isOther('groups', guid) ? null : description,
      ].join(' '),
    ),
  );
  expected(
    'SELECT guid, uid, scope FROM members JOIN groups USING (guid) WHERE uid <> owner',
    rows.members!.map(({ guid, uid }) => {
      const scope = held(
        'members',
        memberId(guid as string, uid as string),
        'participant',
        'moderator',
      );
      return [guid, uid, scope].join(' ');
    }),
  );
  expected(
    "SELECT muid, sender, receiver, sent_at, data ->> 'text' FROM messages",
    rows.messages!.map(({ muid, sender, receiver, sentAt, data }) =>
      [muid, sender, receiver, sentAt, held('messages', muid, (data as Row)['text'], 'X')].join(
        ' ',
      ),
    ),
  );
  expected(
    'SELECT uid, friend FROM friends',
    rows
      .friends!.filter(({ uid, friend }) => !isOther('users', uid) && !isOther('users', friend))
      .flatMap(({ uid, friend }) => [
        `${uid as string} ${friend as string}`,
        `${friend as string} ${uid as string}`,
      ]),
  );
  expected(
    'SELECT uid, blocked FROM blocks',
    rows
      .blocks!.filter(({ uid, blocked }) => !isOther('users', uid) && !isOther('users', blocked))
      .map(({ uid, blocked }) => `${uid as string} ${blocked as string}`),
  );
}

/** Messages that were stored after a newer one of their conversation. */
function outOfOrder(rig: Rig, mayBeLate: (muid: string, newer: string) => boolean): string[] {
  return column(
    rig,
    `SELECT older.muid, newer.muid AS other FROM messages newer JOIN messages older
     ON older.conversation_id = newer.conversation_id AND newer.id < older.id AND newer.sent_at > older.sent_at`,
  ).filter((pair) => {
    const [muid, newer] = pair.split(' ');
    return !mayBeLate(muid!, newer!);
  });
}

function expectAll(claims: readonly Claim[]): void {
  for (const [found, expected] of claims) expect(found).toEqual(expected);
}

/** Every file that a kill leaves of a ledger. */
function ledgerFiles(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/** Runs until the ending. A kill leaves the ledger exactly as it is when the nth request leaves. @returns whether the run ended by itself */
async function interruptedRun(
  rig: Rig,
  model: RunModel,
  options: object,
  { how, after }: Ending,
): Promise<boolean> {
  const stop = new AbortController();
  const copy = `${rig.ledgerPath}.killed`;
  let isKilled = false;
  let events = 0;
  let last: RunEvent | undefined;
  const { onSend } = model.tap;
  model.tap.onSend = (request) => {
    onSend(request);
    if (how !== 'kill' || isKilled || model.requests.length < after + 5) return;
    isKilled = true;
    for (const [index, file] of ledgerFiles(rig.ledgerPath).entries())
      if (existsSync(file)) copyFileSync(file, ledgerFiles(copy)[index]!);
    stop.abort();
  };
  const onEvent = (event: RunEvent): unknown => {
    last = event;
    if (how === 'kill' || ++events !== after) return undefined;
    return how === 'enough' ? how : stop.abort();
  };
  const { result } = await rig.run(options, {
    stop: how === 'finish' ? { finish: stop.signal } : { now: stop.signal },
    onEvent,
  });
  model.tap.onSend = onSend;
  if (isKilled)
    for (const [index, file] of ledgerFiles(rig.ledgerPath).entries()) {
      rmSync(file, { force: true });
      const copied = ledgerFiles(copy)[index]!;
      if (existsSync(copied)) copyFileSync(copied, file);
      rmSync(copied, { force: true });
    }
  return result?.end === 'finished' && last?.type === 'finished' && !stop.signal.aborted;
}

/** Lanes ask about blocks at the same time, and one is told to wait while the other reads. */
const toldToWaitWhileReading = {
  faults: [
    {
      fault: 'rate-limit' as const,
      seconds: 30,
      tells: 'sentence' as const,
      operation: 'users.blockedUsers.block' as const,
      when: { from: 1, to: 9 },
    },
  ],
  endings: [],
  concurrency: 2,
  recordsPerRequest: 2,
  requestsPerMinute: 'unlimited' as const,
  sharedQuota: false,
  before: undefined,
};

test('for any plan, faults, endings, retries and clocks, the ledger holds what passed over the wire, and everything lands once', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (chosen) => {
      const { faults, endings, concurrency, requestsPerMinute, sharedQuota } = chosen;
      const rows = townOfAllKinds();
      const clock = new ManualClock();
      const now = (): number => clock.monotonicMs();
      await using rig = await startRig(rows, {
        recordsPerRequest: chosen.recordsPerRequest,
        lanes: 3,
        clock,
        service: { now, sleep: (ms, signal) => clock.sleep(ms, signal) },
      });
      const before = seed(rig, rows, chosen.before);
      rig.service.setFaults(faults);
      using model = new RunModel(rig, rows, before);
      const options = {
        concurrency,
        requestsPerMinute,
        sharedQuota,
        maxFailures: 'none' as const,
        maxDifferent: 1000,
        giveUpAfterMs: 3_600_000,
      };
      const retries = (): void => expectAll(model.retried((ledger) => retry(ledger, clock.now())));

      for (const each of endings) {
        model.begin();
        await interruptedRun(rig, model, options, each);
        expectAll(model.sound());
        if (each.retries) retries();
        clock.setBy(each.clockMs);
      }
      model.begin();
      const whole = await rig.run(options);
      expectAll(model.sound());
      const { end, reason } = whole.result!;
      if (end === 'finished') expectAll(model.complete(whole.result!, whole.events));
      expect(reason?.code ?? 'request-refused').toMatch(/^(request-refused|too-many-failures)$/);
      rig.service.setFaults([]);
      retries();
      model.begin();
      const last = await rig.run(options);

      expect(last.result?.reason).toBeUndefined();
      expectAll(model.complete(last.result!, last.events));
      expectAll(model.sound());
      expectTown(rig, rows, before);
      const isHeld = (muid: string): boolean => before.has(`messages:${muid}`);
      const { refused } = model;
      const mayBeLate = (muid: string, newer: string): boolean =>
        isHeld(muid) || isHeld(newer) || refused.has(muid);
      expect(outOfOrder(rig, mayBeLate)).toEqual([]);
      expect(model.unannounced).toEqual([]);
      expect(
        model.hurried(
          options,
          endings.every(({ clockMs }) => clockMs === 0),
        ),
      ).toEqual([]);
      expect(model.sentInVain).toEqual([]);
    }),
    { numRuns, examples: [[toldToWaitWhileReading]] },
  );
});
