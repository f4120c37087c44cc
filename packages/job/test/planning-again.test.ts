import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
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

/** Makes the plan that was made of these sources a month ago. @returns its id */
async function madeAMonthAgo(
  rig: JobRig,
  sources: readonly Source[],
  config: PlanSettings | { mappings: object },
): Promise<string> {
  const job = jobFolder(rig.job);
  makeJobFolder(job);
  const rules = rulesFrom(defaultPlanSettings, now - 30 * DAY);
  const { kinds, contentHash } = await compilePlan({ job, sources, rules, config, version });
  expect(kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  return contentHash;
}

async function sendAll({ job, target }: JobRig): Promise<void> {
  for await (const _ of runJob({ job, target, requestsPerMinute: 'unlimited' }));
}

test('a plan of files that was not sent is built again as of today', async () => {
  await using rig = await startJobRig({ retentionMonths: 'none' });
  const people = rig.write('users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  const texts = rig.write(
    'messages.ndjson',
    messages.map((row) => JSON.stringify(row)),
  );
  const files = [
    { file: people, kind: 'users', format: 'csv' },
    { file: texts, kind: 'messages', format: 'ndjson' },
  ] as const;
  await madeAMonthAgo(
    rig,
    files.map((input) => fileSource({ ...input, path: input.file, mapping: {} })),
    { ...defaultPlanSettings, mappings: {} },
  );

  const again = await planFiles([people, texts], { job: rig.job });

  expect(again.kinds.messages).toMatchObject({ planned: 1, rejected: 1 });
});

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
  const id = await madeAMonthAgo(
    rig,
    files.map((input) => fileSource({ ...input, path: input.file, mapping: {} })),
    { ...defaultPlanSettings, mappings: {} },
  );
  await sendAll(rig);
  rmSync(path.join(rig.job, 'rejects.jsonl'));

  const again = await planFiles([folder], { job: rig.job });

  expect(again.kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(plan.id).toBe(id);
  expect(plan.rules.now).toBe(now - 30 * DAY);
});

test('a sent plan of rows made in code is built again as of the day it was made, with what is beside it', async () => {
  await using rig = await startJobRig({ retentionMonths: 'none' });
  const people = [...users, { uid: 'Eve X', name: 'Eve' }];
  const rows: RowsByKind = { users: people, messages };
  const sources = structuredClone([
    ['users', people],
    ['messages', messages],
  ] as const).map(([kind, each]) => rowsSource(kind, each));
  const id = await madeAMonthAgo(rig, sources, defaultPlanSettings);
  await sendAll(rig);
  const idMap = path.join(rig.job, 'id-map.csv');
  const ids = readFileSync(idMap, 'utf8');
  rmSync(idMap);

  const again = await planRows(rows, { job: rig.job });

  expect(readFileSync(idMap, 'utf8')).toBe(ids);

  expect(again.kinds.messages).toMatchObject({ planned: 2, rejected: 0 });
  expect(again.contentHash).toBe(id);
});

test('rows made in code again keep the ledger of a plan that cannot be opened', async () => {
  await using rig = await startJobRig();
  const rows: RowsByKind = { users, messages: [message(1)] };
  await planRows(structuredClone(rows), { job: rig.job });
  await sendAll(rig);
  const requests = rig.service.requests.length;
  truncateSync(path.join(rig.job, 'plan.sqlite'), 8192 + 17);

  await planRows(rows, { job: rig.job });
  await sendAll(rig);

  const later = rig.service.requests.slice(requests).map(({ operation }) => operation);
  expect(later.filter((operation) => operation?.startsWith('dataImport'))).toEqual([]);
});

test('the id map of another plan does not stay', async () => {
  await using rig = await startJobRig();
  const idMap = path.join(rig.job, 'id-map.csv');
  await planFiles([rig.write('users.csv', ['uid,name', 'Ada X,Ada'])], { job: rig.job });
  const before = existsSync(idMap);

  await planFiles([rig.write('users.csv', ['uid,name', 'ada,Ada'])], { job: rig.job });

  expect([before, existsSync(idMap)]).toEqual([true, false]);
});
