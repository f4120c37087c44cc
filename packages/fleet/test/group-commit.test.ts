import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entry } from '../../runner/test/support/ledger-contract.ts';
import { Store } from '../src/index.ts';
import { GroupCommit } from '../src/ledger/group-commit.ts';
import type { HeldLanes } from '../src/ledger/held-lanes.ts';
import { emptied, type TestStore, testStore } from './support/test-stores.ts';

let shared: TestStore;
let committed = 0;
let store: Store;
beforeAll(async () => {
  shared = await testStore();
  const watch = { committed: () => void committed++, fenced: () => {}, takenOver: () => {} };
  store = new Store(shared.address, { giveUpAfterMs: 20_000, watch });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await shared[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await emptied(shared);
  committed = 0;
});

/** Lanes 0 and 1 of users of a job, which one shift holds. */
async function heldBy(job: number): Promise<HeldLanes> {
  const token = randomUUID();
  await shared.rows(
    `INSERT INTO chatferry.lane (job, kind, lane, token) VALUES (${job}, 'users', 0, '${token}'), (${job}, 'users', 1, '${token}')`,
  );
  return {
    job,
    token,
    writes: new Map([
      ['users 0', 0],
      ['users 1', 0],
    ]),
  };
}

const settled = { state: 'settled', marks: 'c' } as const;
const announced = { kind: 'users', lane: 1, upTo: 7, at: 1 } as const;
const inOrder = 'ORDER BY job, lane';

test('what shifts of several jobs write at the same time is one commit', async () => {
  const group = new GroupCommit(store);
  const [one, other] = [await heldBy(1), await heldBy(2)];

  await Promise.all([
    group.commit(one, { entries: [entry({ seq: 1, after: settled })] }, 'power-cut'),
    group.commit(one, announced, 'power-cut'),
    group.commit(other, { entries: [entry({ seq: 1, after: settled })] }, 'power-cut'),
  ]);

  expect(committed).toBe(1);
  expect(
    await shared.rows(
      `SELECT job, lane, settled::int, announced::int, created::int FROM chatferry.lane ${inOrder}`,
    ),
  ).toEqual([
    { job: 1, lane: 0, settled: 1, announced: 0, created: 1 },
    { job: 1, lane: 1, settled: 0, announced: 7, created: 0 },
    { job: 2, lane: 0, settled: 1, announced: 0, created: 1 },
    { job: 2, lane: 1, settled: 0, announced: 0, created: 0 },
  ]);
  expect(await shared.rows('SELECT job, kind, lane FROM chatferry.batch ORDER BY job')).toEqual([
    { job: 1, kind: 'users', lane: 0 },
    { job: 2, kind: 'users', lane: 0 },
  ]);
});

test('a shift that was taken over writes nothing, and does not keep the others from writing', async () => {
  const group = new GroupCommit(store);
  let losses = 0;
  const lost = { ...(await heldBy(1)), onLost: () => void losses++ };
  const [kept, token] = [await heldBy(2), randomUUID()];
  await shared.rows(`UPDATE chatferry.lane SET token = '${token}' WHERE job = 1`);
  const successor: HeldLanes = { job: 1, token, writes: new Map(lost.writes) };

  const results = await Promise.allSettled([
    group.commit(
      lost,
      { entries: [entry({ seq: 1, after: { state: 'open', marks: 'u' } })] },
      'power-cut',
    ),
    group.commit(kept, { entries: [entry({ seq: 1, after: settled })] }, 'power-cut'),
    group.commit(successor, { entries: [entry({ seq: 1, after: settled })] }, 'power-cut'),
  ]);

  expect(results).toMatchObject([
    { status: 'rejected', reason: { code: 'lost-lease' } },
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ]);
  expect(losses).toBe(1);
  expect(await shared.rows('SELECT job, state FROM chatferry.batch ORDER BY job')).toEqual([
    { job: 1, state: 'settled' },
    { job: 2, state: 'settled' },
  ]);
});

test('a row that the store refuses fails the shift that it is of, and no other', async () => {
  const group = new GroupCommit(store);
  const [bad, good] = [await heldBy(1), await heldBy(2)];

  const results = await Promise.allSettled([
    group.commit(
      bad,
      { entries: [entry({ seq: 1, after: settled, at: Number.NaN })] },
      'power-cut',
    ),
    group.commit(good, { entries: [entry({ seq: 1, after: settled })] }, 'power-cut'),
  ]);

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await shared.rows('SELECT job FROM chatferry.batch')).toEqual([{ job: 2 }]);
});

test('batches of one lane that are one commit are counted each', async () => {
  const group = new GroupCommit(store);
  const held = await heldBy(1);

  await Promise.all(
    [1, 2].map((seq) =>
      group.commit(held, { entries: [entry({ seq, after: settled })] }, 'power-cut'),
    ),
  );

  expect(committed).toBe(1);
  const columns = 'settled::int, requests::int, created::int';
  const rows = await shared.rows(`SELECT ${columns} FROM chatferry.lane WHERE lane = 0`);
  expect(rows).toEqual([{ settled: 2, requests: 2, created: 2 }]);

  // Of a batch that is written again only the further requests count.
  const before = { state: 'open', marks: 'u', attempts: 1 } as const;
  const again = { ...entry({ seq: 3, after: settled }), after: { ...settled, attempts: 2 } };
  await group.commit(held, { entries: [{ ...again, before }] }, 'power-cut');
  expect(await shared.rows(`SELECT ${columns} FROM chatferry.lane WHERE lane = 0`)).toMatchObject([
    { settled: 3, requests: 3 },
  ]);
});

test('a commit waits for the disk unless nothing of it has to outlive a power cut', async () => {
  await shared.rows(
    `CREATE TABLE waited (how text);
     CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO waited VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON chatferry.batch DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION note()`,
  );
  const group = new GroupCommit(store);
  const held = await heldBy(1);
  let seq = 0;
  const change = () => ({ entries: [entry({ seq: ++seq, after: settled })] });

  await group.commit(held, change(), 'process-end');
  await Promise.all([
    group.commit(held, change(), 'process-end'),
    group.commit(held, change(), 'power-cut'),
  ]);
  await group.commit(held, change(), 'process-end');
  await group.commit(held, change(), 'power-cut');

  const waited = (await shared.rows('SELECT how FROM waited')).map(({ how }) => how);
  expect(waited).toEqual(['off', 'on', 'on', 'off', 'on']);
});
