import { createHash } from 'node:crypto';
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** A job with one rejected row and one changed id, of which everything else was sent. */
async function sentJob(): Promise<Rig> {
  const rig = await startRig();
  writeForum(rig);
  rig.write('export/users-2.csv', 'uid,name\nno-name,\nDot.Ted,Dot\n');
  await rig.cli(['import', rig.export, '--max-rejects=1', ...rig.target]);
  return rig;
}

function rejects(rig: Rig): string {
  return path.join(rig.job, 'rejects.jsonl');
}

test('the plan keeps length and hash of rejects.jsonl', async () => {
  await using rig = await sentJob();
  const content = readFileSync(rejects(rig));

  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));

  expect(plan.files).toEqual([
    {
      name: 'rejects.jsonl',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
  ]);
});

test.each([
  ['emptied', (file: string) => truncateSync(file, 0), 'has changed since it was written'],
  ['lost', (file: string) => rmSync(file), 'is missing'],
])(
  'rejects.jsonl that was %s is reported, and planned again although records were sent',
  async (_, damage, said) => {
    await using rig = await sentJob();
    const before = readFileSync(rejects(rig), 'utf8');
    damage(rejects(rig));

    const run = await rig.cli(['run']);
    const report = rig.inJob('report.html');
    const explained = await rig.cli(['explain', 'users:no-name']);
    const planned = await rig.cli(['plan', rig.export]);

    expect(run.err).toContain(said);
    expect(report).toContain(said);
    expect(explained).toMatchObject({ status: 2, err: expect.stringContaining(said) });
    expect(planned.status).toBe(1);
    expect(readFileSync(rejects(rig), 'utf8')).toBe(before);
    expect((await rig.cli(['run'])).err).not.toContain(said);
    expect((await rig.cli(['explain', 'users:no-name'])).status).toBe(0);
  },
);

test('id-map.csv is written again when it is lost', async () => {
  await using rig = await sentJob();
  const before = rig.inJob('id-map.csv');
  rmSync(path.join(rig.job, 'id-map.csv'));

  await rig.cli(['plan', rig.export]);

  expect(before).toContain('Dot.Ted');
  expect(rig.inJob('id-map.csv')).toBe(before);
});
