import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inputKinds } from '@chatferry/contract';
import { startLocalService } from '@chatferry/local-service';
import { openPlan, type Reject } from '@chatferry/planner';
import { planFiles, type PlanSummary, runJob, verifyJob } from 'chatferry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../src/demo/differences.ts';
import { readBack } from '../src/demo/read-back.ts';
import { makeQuickstart } from '../src/make-quickstart.ts';
import { type Expected, expectedOfSample } from './support/expected-of-sample.ts';

let folder: string;
let job: string;
let expected: Expected;
let summary: PlanSummary;
let rejects: Reject[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quickstart-'));
  job = path.join(folder, 'job');
  expected = expectedOfSample();
  makeQuickstart(path.join(folder, 'export'), new Date());
  summary = await planFiles([path.join(folder, 'export')], { job });
  rejects = readFileSync(path.join(job, 'rejects.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every mistake in the sample is reported with its file, line and code, and nothing else is', () => {
  expect(places(rejects)).toEqual(places(expected.rejects));
});

test('every row of the sample is planned, merged or rejected, as its README states', () => {
  for (const [kind, counts] of Object.entries(expected.kinds))
    expect(summary.kinds[kind as keyof typeof summary.kinds]).toMatchObject(counts);
});

test('warnings are grouped by cause, with the first row', () => {
  const warnings = summary.problems.filter(({ severity }) => severity === 'warning');

  for (const code of new Set(warnings.map((each) => each.code))) {
    const causes = warnings.filter((each) => each.code === code);
    const count = causes.reduce((sum, cause) => sum + cause.count, 0);
    const line = Math.min(...causes.map(({ example }) => example.line));
    const planted = expected.warnings.filter((warning) => warning.code === code);
    expect({ code, count, line }).toEqual({
      code,
      count: planted.length,
      line: planted[0]?.line,
    });
  }
  expect(new Set(warnings.map(({ code }) => code))).toEqual(
    new Set(expected.warnings.map(({ code }) => code)),
  );
});

test('the two users that cause other rejects are listed with the number of those', () => {
  const fallen = summary.problems.filter(({ root }) => root?.kind === 'users');

  expect(fallen.map(({ root, rows }) => ({ id: root?.id, ...rows })).toSorted(byId)).toMatchObject([
    { id: 'harald-winkler', users: 0, groups: 1, members: 3, messages: 2, deactivations: 0 },
    { id: 'juergen-kraus', users: 0, groups: 0, members: 2, messages: 3, deactivations: 0 },
  ]);
});

test('no rejected row is sent, and all others are', async () => {
  await using service = await startLocalService({
    importRequestsPerMinute: 'unlimited',
    requestsPerMinute: 'unlimited',
  });
  using plan = openPlan(path.join(job, 'plan.sqlite'));

  const sending = {
    requestsPerMinute: 'unlimited',
    chatRequestsPerMinute: 'unlimited',
    allowsLive: true,
  } as const;
  for await (const _ of runJob({ job, target: service, ...sending }));

  const held = await readBack(service);
  expect(differences(plan, held)).toEqual([]);
  for (const kind of ['users', 'groups', 'members', 'messages'] as const)
    expect(held[kind].size).toBe(expected.kinds[kind].planned);
  const { kinds, complete } = await verifyJob({
    job,
    target: service,
    requestsPerMinute: 'unlimited',
  });
  // The service does not show the list of a user who is deactivated.
  expect(complete).toBe(false);
  expect(kinds.filter(({ hidden }) => hidden > 0)).toMatchObject([{ kind: 'blocks', hidden: 1 }]);
  expect(placesSent(plan)).toHaveLength(total((counts) => counts.planned));
  const refused = new Set(expected.rejects.map(({ file, line }) => `${file}:${line}`));
  expect(placesSent(plan).filter((place) => refused.has(place))).toEqual([]);
});

function places(rows: readonly { file: string; line: number; code: string }[]): string[] {
  return rows.map(({ file, line, code }) => `${path.basename(file)}:${line} ${code}`).toSorted();
}

function placesSent(plan: ReturnType<typeof openPlan>): string[] {
  return inputKinds.flatMap((kind) =>
    Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)])
      .flat()
      .flatMap(({ origins }) => origins.map(({ file, line }) => `${path.basename(file)}:${line}`)),
  );
}

function total(count: (counts: Expected['kinds']['users']) => number): number {
  return Object.values(expected.kinds).reduce((sum, counts) => sum + count(counts), 0);
}

function byId(one: { id?: string | undefined }, other: { id?: string | undefined }): number {
  return (one.id ?? '') < (other.id ?? '') ? -1 : 1;
}
