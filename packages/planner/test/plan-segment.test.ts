import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { appendSegment, openPlan } from '../src/index.ts';
import { readSegments } from '../src/plan/plan-segment.ts';
import { blockOf, type Export, message, planAt, temporaryFolder, user } from './rig.ts';

/** A plan of two segments. @returns its path */
async function planOf(folder: string, [first, second]: readonly [Export, Export]): Promise<string> {
  const [path, segment] = [join(folder, 'plan.sqlite'), join(folder, 'next.sqlite')];
  for (const [at, rows] of [
    [path, first],
    [segment, second],
  ] as const)
    await planAt(
      at,
      Object.entries(rows).map(([kind, own]) => blockOf(kind as 'users', own)),
    );
  const state = join(folder, 'state.sqlite');
  new DatabaseSync(state).close();
  using plan = openPlan(path);
  appendSegment({
    path,
    after: plan.id,
    segment,
    positions: { flush: 7 },
    state,
    change: () => {},
    writeFiles: () => plan.files,
  });
  return path;
}

async function idOf(...users: readonly [string, string]): Promise<string> {
  using folder = temporaryFolder();
  const [first, second] = users.map((uid) => ({ users: [user(uid)] }));
  using plan = openPlan(await planOf(folder.path, [first!, second!]));
  return plan.id;
}

test('the id of a segment depends on its own content and on all segments before it', async () => {
  const id = await idOf('ann', 'bob');

  expect(await idOf('ann', 'bob')).toBe(id);
  expect(await idOf('ann', 'cy')).not.toBe(id);
  expect(await idOf('cy', 'bob')).not.toBe(id);
});

test('segments know the one before them and how far the sources were read', async () => {
  using folder = temporaryFolder();
  const path = await planOf(folder.path, [{ users: [user('ann')] }, { users: [user('bob')] }]);

  using plan = openPlan(path);

  const [first, second] = plan.segments;
  expect(first).toMatchObject({ no: 1, before: undefined, positions: undefined });
  expect(second).toMatchObject({ no: 2, before: first!.id, positions: { flush: 7 } });
});

test.each([
  ['UPDATE segments SET no = 3 WHERE no = 2', 'segment 2'],
  ['UPDATE segments SET first = first + 1 WHERE no = 2', 'segment 2'],
  ["UPDATE segments SET before = 'another' WHERE no = 2", 'segment 2'],
  ['UPDATE segments SET before = NULL WHERE no = 2', 'segment 2'],
  ["UPDATE segments SET before = 'another' WHERE no = 1", 'segment 1'],
  ['DELETE FROM segments WHERE no = 1', 'segment 1'],
  ['DELETE FROM segments', 'the table segments is empty'],
])('segments that are no chain are refused: %s', async (damage, named) => {
  using folder = temporaryFolder();
  const path = await planOf(folder.path, [{ users: [user('ann')] }, { users: [user('bob')] }]);
  using db = new DatabaseSync(path);

  expect(readSegments(db).segments.map(({ no }) => no)).toEqual([1, 2]);
  db.exec(damage);

  expect(() => readSegments(db)).toThrow(named);
});

/** Sixty messages of people who are in no row. */
const lost = (from: number): Export => ({
  users: [user('ann')],
  messages: Array.from({ length: 60 }, (_, each) =>
    message(`m${from + each}`, `x${from + each}`, 'ann'),
  ),
});

test('problems that are not shown are counted over all segments', async () => {
  using folder = temporaryFolder();
  const path = await planOf(folder.path, [lost(0), lost(60)]);

  using plan = openPlan(path);

  const { problems, otherProblems, kinds } = plan.summary;
  const shown = problems.reduce((sum, { count }) => sum + count, 0);
  expect(kinds.messages.rejected).toBe(120);
  expect(problems.length).toBe(100);
  expect(otherProblems).toEqual({ groups: 20, rows: 120 - shown });
});
