import { rmSync } from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { type PlanSettings, planFiles, planRows, type RowsByKind, runJob } from '../src/index.ts';
import { jobFolder } from '../src/folder/job-folder.ts';
import { makeJobFolder } from '../src/folder/make-job-folder.ts';
import { compilePlan } from '../src/planning/compile-plan.ts';
import { defaultPlanSettings, rulesFrom } from '../src/planning/plan-settings.ts';
import { fileSource, rowsSource, type Source } from '../src/planning/source.ts';
import { version } from '../src/planning/version.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

const DAY = 24 * 60 * 60;
const now = Math.floor(Date.now() / 1000);

/** Within the six months that messages are kept a month ago, and older than that today. */
const hasBecomeTooOld = now - 190 * DAY;

const users = [
  { uid: 'ada', name: 'Ada' },
  { uid: 'bob', name: 'Bob' },
];
const messages = [
  { ...message(0), sentAt: hasBecomeTooOld },
  { ...message(1), sentAt: now - 40 * DAY },
];

/** Makes the plan that was made of these sources a month ago, and sends it. @returns its id */
async function sentAMonthAgo(
  rig: JobRig,
  sources: readonly Source[],
  config: PlanSettings | { mappings: object },
): Promise<string> {
  const job = jobFolder(rig.job);
  makeJobFolder(job);
  const rules = rulesFrom(defaultPlanSettings, now - 30 * DAY);
  const { kinds, contentHash } = await compilePlan({ job, sources, rules, config, version });
  expect(kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  const sending = runJob({ job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' });
  for await (const _ of sending);
  return contentHash;
}

test('a sent plan of files is built again as of the day it was made', async () => {
  await using rig = await startJobRig({ retentionMonths: 'none' });
  const folder = rig.writeExport(0);
  rig.write(
    'export/messages.ndjson',
    messages.map((row) => JSON.stringify(row)),
  );
  const files = [
    { file: path.join(folder, 'users.csv'), kind: 'users', format: 'csv' },
    { file: path.join(folder, 'messages.ndjson'), kind: 'messages', format: 'ndjson' },
  ] as const;
  const id = await sentAMonthAgo(
    rig,
    files.map((input) => fileSource({ ...input, path: input.file, mapping: {} })),
    { ...defaultPlanSettings, mappings: {} },
  );
  rmSync(path.join(rig.job, 'rejects.jsonl'));

  const again = await planFiles([folder], { job: rig.job });

  expect(again.kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(plan.id).toBe(id);
  expect(plan.rules.now).toBe(now - 30 * DAY);
});

test('a sent plan of rows made in code is built again as of the day it was made', async () => {
  await using rig = await startJobRig({ retentionMonths: 'none' });
  const rows: RowsByKind = { users, messages };
  const sources = [rowsSource('users', users), rowsSource('messages', structuredClone(messages))];
  const id = await sentAMonthAgo(rig, sources, defaultPlanSettings);

  const again = await planRows(rows, { job: rig.job });

  expect(again.kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  expect(again.contentHash).toBe(id);
});
