import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { startLocalService } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkJob,
  explainRecord,
  jobFolder,
  jobStatus,
  planFiles,
  runJob,
  type RunOutcome,
  verifyJob,
} from '../src/index.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { writeReport } from '../src/report/write-report.ts';
import { functionName } from '../src/folder/step-name.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 6);

type Outcome = 'pending' | 'created' | 'failed' | 'skipped' | 'present';

type Step =
  | { readonly do: 'plan'; readonly version: number; readonly recordsPerRequest: number }
  | { readonly do: 'run'; readonly refusesGroups: boolean }
  | { readonly do: 'stop'; readonly after: number }
  | { readonly do: 'run elsewhere' | 'retry' | 'lose the plan' | 'damage the plan' }
  | { readonly do: 'verify'; readonly only: Kind | undefined }
  | { readonly do: 'tamper'; readonly how: 'delete' | 'change' | 'double'; readonly nth: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      version: fc.constantFrom(0, 0, 1),
      recordsPerRequest: fc.constantFrom(3, 3, 4),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run' as const), refusesGroups: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stop' as const),
      after: fc.integer({ min: 4, max: 18 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'run elsewhere' as const,
        'retry',
        'retry',
        'lose the plan',
        'damage the plan',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('verify' as const),
      only: fc.constantFrom(undefined, undefined, 'messages' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('tamper' as const),
      how: fc.constantFrom('delete' as const, 'change', 'double'),
      nth: fc.nat(8),
    }),
  },
);

/** A life with every step: it is tried first. */
const everyStep: Step[] = [
  { do: 'stop', after: 9 },
  { do: 'plan', version: 1, recordsPerRequest: 3 },
  { do: 'run', refusesGroups: true },
  { do: 'verify', only: undefined },
  { do: 'retry' },
  { do: 'stop', after: 12 },
  { do: 'retry' },
  { do: 'run', refusesGroups: false },
  { do: 'tamper', how: 'delete', nth: 1 },
  { do: 'tamper', how: 'change', nth: 3 },
  { do: 'tamper', how: 'double', nth: 5 },
  { do: 'verify', only: undefined },
  { do: 'verify', only: 'messages' },
  { do: 'retry' },
  { do: 'run', refusesGroups: false },
  { do: 'verify', only: undefined },
  { do: 'run elsewhere' },
  { do: 'damage the plan' },
  { do: 'run', refusesGroups: false },
  { do: 'plan', version: 0, recordsPerRequest: 3 },
  { do: 'lose the plan' },
  { do: 'verify', only: undefined },
  { do: 'plan', version: 0, recordsPerRequest: 4 },
  { do: 'run', refusesGroups: false },
];

/** Only one kind is read back, so that the comparison is not complete. */
const oneKindOnly: Step[] = [
  { do: 'run', refusesGroups: false },
  { do: 'verify', only: 'messages' },
  { do: 'tamper', how: 'change', nth: 2 },
  { do: 'tamper', how: 'change', nth: 3 },
  { do: 'verify', only: undefined },
];

/** Nothing is settled in the ledger, and its plan cannot be read: only that plan can use the ledger. */
const stoppedAtOnce: Step[] = [
  { do: 'stop', after: 4 },
  { do: 'damage the plan' },
  { do: 'plan', version: 1, recordsPerRequest: 3 },
  { do: 'run', refusesGroups: false },
  { do: 'plan', version: 0, recordsPerRequest: 3 },
  { do: 'run', refusesGroups: false },
];

/** What blocked a record is no longer stated once a retry sends the record again. */
const retriedNotRun: Step[] = [
  { do: 'run', refusesGroups: true },
  { do: 'retry' },
  { do: 'verify', only: undefined },
];

const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
const texts = 9;

/** Writes an export; of version 1 the last message has another text. */
function writeExport(rig: JobRig, version: number): string {
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob', 'cy,Cy', 'dot,']);
  rig.write('export/groups.csv', ['guid,name,type,owner', 'makers,Makers,public,ada']);
  rig.write('export/members.csv', ['guid,uid', 'makers,bob', 'makers,cy', 'makers,dot']);
  const lines = Array.from({ length: texts }, (_, index) =>
    JSON.stringify({
      muid: `m${index}`,
      sender: 'ada',
      ...(index % 3 === 0
        ? { receiver: 'makers', receiverType: 'group' }
        : { receiver: 'bob', receiverType: 'user' }),
      tags: ['a'],
      text: version === 1 && index === texts - 1 ? 'Changed' : `Text ${index}`,
      sentAt: anHourAgo + index,
    }),
  );
  return path.dirname(rig.write('export/messages.ndjson', lines));
}

/** The records of every plan, and the rows that are no records. */
const planned: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  users: ['ada', 'bob', 'cy'],
  groups: ['makers'],
  members: ['makers_member_bob', 'makers_member_cy'],
  messages: Array.from({ length: texts }, (_, index) => `m${index}`),
};

/** The kinds that a verification reads. */
const plannedKinds = kindsInOrder.filter((kind) => planned[kind] !== undefined);
const rejected: Readonly<Partial<Record<Kind, number>>> = { users: 1, members: 1 };

function needsGroup(kind: Kind, id: string): boolean {
  return kind === 'members' || (kind === 'messages' && Number(id.slice(1)) % 3 === 0);
}

/** What a job is expected to be, in a few variables. */
class JobModel {
  /** Version and settings of the plan in the folder. */
  plan: string | undefined;
  isDamaged = false;
  /** The plan that the ledger belongs to; set by the first run. */
  ledgerOf: string | undefined;
  runs = 0;
  readonly outcomes = new Map<string, Outcome>();
  /** Records that a verification found missing, and that were not sent since. */
  missing: string[] = [];

  constructor() {
    this.restart();
  }

  restart(): void {
    for (const [kind, ids] of Object.entries(planned))
      for (const id of ids) this.outcomes.set(`${kind}:${id}`, 'pending');
    this.runs = 0;
    this.ledgerOf = undefined;
    this.missing = [];
  }

  get isBegun(): boolean {
    return [...this.outcomes.values()].some((outcome) => outcome !== 'pending');
  }

  count(kind: Kind, outcome: Outcome): number {
    return [...this.outcomes].filter(
      ([key, value]) => key.startsWith(`${kind}:`) && value === outcome,
    ).length;
  }
}

async function outcomeOf(
  rig: JobRig,
  options: { readonly target?: JobRig['target']; readonly stopAfter?: number } = {},
): Promise<RunOutcome | undefined> {
  const { target = rig.target, stopAfter = Infinity } = options;
  const running = runJob({
    job: rig.job,
    target,
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
    concurrency: 1,
  });
  for (let events = 1; ; events++) {
    const next = await running.next();
    if (next.done === true) return next.value;
    if (events === stopAfter) {
      await running.return(undefined as never);
      return undefined;
    }
  }
}

/** The code of the error that a call throws; `undefined` when it throws none. */
async function refusal(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? (error as Error).message;
  }
}

function expectEqual(found: unknown, expected: unknown): void {
  expect(found).toEqual(expected);
}

function heldMessages({ service }: JobRig): Map<string, readonly { text: string }[]> {
  const rows = service.db.prepare("SELECT muid, data ->> 'text' AS text FROM messages").all();
  return Map.groupBy(rows, ({ muid }) => muid as string) as never;
}

test('through any life of a job each refusal, sum, comparison and story is that of a small model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await using rig = await startJobRig();
      await using elsewhere = await startLocalService();
      const model = new JobModel();
      const job = jobFolder(rig.job);
      const other = { appId: 'other-app', baseUrl: elsewhere.baseUrl, apiKey: elsewhere.apiKey };
      await planFiles([writeExport(rig, 0)], { job: rig.job, recordsPerRequest: 3 });
      model.plan = '0 3';

      const sent = async (refusesGroups: boolean): Promise<void> => {
        rig.service.setFaults(
          refusesGroups
            ? [{ fault: 'refuse-records', operation: 'dataImport.groups', code: 'ERR_BAD_REQUEST' }]
            : [],
        );
        const before = new Map(model.outcomes);
        const outcome = (await outcomeOf(rig))!;
        rig.service.setFaults([]);
        model.runs++;
        model.ledgerOf = model.plan;
        const isGroupSent = before.get('groups:makers') === 'pending';
        if (isGroupSent) model.outcomes.set('groups:makers', refusesGroups ? 'failed' : 'created');
        const isLost = model.outcomes.get('groups:makers') === 'failed';
        for (const [key, value] of before) {
          const [kind, id] = key.split(':') as [Kind, string];
          if (value !== 'pending' || kind === 'groups') continue;
          model.outcomes.set(key, isLost && needsGroup(kind, id) ? 'skipped' : 'created');
        }
        const hasSent = [...before.values()].includes('pending');
        if (hasSent) model.missing = [];
        expect(outcome.end).toBe('finished');
        expectFailedRows(rig, model);
        expect(unaccounted(outcome.sums)).toBe(0);
        expect(outcome.changes.reduce((sum, { records }) => sum + records, 0)).toBe(
          [...before].filter(([key]) => again.delete(key) && model.outcomes.get(key) === 'created')
            .length,
        );
      };
      /** Records with an earlier outcome that are to be sent again. */
      const again = new Set<string>();
      const canRun = (): unknown => {
        if (model.plan === undefined) return 'no-plan';
        if (model.isDamaged) return 'damaged';
        return model.ledgerOf !== undefined && model.ledgerOf !== model.plan
          ? 'other-plan'
          : undefined;
      };

      for (const each of steps) {
        const why = canRun();
        if (each.do === 'plan') {
          const name = `${each.version} ${each.recordsPerRequest}`;
          // A ledger of another plan than the one in the folder is kept, and refused later by the run.
          const isKnown = model.plan !== undefined && !model.isDamaged;
          const isOfPlan = isKnown && model.ledgerOf === model.plan;
          const isOther = isOfPlan && model.plan !== name;
          const folder = writeExport(rig, each.version);
          const code = await refusal(() =>
            planFiles([folder], { job: rig.job, recordsPerRequest: each.recordsPerRequest }),
          );
          expectEqual([each, code], [each, isOther && model.isBegun ? 'already-begun' : undefined]);
          if (code !== undefined) continue;
          // A ledger in which nothing is settled goes with its plan. Beside a plan that cannot be read it is kept.
          if (isOther) model.restart();
          model.plan = name;
          model.isDamaged = false;
        } else if (each.do === 'lose the plan') {
          rmSync(job.plan, { force: true });
          model.plan = undefined;
          model.isDamaged = false;
        } else if (each.do === 'damage the plan') {
          if (!existsSync(job.plan)) continue;
          truncateSync(job.plan, 5000);
          model.isDamaged = true;
        } else if (each.do === 'tamper') {
          tamper(rig, each);
        } else if (each.do === 'verify') {
          if (why !== undefined) {
            expectEqual(await refusal(() => verifyJob({ job: rig.job, target: rig.target })), why);
            continue;
          }
          await expectVerified(rig, model, each.only);
        } else if (why !== undefined) {
          expectEqual([each, await refusal(() => outcomeOf(rig))], [each, why]);
        } else if (each.do === 'run elsewhere') {
          if (!model.isBegun) continue;
          expectEqual(await refusal(() => outcomeOf(rig, { target: other })), 'other-target');
        } else if (each.do === 'stop') {
          const outcome = await outcomeOf(rig, { stopAfter: each.after });
          model.runs++;
          model.ledgerOf = model.plan;
          const status = jobStatus(rig.job);
          // What was sent before the stop is as the service holds it; the rest is pending.
          for (const key of model.outcomes.keys()) {
            const [kind, id] = key.split(':') as [Kind, string];
            const { planned: place } = await explainRecord(job, kind, id);
            const now = place!.story!.outcome as Outcome;
            const was = model.outcomes.get(key)!;
            if (was === 'pending') model.outcomes.set(key, now);
            else expectEqual([key, now], [key, was]);
            if (now !== 'pending') again.delete(key);
          }
          expectEqual(outcome === undefined || status.end === 'finished', true);
          model.missing = [];
        } else if (each.do === 'retry') {
          const lost = [...model.outcomes].filter(([, value]) => /failed|skipped/.test(value));
          const waiting = [...again];
          if (!existsSync(job.ledger)) continue;
          const marked = await markForRetry(job, { target: rig.target, options: {} });
          for (const [key] of lost) again.add(key);
          expectEqual(
            marked.records,
            new Set([...lost.map(([key]) => key), ...waiting, ...model.missing]).size,
          );
          for (const [key] of lost) model.outcomes.set(key, 'pending');
          for (const key of model.missing) model.outcomes.set(key, 'pending');
          model.missing = [];
        } else {
          await sent('refusesGroups' in each && each.refusesGroups);
        }
        if (canRun() === undefined) await expectState(rig, model);
      }
    }),
    { numRuns, examples: [[everyStep], [oneKindOnly], [stoppedAtOnce], [retriedNotRun]] },
  );
});

async function expectState(rig: JobRig, model: JobModel): Promise<void> {
  const job = jobFolder(rig.job);
  const status = jobStatus(rig.job);
  expect(status.runs).toBe(model.runs);
  for (const kind of kindsInOrder) {
    const ids = planned[kind] ?? [];
    const counts = ['created', 'failed', 'skipped', 'pending'].map((outcome) => [
      outcome,
      model.count(kind, outcome as Outcome),
    ]);
    const rows = ids.length + (rejected[kind] ?? 0);
    const sums = {
      ...Object.fromEntries(counts),
      rows,
      planned: ids.length,
      rejected: rejected[kind] ?? 0,
      present: 0,
      unresolved: 0,
    };
    expect({ kind, ...status.kinds[kind] }).toMatchObject({ kind, ...(rows > 0 && sums) });
  }
  expect(await checkJob(job)).toEqual({ damage: [], others: [] });
  await expectStories(rig, model);
  if (model.runs > 0) expectReport(rig);
  await expectSpoiled(rig, model);
}

/** Explains each record and rejected row: where it comes from, what became of it, and what blocked it. */
async function expectStories(rig: JobRig, model: JobModel): Promise<void> {
  const job = jobFolder(rig.job);
  for (const [key, outcome] of model.outcomes) {
    const [kind, id] = key.split(':') as [Kind, string];
    const { planned: place, rejects } = await explainRecord(job, kind, id);
    expect([key, rejects, place?.id, place?.line, path.basename(place!.file, '.csv')]).toEqual([
      key,
      [],
      id,
      planned[kind]!.indexOf(id) + (kind === 'messages' ? 1 : 2),
      kind === 'messages' ? 'messages.ndjson' : kind,
    ]);
    if (place!.story !== undefined)
      expect([key, place!.story.outcome, place!.story.cause]).toEqual([
        key,
        outcome,
        outcome === 'skipped' ? 'groups:makers' : undefined,
      ]);
  }
  const unplanned = await explainRecord(job, 'users', 'dot');
  expect(unplanned.planned).toBeUndefined();
  expect(unplanned.rejects).toMatchObject([{ kind: 'users', id: 'dot', line: 5 }]);
}

/** The table of the report has the sums of the job. */
function expectReport(rig: JobRig): void {
  writeReport(jobFolder(rig.job), functionName, undefined);
  const [, table] = rig.inJob('report.html').split('Rows by kind and outcome');
  const rows = table!.split('</table>')[0]!.split('<tr>').slice(1);
  const cells = rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g)].map(([, text]) => text!.trim()),
  );
  const status = jobStatus(rig.job);
  const [heads, ...lines] = cells;
  const listed = kindsInOrder.filter((kind) => status.kinds[kind] !== undefined);
  expect(lines.map(([kind]) => kind)).toEqual([...listed, 'all']);
  const shown = (bucket: string): number[] => {
    const column = heads!.indexOf(bucket);
    return lines.map((line) => (column === -1 ? 0 : Number(line[column])));
  };
  const all = (name: 'rows' | Outcome | 'rejected' | 'merged'): number[] => {
    const counts = listed.map((kind) => status.kinds[kind]![name]);
    return [...counts, counts.reduce((sum, one) => sum + one, 0)];
  };
  for (const name of ['created', 'failed', 'skipped', 'rejected', 'merged', 'rows'] as const)
    expect(shown(name[0]!.toUpperCase() + name.slice(1))).toEqual(all(name));
  expect(shown('Not sent yet')).toEqual(all('pending'));
}

/** A change to each file that planning wrote is found, and named. */
async function expectSpoiled(rig: JobRig, model: JobModel): Promise<void> {
  const job = jobFolder(rig.job);
  for (const file of [job.rejects, job.idMap]) {
    const whole = existsSync(file) ? readFileSync(file) : undefined;
    appendFileSync(file, '{}\n');
    const { damage, others } = await checkJob(job);
    expect([damage, others.map((each) => each.file)]).toEqual([[], [file]]);
    if (whole === undefined) rmSync(file);
    else writeFileSync(file, whole);
  }
  expect(model.isDamaged).toBe(false);
}

/** The rows in `failed/` are those whose records did not land, as they are in the export, with the code of the root cause. */
function expectFailedRows(rig: JobRig, model: JobModel): void {
  const lost = [...model.outcomes].filter(([, outcome]) => /failed|skipped/.test(outcome));
  const rowsOf = (name: string): string[] => {
    const file = path.join(jobFolder(rig.job).failed, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  const idsOf = (kind: Kind): string[] =>
    lost.map(([key]) => key.split(':')).flatMap(([of, id]) => (of === kind ? [id!] : []));
  const messages = rowsOf('messages.ndjson').map((line) => JSON.parse(line) as { muid: string });
  expect(messages.map(({ muid }) => muid)).toEqual(idsOf('messages'));
  const file = path.join(rig.folder, 'export/messages.ndjson');
  const rows = readFileSync(file, 'utf8').split('\n');
  // Of a file that changed since it was planned, the rows are made from the records.
  const isUnchanged = statSync(file).mtimeMs < statSync(jobFolder(rig.job).plan).mtimeMs;
  for (const message of messages) {
    const { text, ...row } = JSON.parse(rows[Number(message.muid.slice(1))]!) as { text: string };
    const expected = isUnchanged ? { ...row, text } : row;
    expect(message).toMatchObject({ ...expected, chatferry_code: expect.any(String) });
  }
  const groups = rowsOf('groups.csv').slice(1);
  expect(groups.length).toBe(idsOf('groups').length);
  for (const group of groups) expect(group).toMatch(/^makers,Makers,public,ada,ERR_BAD_REQUEST,/);
  expect(
    rowsOf('members.csv')
      .slice(1)
      .map((row) => row.split(',')[1]),
  ).toEqual(idsOf('members').map((id) => id.split('_').at(-1)));
  expect(existsSync(jobFolder(rig.job).errors)).toBe(lost.length > 0);
}

function tamper(rig: JobRig, { how, nth }: Extract<Step, { do: 'tamper' }>): void {
  const { db } = rig.service;
  const muid = `m${nth}`;
  if (how === 'delete') db.prepare('DELETE FROM messages WHERE muid = ?').run(muid);
  if (how === 'change')
    db.prepare(
      `UPDATE messages SET data = '{"text":"Tampered"}', tags = iif(id % 2 = 0, '["b"]', tags) WHERE muid = ?`,
    ).run(muid);
  if (how === 'double') {
    const columns =
      'muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at, updated_at';
    db.prepare(
      `INSERT INTO messages (${columns}) SELECT ${columns} FROM messages WHERE muid = ?`,
    ).run(muid);
  }
}

async function expectVerified(rig: JobRig, model: JobModel, only: Kind | undefined): Promise<void> {
  const { kinds, complete } = await verifyJob({ job: rig.job, target: rig.target, kind: only });
  // Only one reading of every kind shows the whole.
  expect(complete).toBe(
    only === undefined && kinds.every(({ planned: all, same }) => all === same),
  );
  const fields = kinds.flatMap((kind) => kind.fields.map(({ records }) => -records));
  expect(fields).toEqual(fields.toSorted((one, other) => one - other));
  const held = heldMessages(rig);
  const last = model.plan!.startsWith('1') ? 'Changed' : `Text ${texts - 1}`;
  const isOf = (muid: string): string => {
    const copies = held.get(muid) ?? [];
    if (copies.length !== 1) return copies.length === 0 ? 'missing' : 'doubled';
    const text = muid === `m${texts - 1}` ? last : `Text ${muid.slice(1)}`;
    return copies[0]!.text === text ? 'same' : 'different';
  };
  const found = planned.messages!.map(isOf);
  const count = (what: string): number => found.filter((each) => each === what).length;
  expect(kinds.map(({ kind }) => kind)).toEqual(only === undefined ? plannedKinds : [only]);
  expect(kinds.find(({ kind }) => kind === 'messages')).toMatchObject({
    planned: texts,
    held: [...held.values()].flat().length,
    same: count('same'),
    different: count('different'),
    missing: count('missing'),
    doubled: count('doubled'),
    extra: 0,
  });
  const lines = existsSync(jobFolder(rig.job).differences)
    ? rig.inJob('differences.jsonl').split('\n').slice(0, -1)
    : [];
  const different = lines
    .map((line) => JSON.parse(line) as { kind: Kind; id: string; field: string })
    .filter(({ kind }) => kind === 'messages');
  // Each copy of a doubled record may differ.
  const single = different.filter(({ id }) => isOf(id) !== 'doubled');
  expect(new Set(single.map(({ id, field }) => `${id} ${field}`)).size).toBe(single.length);
  expect(new Set(different.map(({ id }) => id))).toEqual(
    new Set(planned.messages!.filter((muid) => isOf(muid) !== 'same')),
  );
  model.missing = planned
    .messages!.filter(
      (muid) => isOf(muid) === 'missing' && model.outcomes.get(`messages:${muid}`) === 'created',
    )
    .map((muid) => `messages:${muid}`);
}
