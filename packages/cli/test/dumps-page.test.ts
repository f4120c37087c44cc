import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/dumps.md'), 'utf8');
const blocks = [
  ...page.slice(page.indexOf('## The queries')).matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm),
];
const textOf = (language: string): string => blocks.find(([, found]) => found === language)![3]!;

test('the example of queries in docs/dumps.md is planned, and a dump that was cut off is refused', async () => {
  await using rig = await startRig();
  const dump = rig.write('legacy.sql', textOf('sql'));
  const config = rig.write('chatferry.yaml', textOf('yaml').replace('legacy.sql', dump));
  const command = ['plan', `--config=${config}`, '--retention-months=none'];

  const planned = await rig.cli(command);

  expect(planned).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const results = blocks.filter(([, language]) => language === 'json');
  for (const [, , kind, json] of results)
    expect([kind, recordsOfRows(plan, kind as InputKind)]).toEqual([kind, JSON.parse(json!)]);
  expect(plan.summary.kinds.members.planned).toBe(2);

  rig.write('legacy.sql', textOf('sql').replace(/^-- Dump completed.*\n/m, ''));
  const cut = await rig.cli(command);
  expect(cut.status).not.toBe(0);
  expect(cut.err).toContain('which mysqldump writes last: it was cut off');
});
