import { join } from 'node:path';
import { kindsInOrder, memberId, type Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLedger, retry } from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, town } from './support/rows.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 8);

const people = 14;
const texts = 45;

/** A town in which every third user leaves. */
function rowsOf(): Rows {
  const rows = town(people, texts);
  const leaving = rows.users!.map((user, index) =>
    index % 3 === 0 ? { ...user, deactivatedAt: lastMonth + 100_000 } : user,
  );
  return { ...rows, users: leaving };
}

const allTimes = { operation: 'dataImport.*' } as const;

/** Faults that pass: none of them is the fault of a record. */
const passing: fc.Arbitrary<FaultRule> = fc
  .record({
    rule: fc.constantFrom<FaultRule>(
      { fault: 'status-before', ...allTimes },
      { fault: 'status-after', ...allTimes },
      { fault: 'html', status: 502, ...allTimes },
      { fault: 'reset-before', ...allTimes },
      { fault: 'reset-after', ...allTimes },
      { fault: 'cut-off', ...allTimes },
      { fault: 'empty-200', ...allTimes },
      { fault: 'rate-limit', tells: 'nothing', ...allTimes },
      { fault: 'omit-records', share: 0.4, ...allTimes },
      { fault: 'omit-records', share: 0.4, which: 'last', ...allTimes },
      { fault: 'refuse-records', share: 0.4, ...allTimes },
      { fault: 'refuse-records', share: 0.4, stored: true, ...allTimes },
      { fault: 'refuse-records', share: 0.4, code: 'ERR_TOO_MANY_REQUESTS', ...allTimes },
      { fault: 'as-array', ...allTimes },
    ),
    probability: fc.constantFrom(0.1, 0.3),
    seed: fc.nat(1000),
  })
  .map(({ rule, probability, seed }) => ({ ...rule, when: { probability }, seed }));

function expectSound(rig: Rig): void {
  expect(checkLedger(join(rig.folder, 'plan.sqlite'), rig.ledgerPath)).toEqual([]);
}

function stored(rig: Rig, sql: string): unknown[] {
  return rig.service.db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

const byNumber = 'ORDER BY CAST(substr(uid, 2) AS INTEGER)';

/** Everything of the town is in the service once, as planned, in order, and those who were to leave have left. */
function expectTown(rig: Rig, rows: Rows): void {
  expect(
    stored(rig, `SELECT uid, name, deactivated_at IS NOT NULL AS gone FROM users ${byNumber}`),
  ).toEqual(
    rows.users!.map(({ uid, name, deactivatedAt }) => ({
      uid,
      name,
      gone: deactivatedAt === undefined ? 0 : 1,
    })),
  );
  expect(
    stored(rig, `SELECT uid FROM members ${byNumber}`).filter(
      (member) => (member as Row)['uid'] !== 'u1',
    ),
  ).toEqual(rows.members!.map(({ uid }) => ({ uid })));
  expect(stored(rig, 'SELECT muid FROM messages ORDER BY sent_at, muid')).toEqual(
    rows.messages!.map(({ muid }) => ({ muid })),
  );
}

/** Messages that were stored before an older one of their conversation. */
function outOfOrder(rig: Rig): unknown[] {
  return stored(
    rig,
    `SELECT one.muid FROM messages one JOIN messages other
     ON one.conversation_id = other.conversation_id AND one.id < other.id AND one.sent_at > other.sent_at`,
  );
}

/** Whether the service can refuse a message of a request and store a later one of it. */
function refusesSome({ fault, ...rule }: FaultRule): boolean {
  return fault === 'refuse-records' && !('stored' in rule);
}

function exactly(length: number): object {
  return { minLength: length, maxLength: length };
}

function changed(found: readonly unknown[], nth: number, change: Row): Row {
  return found[nth] === 'different' ? change : {};
}

test('whatever passes at the service, and wherever a run is stopped, everything lands once and in order', async () => {
  const plan = fc.record({
    faults: fc.array(passing, { maxLength: 2 }),
    stops: fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    recordsPerRequest: fc.integer({ min: 2, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ faults, stops, concurrency, recordsPerRequest }) => {
      const rows = rowsOf();
      await using rig = await startRig(rows, {
        recordsPerRequest,
        lanes: 3,
        clock: new ManualClock(),
        service: { faults },
      });
      let requests = 0;
      for (const after of stops) {
        const stop = new AbortController();
        let events = 0;
        const onEvent = (): unknown => (++events === after ? stop.abort() : undefined);
        const { result } = await rig.run({ concurrency }, { stop: { now: stop.signal }, onEvent });
        requests += result!.requests;
        expectSound(rig);
      }
      const first = await rig.run({ concurrency, giveUpAfterMs: 3_600_000, maxFailures: 'none' });
      expect(first.result?.reason).toBeUndefined();
      expectSound(rig);
      // What the service failed over again and again is sent once more when it has recovered.
      rig.service.setFaults([]);
      rig.withLedger((ledger) => retry(ledger, rig.clock.now()));
      const { result } = await rig.run({ concurrency });
      requests += first.result!.requests;

      expect(result?.reason).toBeUndefined();
      expectSound(rig);
      expectTown(rig, rows);
      expect(faults.some(refusesSome) ? [] : outOfOrder(rig)).toEqual([]);
      for (const kind of kindsInOrder) {
        const { planned } = rig.plan.summary.kinds[kind];
        const { created, present, presentByThisJob, ...others } = result!.counts[kind];
        expect({ kind, landed: created + present }).toEqual({ kind, landed: planned });
        // No one else writes to the app, so what was there was put there by this job.
        expect({ kind, presentByThisJob }).toEqual({ kind, presentByThisJob: present });
        expect(Object.values(others).every((count) => count === 0)).toBe(true);
      }
      // A request that a stop holds back at the last moment is counted, and not sent.
      const notSent = requests + result!.requests - rig.service.requestCount;
      expect([notSent >= 0, notSent <= stops.length * concurrency]).toEqual([true, true]);
    }),
    { numRuns },
  );
}, 300_000);

type Before = 'same' | 'different';

function counted(found: readonly (Before | 'absent')[]): object {
  const of = (wanted: string): number => found.filter((each) => each === wanted).length;
  return {
    created: of('absent'),
    present: of('same') + of('different'),
    presentSame: of('same'),
    presentDifferent: of('different'),
    pending: 0,
  };
}

test('what the app held before is counted as it was, and stays as it was', async () => {
  const before = fc.constantFrom<Before>('same', 'different');
  const held = fc.record({
    users: fc.array(before, exactly(people)),
    members: fc.array(before, exactly(people - 1)),
    messages: fc.array(fc.constantFrom('absent' as const, 'same', 'different'), exactly(texts)),
  });
  await fc.assert(
    fc.asyncProperty(held, async ({ users, members, messages }) => {
      const rows = town(people, texts);
      await using rig = await startRig(rows, { recordsPerRequest: 10, lanes: 3 });
      rig.service.seed({
        users: rows.users!.map((row, nth) => ({ ...row, ...changed(users, nth, { name: 'X' }) })),
        groups: [...rows.groups!],
        members: rows.members!.map((row, nth) => ({
          ...row,
          memberId: memberId(row['guid'] as string, row['uid'] as string),
          ...changed(members, nth, { scope: 'moderator' }),
        })),
        messages: rows
          .messages!.map((row, nth) => ({
            ...row,
            category: 'message',
            type: 'text',
            ...changed(messages, nth, { data: { text: 'X' } }),
          }))
          .filter((_, nth) => messages[nth] !== 'absent'),
      });
      const names = stored(rig, 'SELECT uid, name FROM users');

      const { result } = await rig.run({ maxDifferent: 1000 });

      expect(result?.reason).toBeUndefined();
      expectSound(rig);
      expect(result!.counts).toMatchObject({
        users: counted(users),
        groups: { presentSame: 1 },
        members: counted(members),
        messages: counted(messages),
      });
      expect(stored(rig, 'SELECT uid, name FROM users')).toEqual(names);
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  );
}, 300_000);
