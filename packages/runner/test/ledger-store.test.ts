import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byKind, type Kind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BatchEntry,
  type BatchMarks,
  type LedgerStore,
  openLedger,
  type RecordOutcome,
} from '../src/index.ts';
import { makePlan } from './support/make-plan.ts';
import { MemoryLedger } from './support/memory-ledger.ts';
import { somewhere, startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

const PLANNED = 40;

/** Hands a fresh ledger for forty users to the test. */
type WithStore = (use: (store: LedgerStore) => Promise<void>) => Promise<void>;

const withSqlite: WithStore = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-store-'));
  try {
    makePlan(join(folder, 'plan.sqlite'), { users: users(PLANNED) });
    using plan = openPlan(join(folder, 'plan.sqlite'));
    using ledger = openLedger(join(folder, 'ledger.sqlite'), plan, somewhere);
    await use(ledger);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const withMemory: WithStore = (use) =>
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

function entry({
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

function failed(position: number, code = 'ERR_BAD'): RecordOutcome {
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

describe.each([
  ['in SQLite', withSqlite],
  ['in memory', withMemory],
])('a ledger %s', (_, withStore) => {
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
      expect(await store.batch(4)).toMatchObject({ state: 'settled', marks: 'ccf', begunAt: 1000 });
    }));

  test('does not resume before a batch that was settled, when an earlier one is settled later', () =>
    withStore(async (store) => {
      await store.write(entry({ seq: 9, after: { state: 'settled', marks: 'c' } }));
      await store.write(entry({ seq: 3, after: { state: 'settled', marks: 'c' } }));

      expect(await startOf(store)).toMatchObject({ resumeAfter: 9, open: [] });
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
        [1, 2].map((seq) => entry({ seq, before: settled, after: { state: 'open', marks: 'c.' } })),
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

  test('keeps why a record had not landed at first when it lands', () =>
    withStore(async (store) => {
      const first = { state: 'open', marks: 'f', attempts: 1 } as const;
      await store.write(entry({ seq: 1, after: first, outcomes: [failed(0, 'ERR_FIRST')] }));
      const landed = { ...failed(0), outcome: 'created', code: '', message: '' } as const;
      await store.write(
        entry({ seq: 1, before: first, after: { state: 'open', marks: 'c' }, outcomes: [landed] }),
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

      const lost = (await store.lostUsersAndGroups()).map(({ seq, id, cause }) => [seq, id, cause]);
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

  test('numbers the runs from 1', () =>
    withStore(async (store) => {
      expect(await store.beginRun(1000)).toBe(1);
      await store.endRun(1, 2000, undefined);
      expect(await store.beginRun(3000)).toBe(2);
    }));
});

test('both ledgers report the same after any sequence of writes', async () => {
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
      for (const withStore of [withSqlite, withMemory])
        await withStore(async (store) => {
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

test('a run on a ledger in memory lands every record, also after it was cut off', async () => {
  await using rig = await startRig(
    { users: users(20), messages: messages(60, 20) },
    {
      recordsPerRequest: 10,
      lanes: 2,
      service: { faults: [{ fault: 'reset-after', when: { from: 3, to: 3 } }] },
    },
  );
  const { kinds } = rig.plan.summary;
  const ledger = new MemoryLedger(byKind((kind) => kinds[kind].planned));
  let settled = 0;
  await rig.run(
    {},
    { ledger, onEvent: ({ type }) => type === 'batch-settled' && ++settled === 3 && 'enough' },
  );

  const { result } = await rig.run({}, { ledger });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { pending: 0, failed: 0 }, messages: { pending: 0, failed: 0 } },
  });
  expect(rig.held('users')).toHaveLength(20);
  expect(new Set(rig.held('messages')).size).toBe(60);
  expect(rig.held('messages')).toHaveLength(60);
});
