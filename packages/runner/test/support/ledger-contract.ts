import { byKind, type Kind } from '@chatferry/contract';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BatchEntry, BatchMarks, LedgerStore, RecordOutcome } from '../../src/index.ts';
import { makePlan } from './make-plan.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { users } from './rows.ts';

const PLANNED = 40;

/** Hands a fresh ledger for the plan of `makePlannedUsers` to the test. */
export type WithStore = (use: (store: LedgerStore) => Promise<void>) => Promise<void>;

/** Plans the users that the tests are about. */
export function makePlannedUsers(path: string): void {
  makePlan(path, { users: users(PLANNED) });
}

export const withMemory: WithStore = (use) =>
  use(new MemoryLedger(byKind((kind) => (kind === 'users' ? PLANNED : 0))));

interface Change {
  readonly seq: number;
  readonly after: Pick<BatchMarks, 'state' | 'marks'>;
  readonly before?: BatchMarks | undefined;
  readonly lane?: number;
  readonly kind?: Kind;
  readonly outcomes?: readonly RecordOutcome[];
  readonly at?: number;
}

export function entry({
  seq,
  after,
  before,
  lane = 0,
  kind = 'users',
  outcomes = [],
  at = 1000,
}: Change): BatchEntry {
  const origins = Array.from(after.marks, (_, index) => ({ file: 'users.csv', line: index + 2 }));
  return {
    batch: { seq, kind, lane, origins },
    before,
    after: { ...after, attempts: 1 },
    outcomes,
    troubles: [],
    at,
  };
}

export function failed(position: number, code = 'ERR_BAD'): RecordOutcome {
  return {
    position,
    id: `u${position}`,
    outcome: 'failed',
    code,
    message: 'No.',
    mayHaveLanded: false,
    attempts: 1,
  };
}

async function startOf(store: LedgerStore, lane = 0) {
  const [start] = await store.open('users', [lane]);
  const open = [];
  for await (const batch of start!.openBatches()) open.push(batch);
  const { announced, changedAt, resumeAfter } = start!;
  return { announced, changedAt, resumeAfter, open };
}

/** What every ledger does. @param where for the title */
export function ledgerContract(where: string, withStore: WithStore): void {
  describe(`a ledger ${where}`, () => {
    test('starts every lane at the beginning', () =>
      withStore(async (store) => {
        expect(await startOf(store, 3)).toEqual({
          announced: 0,
          changedAt: 0,
          resumeAfter: 0,
          open: [],
        });
        expect((await store.counts()).users).toMatchObject({ created: 0, pending: PLANNED });
        expect(await store.batch(1)).toBeUndefined();
        expect(await store.lastChangeAt()).toBeUndefined();
      }));

    test('keeps the highest number that a lane announces, apart from other lanes', () =>
      withStore(async (store) => {
        await store.announce('users', 0, 7, 1000);
        await store.announce('users', 0, 5, 2000);
        await store.announce('users', 1, 2, 1500);

        expect(await startOf(store, 0)).toMatchObject({ announced: 7, changedAt: 2000, open: [] });
        expect(await startOf(store, 1)).toMatchObject({ announced: 2 });
        expect(await store.lastChangeAt()).toBe(2000);
      }));

    test('returns open batches in order, with marks and outcomes, until they are settled', () =>
      withStore(async (store) => {
        const open = { state: 'open', marks: 'ucf' } as const;
        await store.write(entry({ seq: 4, after: open, outcomes: [failed(2)] }));
        await store.write(entry({ seq: 2, after: { state: 'open', marks: 'u' }, at: 1234 }));
        await store.write(entry({ seq: 1, after: { state: 'settled', marks: 'c' } }));

        const start = await startOf(store);
        expect(start).toMatchObject({
          resumeAfter: 4,
          open: [
            { seq: 2, stored: { lane: 0, state: 'open', marks: 'u', attempts: 1, begunAt: 1234 } },
            { seq: 4, outcomes: [{ seq: 4, kind: 'users', id: 'u2', file: 'users.csv', line: 4 }] },
          ],
        });

        const before = { ...open, attempts: 1 };
        await store.write(
          entry({ seq: 4, before, after: { state: 'settled', marks: 'ccf' }, at: 5000 }),
        );
        expect((await startOf(store)).open.map(({ seq }) => seq)).toEqual([2]);
        expect(await store.batch(4)).toMatchObject({
          state: 'settled',
          marks: 'ccf',
          begunAt: 1000,
        });
      }));

    test('does not resume before a batch that was settled, when an earlier one is settled later', () =>
      withStore(async (store) => {
        await store.write(entry({ seq: 9, after: { state: 'settled', marks: 'c' } }));
        await store.write(entry({ seq: 3, after: { state: 'settled', marks: 'c' } }));

        expect(await startOf(store)).toMatchObject({ resumeAfter: 9, open: [] });
        await store.writeAll(
          [19, 13].map((seq) => entry({ seq, lane: 1, after: { state: 'settled', marks: 'c' } })),
        );
        expect(await startOf(store, 1)).toMatchObject({ resumeAfter: 19, open: [] });
      }));

    test('counts each record by its latest mark; an unknown outcome is pending until its batch is settled', () =>
      withStore(async (store) => {
        const open = { state: 'open', marks: 'ucpoedfsr.' } as const;
        await store.write(entry({ seq: 1, after: open }));
        expect((await store.counts()).users).toMatchObject({ unresolved: 0, pending: PLANNED - 7 });

        const before = { ...open, attempts: 1 };
        await store.write(
          entry({ seq: 1, before, after: { state: 'settled', marks: 'ucpoedfscc' } }),
        );
        expect((await store.counts()).users).toEqual({
          created: 3,
          present: 4,
          presentByThisJob: 1,
          presentSame: 1,
          presentDifferent: 1,
          failed: 1,
          skipped: 1,
          unresolved: 1,
          pending: PLANNED - 10,
        });
      }));

    test('makes several batches work again in one write', () =>
      withStore(async (store) => {
        const settled = { state: 'settled', marks: 'cf', attempts: 1 } as const;
        for (const seq of [1, 2]) await store.write(entry({ seq, after: settled }));
        await store.writeAll(
          [1, 2].map((seq) =>
            entry({ seq, before: settled, after: { state: 'open', marks: 'c.' } }),
          ),
        );

        const { open, resumeAfter } = await startOf(store);
        expect(open.map(({ seq, stored }) => [seq, stored.marks])).toEqual([
          [1, 'c.'],
          [2, 'c.'],
        ]);
        expect(resumeAfter).toBe(2);
        expect((await store.counts()).users).toMatchObject({
          created: 2,
          failed: 0,
          pending: PLANNED - 2,
        });
      }));

    test('keeps why a record had not landed at first when it lands before that is written', () =>
      withStore(async (store) => {
        const landed = { ...failed(0), outcome: 'created', code: '', message: '' } as const;
        const outcomes = [failed(0), failed(1), landed];
        await store.write(entry({ seq: 1, after: { state: 'open', marks: 'cfu' }, outcomes }));

        const { open } = await startOf(store);
        const [kept, other] = open[0]!.outcomes;
        expect(kept).toMatchObject({ position: 0, outcome: 'created', code: failed(0).code });
        expect(other).toMatchObject({ position: 1, outcome: 'failed', code: failed(1).code });
      }));

    test('keeps why a record had not landed at first when it lands', () =>
      withStore(async (store) => {
        const first = { state: 'open', marks: 'f', attempts: 1 } as const;
        await store.write(entry({ seq: 1, after: first, outcomes: [failed(0, 'ERR_FIRST')] }));
        const landed = { ...failed(0), outcome: 'created', code: '', message: '' } as const;
        await store.write(
          entry({
            seq: 1,
            before: first,
            after: { state: 'open', marks: 'c' },
            outcomes: [landed],
          }),
        );

        expect((await startOf(store)).open[0]!.outcomes).toMatchObject([
          { outcome: 'created', code: 'ERR_FIRST', message: 'No.' },
        ]);
      }));

    test('returns the users and groups that did not land, and no other records', () =>
      withStore(async (store) => {
        const after = { state: 'settled', marks: 'fs' } as const;
        const skipped = { ...failed(1), outcome: 'skipped', cause: 'users:u0' } as const;
        await store.write(entry({ seq: 1, after, outcomes: [failed(0), skipped] }));
        await store.write(entry({ seq: 2, kind: 'groups', after, outcomes: [failed(0)] }));
        await store.write(entry({ seq: 3, kind: 'members', after, outcomes: [failed(0)] }));

        const lost = (await store.lostUsersAndGroups()).map(({ seq, id, cause }) => [
          seq,
          id,
          cause,
        ]);
        expect(lost.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
          [1, 'u0', undefined],
          [1, 'u1', 'users:u0'],
          [2, 'u0', undefined],
        ]);
      }));

    test('returns the first records that differ, and the batches settled last', () =>
      withStore(async (store) => {
        const differs = { ...failed(0, 'PRESENT_DIFFERS'), outcome: 'present' } as const;
        for (const seq of [3, 1, 2])
          await store.write(
            entry({ seq, after: { state: 'settled', marks: 'd' }, outcomes: [differs] }),
          );
        await store.write(entry({ seq: 4, after: { state: 'open', marks: 'u' } }));

        expect((await store.differing(2)).map(({ seq }) => seq)).toEqual([1, 2]);
        expect(await store.latestSettled('users', 2)).toEqual([
          { seq: 3, marks: 'd' },
          { seq: 2, marks: 'd' },
        ]);
        expect(await store.latestSettled('groups', 2)).toEqual([]);
      }));

    test('keeps the ids of messages that are wanted, until they are wanted again', () =>
      withStore(async ({ messageIds }) => {
        const early = { muid: 'm1', from: 10, to: 20 };
        const late = { muid: 'm2', from: 30, to: 40 };
        expect(await messageIds.nextToRead()).toBeUndefined();
        await messageIds.want([early, late]);
        await messageIds.want([]);
        expect(await messageIds.nextToRead()).toEqual({ from: 10, to: 40 });

        await messageIds.take(
          [
            { muid: 'm1', id: '5' },
            { muid: 'live', id: '6' },
          ],
          35,
        );
        expect(await messageIds.idOf('m1')).toBe('5');
        expect(await messageIds.idOf('live')).toBeUndefined();
        expect(await messageIds.nextToRead()).toEqual({ from: 30, to: 40 });

        await messageIds.take([], 41);
        expect(await messageIds.idOf('m2')).toBeUndefined();
        expect(await messageIds.nextToRead()).toBeUndefined();

        await messageIds.take([{ muid: 'm1', id: '7' }], 100);
        await messageIds.want([early, { ...late, from: 25 }]);
        expect(await messageIds.idOf('m1')).toBe('5');
        expect(await messageIds.nextToRead()).toEqual({ from: 25, to: 40 });
      }));

    test('numbers the runs from 1', () =>
      withStore(async (store) => {
        expect(await store.beginRun(1000)).toBe(1);
        await store.endRun(1, 2000, undefined);
        expect(await store.beginRun(3000)).toBe(2);
      }));
  });
}

/** A ledger reports the same as one in memory after any sequence of writes. @param where for the title */
export function sameReports(where: string, withStore: WithStore): void {
  test(`a ledger in ${where} and one in memory report the same after any sequence of writes`, async () => {
    const marks = array(constantFrom(...'.ucpedofsr'.split('')), { minLength: 3, maxLength: 3 });
    const command = record({
      seq: nat({ max: 5 }),
      marks,
      state: constantFrom('open' as const, 'settled' as const),
      announced: nat({ max: 8 }),
    });
    await assert(
      asyncProperty(array(command, { maxLength: 15 }), async (commands) => {
        const seen: unknown[] = [];
        for (const withOne of [withStore, withMemory])
          await withOne(async (store) => {
            for (const [at, { seq, state, marks: letters, announced }] of commands.entries()) {
              const lane = seq % 2;
              const stored = await store.batch(seq + 1);
              await store.announce('users', lane, announced, at);
              const after = { state, marks: letters.join('') };
              await store.write(entry({ seq: seq + 1, lane, before: stored, after, at }));
            }
            seen.push([
              await store.counts(),
              await store.lastChangeAt(),
              await startOf(store, 0),
              await startOf(store, 1),
            ]);
          });
        expect(seen[1]).toEqual(seen[0]);
      }),
      { numRuns: 15 },
    );
  });
}
