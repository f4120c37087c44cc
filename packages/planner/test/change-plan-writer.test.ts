import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChangePlanWriter, openPlan } from '../src/index.ts';
import { batchesOf, plannedIds, rules, temporaryFolder } from './rig.ts';

test('changes are cut into full requests, each kind in rotation over the lanes', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  using writer = new ChangePlanWriter(path, { ...rules, recordsPerRequest: 2, lanes: 3 });

  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    writer.add({ kind: 'userUpdates', id, record: { uid: id, name: id } });
    if (id > 'e') writer.add({ kind: 'reactivations', id, record: { uid: id } });
  }
  const summary = writer.finish({ config: {}, version: '0.1.0' });

  using plan = openPlan(path);
  expect(
    batchesOf(plan, 'userUpdates').map(({ seq, lane, records }) => [seq, lane, records]),
  ).toEqual([
    [1, 0, 2],
    [5, 0, 1],
    [2, 1, 2],
    [3, 2, 2],
  ]);
  expect(plannedIds(plan, 'reactivations')).toEqual(['f', 'g']);
  expect(summary.kinds.userUpdates).toMatchObject({ rows: 7, planned: 7, batches: 4 });
});
