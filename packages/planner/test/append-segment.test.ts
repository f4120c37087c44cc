import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { appendSegment, entryOf, openPlan, type Plan } from '../src/index.ts';
import { blockOf, type Export, message, planAt, plannedIds, temporaryFolder, user } from './rig.ts';

/** A plan in a folder, with the state of a follower next to it. */
async function planIn(folder: string, name: string, rows: Export): Promise<string> {
  const path = join(folder, name);
  const blocks = Object.entries(rows).map(([kind, own]) => blockOf(kind as 'users', own));
  await planAt(path, blocks);
  return path;
}

function stateIn(folder: string): string {
  const path = join(folder, 'state.sqlite');
  using db = new DatabaseSync(path);
  db.exec('CREATE TABLE rung (key TEXT) STRICT; INSERT INTO rung VALUES (1), (2)');
  return path;
}

function rungIn(path: string): number {
  using db = new DatabaseSync(path);
  return db.prepare('SELECT count(*) AS rows FROM rung').get()!['rows'] as number;
}

function append(path: string, segment: string, state: string): void {
  using plan = openPlan(path);
  appendSegment({
    path,
    after: plan.id,
    segment,
    positions: { flush: plan.segments.length },
    state,
    change: (db) => db.exec('DELETE FROM state.rung'),
    writeFiles: () => plan.files,
  });
}

function idsOf(plan: Plan): string[] {
  return [...plannedIds(plan, 'users'), ...plannedIds(plan, 'messages')];
}

test('a plan grows by segments: numbers go on, sums add up, and the id is that of the chain', async () => {
  using folder = temporaryFolder();
  const [ann, bob] = [user('ann'), user('bob')];
  const path = await planIn(folder.path, 'plan.sqlite', {
    users: [ann, bob],
    messages: [message('m1', 'ann', 'bob')],
  });
  const state = stateIn(folder.path);
  const next = await planIn(folder.path, 'next.sqlite', {
    users: [ann, bob, user('cy')],
    messages: [message('m2', 'cy', 'bob'), message('m3', 'nobody', 'bob')],
  });
  using first = openPlan(path);
  const before = idsOf(first);
  first.close();
  append(path, next, state);

  using plan = openPlan(path);
  expect(before).toEqual(['ann', 'bob', 'm1']);
  expect(idsOf(plan)).toEqual(['ann', 'bob', 'ann', 'bob', 'cy', 'm1', 'm2']);
  expect(plan.summary.kinds.messages).toMatchObject({ rows: 3, planned: 2, rejected: 1 });
  expect(plan.summary.requests).toBe(4);
  expect(plan.summary.problems).toMatchObject([{ cause: 1, code: 'missing-user', count: 1 }]);
  expect(plan.id).not.toBe(first.id);
  expect(plan.summary.contentHash).toBe(plan.id);
  expect([plan.includes(first.id), plan.includes(plan.id), plan.includes('other')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(plan.segments[1]).toMatchObject({ no: 2, first: 3, last: 4, positions: { flush: 1 } });
  expect(plan.batch(4).origins[0]).toEqual({ file: 'messages.csv', line: 2 });
  expect(entryOf(plan.batch(4), 0).id).toBe('m2');
  plan.check();
  expect(rungIn(state)).toBe(0);
});

test('a process that has opened the plan sees it as it was then', async () => {
  using folder = temporaryFolder();
  const path = await planIn(folder.path, 'plan.sqlite', { users: [user('ann')] });
  const next = await planIn(folder.path, 'next.sqlite', { users: [user('bob')] });
  using plan = openPlan(path);

  append(path, next, stateIn(folder.path));

  expect(plannedIds(plan, 'users')).toEqual(['ann']);
  expect(plan.find('users', 'bob')).toBeUndefined();
  plan.check();
});

test('a segment is appended together with the change of the state, or not at all', async () => {
  using folder = temporaryFolder();
  const path = await planIn(folder.path, 'plan.sqlite', { users: [user('ann')] });
  const segment = await planIn(folder.path, 'next.sqlite', { users: [user('bob')] });
  const state = stateIn(folder.path);
  using before = openPlan(path);
  const { id } = before;
  const appendAfter = (after: string, fails: boolean) => (): unknown =>
    appendSegment({
      path,
      after,
      segment,
      positions: {},
      state,
      change: (db) => {
        db.exec('DELETE FROM state.rung');
        if (fails) throw new Error('stopped');
      },
      writeFiles: () => [],
    });

  expect(appendAfter(id, true)).toThrow('stopped');
  expect(appendAfter('another', false)).toThrow('the plan ends with segment');

  using plan = openPlan(path);
  expect(plan.id).toBe(id);
  expect(plannedIds(plan, 'users')).toEqual(['ann']);
  expect(rungIn(state)).toBe(2);
});

test('what a killed process has left of a segment is taken back when the plan is opened', async () => {
  using folder = temporaryFolder();
  const path = await planIn(folder.path, 'plan.sqlite', { users: [user('ann')] });
  const copy = join(folder.path, 'copy.sqlite');
  using db = new DatabaseSync(path);
  db.exec("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE segments SET id = 'x'");
  db.exec('DELETE FROM batches; CREATE TABLE filler (text TEXT)');
  db.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) INSERT INTO filler SELECT hex(randomblob(100)) FROM n',
  );
  // As a kill leaves them: the journal is hot, as no process holds a lock on the copy.
  copyFileSync(path, copy);
  copyFileSync(`${path}-journal`, `${copy}-journal`);

  using plan = openPlan(copy);

  expect(plannedIds(plan, 'users')).toEqual(['ann']);
  expect(existsSync(`${copy}-journal`)).toBe(false);
});

test('segments that are no chain are damage', async () => {
  using folder = temporaryFolder();
  const path = await planIn(folder.path, 'plan.sqlite', { users: [user('ann')] });
  const next = await planIn(folder.path, 'next.sqlite', { users: [user('bob')] });
  append(path, next, stateIn(folder.path));
  using db = new DatabaseSync(path);
  db.exec('DELETE FROM segments WHERE no = 1');

  expect(() => openPlan(path)).toThrow('damaged');
});
