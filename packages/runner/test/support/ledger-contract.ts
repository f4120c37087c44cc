import { byKind, type Kind } from '@chatferry/contract';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  record,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BatchEntry, BatchMarks, LedgerStore, RecordOutcome } from '../../src/index.ts';
import { makePlan } from './make-plan.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { users } from './rows.ts';

const PLANNED = 40;

/** Hands a fresh ledger for the plan of `makePlannedUsers` to the test. */
export type WithStore = (use: (store: LedgerStore) => Promise<void>) => Promise<void>;

/** Plans the users that the tests are about. */
export async function makePlannedUsers(path: string): Promise<void> {
  await makePlan(path, { users: users(PLANNED) });
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
  const { announced, announcedAt, resumeAfter } = start!;
  return { announced, announcedAt, resumeAfter, open };
}

/** What every ledger does. @param where for the title */
export function ledgerContract(where: string, withStore: WithStore): void {
  describe(`a ledger ${where}`, () => {
    test('starts every lane at the beginning', () =>
      withStore(async (store) => {
        expect(await startOf(store, 3)).toEqual({
          announced: 0,
          announcedAt: 0,
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

        expect(await startOf(store, 0)).toMatchObject({ announced: 7, open: [] });
        expect(await startOf(store, 1)).toMatchObject({ announced: 2 });
        expect(await store.lastChangeAt()).toBe(2000);
      }));

    test('keeps a time before which no request for the batches without an entry left', () =>
      withStore(async (store) => {
        const announcedAt = async (): Promise<number> => (await startOf(store)).announcedAt;
        await store.announce('users', 0, 3, 1000);
        await store.announce('users', 0, 4, 2000);
        expect(await announcedAt()).toBe(1000);

        await store.write(entry({ seq: 3, after: { state: 'settled', marks: 'c' }, at: 2500 }));
        expect(await announcedAt()).toBe(1000);

        await store.write(entry({ seq: 4, after: { state: 'settled', marks: 'c' }, at: 3000 }));
        await store.announce('users', 0, 5, 4000);
        expect(await announcedAt()).toBe(4000);
      }));

    test('keeps when the first request for a batch was about to leave, also when its entry is written later', () =>
      withStore(async (store) => {
        const open = { state: 'open', marks: 'u' } as const;
        await store.write({ ...entry({ seq: 1, after: open, at: 5000 }), begunAt: 1234 });
        const after = { state: 'settled', marks: 'c' } as const;
        const before = { ...open, attempts: 1 };
        await store.write({ ...entry({ seq: 1, before, after, at: 9000 }), begunAt: 7000 });

        expect(await store.batch(1)).toMatchObject({ begunAt: 1234 });
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
        const open = { state: 'open', marks: 'ucpoeqdfsr.' } as const;
        await store.write(entry({ seq: 1, after: open }));
        expect((await store.counts()).users).toMatchObject({ unresolved: 0, pending: PLANNED - 8 });

        const before = { ...open, attempts: 1 };
        await store.write(
          entry({ seq: 1, before, after: { state: 'settled', marks: 'ucpoeqdfscc' } }),
        );
        expect((await store.counts()).users).toEqual({
          created: 3,
          present: 5,
          presentByThisJob: 1,
          presentSame: 2,
          presentDifferent: 1,
          failed: 1,
          skipped: 1,
          unresolved: 1,
          pending: PLANNED - 11,
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

    test('forgets the ids of messages that are sent again, and reads them when they are wanted', () =>
      withStore(async ({ messageIds }) => {
        const message = { muid: 'm1', from: 10, to: 20 };
        await messageIds.want([message]);
        await messageIds.take([{ muid: 'm1', id: '5' }], 21);
        expect(await messageIds.idOf('m1')).toBe('5');

        await messageIds.forget(['m1', 'never wanted']);
        expect(await messageIds.idOf('m1')).toBeUndefined();
        expect(await messageIds.nextToRead(60)).toBeUndefined();

        await messageIds.want([message]);
        expect(await messageIds.nextToRead(60)).toEqual({ from: 10, to: 20, muids: ['m1'] });
      }));

    test('keeps the ids of messages that are wanted, until they are wanted again', () =>
      withStore(async ({ messageIds }) => {
        const early = { muid: 'm1', from: 10, to: 20 };
        const late = { muid: 'm2', from: 30, to: 40 };
        expect(await messageIds.nextToRead(60)).toBeUndefined();
        await messageIds.want([early, late]);
        await messageIds.want([]);
        expect(await messageIds.nextToRead(60)).toEqual({ from: 10, to: 40, muids: ['m1', 'm2'] });

        await messageIds.take(
          [
            { muid: 'm1', id: '5' },
            { muid: 'live', id: '6' },
          ],
          35,
        );
        expect(await messageIds.idOf('m1')).toBe('5');
        expect(await messageIds.idOf('live')).toBeUndefined();
        expect(await messageIds.nextToRead(60)).toEqual({ from: 30, to: 40, muids: ['m2'] });

        // Further messages of that second may follow.
        await messageIds.take([], 40);
        expect(await messageIds.nextToRead(60)).toEqual({ from: 30, to: 40, muids: ['m2'] });
        await messageIds.take([], 41);
        expect(await messageIds.idOf('m2')).toBeUndefined();
        expect(await messageIds.nextToRead(60)).toBeUndefined();

        await messageIds.take([{ muid: 'm1', id: '7' }], 100);
        await messageIds.want([early, { ...late, from: 25 }]);
        expect(await messageIds.idOf('m1')).toBe('5');
        expect(await messageIds.nextToRead(60)).toEqual({ from: 25, to: 40, muids: ['m2'] });
      }));

    test('reads messages together that are at most so many seconds apart', () =>
      withStore(async ({ messageIds }) => {
        await messageIds.want([
          { muid: 'far', from: 500, to: 500 },
          { muid: 'near', from: 160, to: 160 },
          { muid: 'first', from: 100, to: 100 },
        ]);

        expect(await messageIds.nextToRead(60)).toEqual({
          from: 100,
          to: 160,
          muids: ['first', 'near'],
        });
        await messageIds.take(
          [
            { muid: 'first', id: '1' },
            { muid: 'near', id: '2' },
          ],
          100,
        );
        expect(await messageIds.nextToRead(60)).toEqual({ from: 500, to: 500, muids: ['far'] });
      }));

    test('numbers the runs from 1', () =>
      withStore(async (store) => {
        expect(await store.beginRun(1000)).toBe(1);
        await store.endRun(1, 2000, undefined);
        expect(await store.beginRun(3000)).toBe(2);
      }));
  });
}

const batchMarks = array(constantFrom(...'.ucpedofsr'.split('')), { minLength: 3, maxLength: 3 });

/** What is known of a record that did not simply land; without a code, it has landed now. */
const outcomes = array(
  record(
    {
      position: nat({ max: 2 }),
      outcome: constantFrom('failed', 'skipped', 'unresolved', 'present', 'created'),
      code: constantFrom('ERR_BAD', 'PRESENT_DIFFERS', '', '100 % "bad"'),
      cause: constantFrom('users:u1', undefined),
      details: constantFrom({ name: ['too long'] }, undefined),
      mayHaveLanded: boolean(),
      attempts: nat({ max: 3 }),
    },
    { requiredKeys: ['position', 'outcome', 'code', 'mayHaveLanded', 'attempts'] },
  ),
  { maxLength: 3 },
);

/** The kind and the lane of a batch follow from its number. */
const placeOf = (seq: number) =>
  ({
    seq,
    kind: (['users', 'groups', 'members'] as const)[seq % 3]!,
    lane: (seq >> 1) % 2,
  }) as const;

const writes = uniqueArray(
  record({
    seq: nat({ max: 11 }),
    marks: batchMarks,
    state: constantFrom('open' as const, 'settled' as const),
    outcomes,
  }),
  { maxLength: 3, selector: ({ seq }) => seq },
);

const command = record({
  writes,
  /** In one transaction, or each for itself at the same time. */
  isTogether: boolean(),
  announced: record({ seq: nat({ max: 11 }), upTo: nat({ max: 8 }) }),
});

/** All that a ledger reports about the batches of `placeOf`. */
async function reported(store: LedgerStore): Promise<unknown> {
  const kinds = ['users', 'groups', 'members', 'messages'] as const;
  const lost = await store.lostUsersAndGroups();
  const seen: unknown[] = [
    await store.counts(),
    await store.lastChangeAt(),
    lost.toSorted((one, other) => one.seq - other.seq || one.position - other.position),
  ];
  for (const count of [1, 3, 100]) {
    seen.push(await store.differing(count));
    for (const kind of kinds) seen.push(await store.latestSettled(kind, count));
  }
  for (const kind of kinds)
    for (const lanes of [[0, 1], [1], [2]])
      for (const start of await store.open(kind, lanes)) {
        const open = [];
        for await (const batch of start.openBatches())
          open.push({
            ...batch,
            outcomes: batch.outcomes.toSorted((one, other) => one.position - other.position),
          });
        seen.push({ ...start, openBatches: open });
      }
  for (let seq = 1; seq <= 12; seq++) {
    seen.push(await store.batch(seq));
    for (const kind of kinds) seen.push(await store.outcomeOf(kind, `${seq}.1`));
  }
  return seen;
}

/** A ledger reports the same as one in memory after any sequence of writes. @param where for the title */
export function sameReports(where: string, withStore: WithStore): void {
  test(`a ledger in ${where} and one in memory report the same after any sequence of writes`, async () => {
    await assert(
      asyncProperty(array(command, { maxLength: 8 }), async (commands) => {
        const seen: unknown[] = [];
        for (const withOne of [withStore, withMemory])
          await withOne(async (store) => {
            for (const [at, { writes: wanted, isTogether, announced }] of commands.entries()) {
              const { kind, lane } = placeOf(announced.seq + 1);
              await store.announce(kind, lane, announced.upTo, at);
              const entries: BatchEntry[] = [];
              for (const { seq, marks, state, outcomes: news } of wanted) {
                const place = placeOf(seq + 1);
                entries.push(
                  entry({
                    ...place,
                    before: await store.batch(place.seq),
                    after: { state, marks: marks.join('') },
                    outcomes: news.map((each) => ({
                      ...each,
                      id: `${place.seq}.${each.position}`,
                      message: each.code === '' ? '' : 'No.',
                    })),
                    at,
                  }),
                );
              }
              if (isTogether) await store.writeAll(entries);
              else await Promise.all(entries.map((each) => store.write(each)));
            }
            seen.push(await reported(store));
          });
        expect(seen[0]).toEqual(seen[1]);
      }),
      { numRuns: 15 },
    );
  });
}
