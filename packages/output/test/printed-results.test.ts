import { byKind, type Kind } from '@chatferry/contract';
import { type WholeJobStatus, type KindComparison } from '@chatferry/job/planned';
import type { Sum } from '@chatferry/job';
import type { PlanSummary } from '@chatferry/planner';
import type { RunResult } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { planJson } from '../src/planning/plan-json.ts';
import { planReport, type ReportContext, shortReport } from '../src/planning/plan-report.ts';
import { eventJson } from '../src/running/event-json.ts';
import { type FinishedRun, runJson, runReport } from '../src/running/run-report.ts';
import { statusJson } from '../src/running/status-json.ts';
import { type ShownStatus, statusLines } from '../src/running/status-lines.ts';
import { verifyLines } from '../src/verifying/verify-lines.ts';
import { noRows } from '../../job/test/support/no-rows.ts';
import { conclusion, contextOf, job, next, root, summaryOf, ten } from './support/printed.ts';
import { kindComparison } from '../../job/test/support/kind-comparison.ts';

interface RunGiven extends Partial<Omit<FinishedRun, 'result'>> {
  readonly users: Partial<Sum>;
  readonly result: Partial<RunResult>;
}

const stated = [conclusion.headline, ...conclusion.sentences];

/** Of users and messages; the other kinds have no rows. */
function sumsOf(users: Partial<Sum>, messages: Partial<Sum> = {}): Record<Kind, Sum> {
  const sums = byKind(() => noRows);
  return { ...sums, users: { ...noRows, ...users }, messages: { ...noRows, ...messages } };
}

const every: Partial<Sum> = {
  rows: 1005,
  created: 900,
  present: 15,
  presentByThisJob: 1,
  presentSame: 2,
  presentDifferent: 3,
  failed: 10,
  skipped: 20,
  rejected: 30,
  merged: 5,
  filtered: 6,
  unchanged: 7,
  changed: 8,
  unresolved: 3,
  pending: 1,
};

const fourUsers = ['users 4 = 4 created'];

test.each<[string, RunGiven, readonly string[]]>([
  [
    'in which every record landed',
    { users: { rows: 4, created: 4 }, result: {} },
    [
      ...fourUsers,
      ...stated,
      'Every row is accounted for.',
      'The report to hand over: no-such-folder/report.html',
      '',
      'Compare what the service holds with: do verify',
    ],
  ],
  [
    'in which every record landed, printed with --quiet',
    { users: { rows: 4, created: 4 }, result: {}, isQuiet: true, isReported: false },
    [...fourUsers, ...stated, 'Every row is accounted for.'],
  ],
  [
    'with rows in every bucket',
    {
      users: { ...every, excluded: 4 },
      result: { changes: [{ kind: 'users', from: 'failed', to: 'created', records: 2 }] },
    },
    [
      'users 1,005 = 900 created + 1 present, sent earlier + 2 present, same +',
      '              3 present, different + 9 present, not compared + 10 failed +',
      '              20 skipped + 30 rejected + 5 merged + 6 filtered + 7 unchanged +',
      '              8 changed + 3 unresolved + 1 not sent yet',
      ...stated,
      'sent earlier: 1 stored by this job, in an earlier request.',
      'present: in the app already: 2 the same in every compared field, 3 different, 9 not compared.',
      '2 records of users: failed, now created.',
      '4 rows left out as configured, among the rejected.',
      'What was never sent, and why: no-such-folder/rejects.jsonl',
      'The report to hand over: no-such-folder/report.html',
      '',
      'Send what did not land again with: do retry',
    ],
  ],
  [
    'with a record that the app has with other content',
    { users: { rows: 1, present: 1, presentDifferent: 1 }, result: {}, isReported: false },
    [
      'users 1 = 0 created + 1 present, different',
      ...stated,
      'Every row is accounted for.',
      'present: in the app already: 1 different.',
      '',
      'See which fields differ from the plan with: do verify',
    ],
  ],
  [
    'that stopped, printed with --quiet',
    {
      users: { rows: 4, created: 3, unresolved: 1 },
      isQuiet: true,
      isReported: false,
      result: {
        end: 'stopped',
        reason: { code: 'gave-up', message: 'No answer.', fix: 'Try later.' } as never,
      },
      hint: 'Or wait for longer.',
    },
    [
      'users 4 = 3 created + 1 unresolved',
      ...fourUsers.slice(1),
      ...stated,
      '',
      'No answer.',
      'Try later.',
      'Or wait for longer.',
      'Continue with: do run',
    ],
  ],
])(
  'a run %s is reported with its sums and the next command',
  (_, { users, result, ...run }, lines) => {
    const finished = {
      end: 'finished',
      counts: {} as never,
      changes: [],
      requests: 3,
      ...result,
    } as RunResult;
    const given = {
      sums: sumsOf(users),
      conclusion,
      job,
      next,
      isReported: true,
      isQuiet: false,
      isInStore: false,
      leftForLater: 0,
      planOfRest: 'do plan',
      hasErrors: false,
      hint: undefined,
      ...run,
      result: finished,
    };

    const [command] = /do \w+$/.exec(lines.at(-1)!) ?? ['do verify'];
    expect(runReport(given)).toEqual(lines);
    expect(runJson(given)).toEqual({
      type: 'result',
      end: finished.end,
      ...(result.reason === undefined ? {} : { reason: result.reason }),
      conclusion,
      kinds: given.sums,
      changes: finished.changes,
      requests: 3,
      files: {
        rejects: job.rejects,
        log: job.log,
        ...(given.isReported ? { report: job.report } : {}),
      },
      next: [command],
    });
  },
);

test.each(['failed', 'skipped', 'unresolved'] as const)(
  'after a run with one record that is %s, the next command sends it again',
  (outcome) => {
    const sums = sumsOf({ rows: 2, created: 1, [outcome]: 1 });
    const result = { end: 'finished', changes: [], requests: 3 } as unknown as RunResult;
    const rest = { leftForLater: 0, planOfRest: 'do plan', hasErrors: false, hint: undefined };
    const run = { result, sums, conclusion, job, next, isReported: true, isQuiet: false, ...rest };

    expect(runReport({ ...run, isInStore: false }).at(-1)).toBe(
      'Send what did not land again with: do retry',
    );
    expect(runReport({ ...run, isInStore: true }).at(-1)).toBe(
      'For the report, verify, explain and retry, bring the ledger here with: do ledger export',
    );
  },
);

test('after a finished run of a plan that leaves rows to a later job, the command that plans it is printed', () => {
  const sums = sumsOf({ rows: 2, created: 2 });
  const result = { changes: [], requests: 3 } as unknown as RunResult;
  const rest = { leftForLater: 7, planOfRest: 'do plan', hasErrors: false, hint: undefined };
  const run = { sums, conclusion, job, next, isReported: true, isQuiet: false, isInStore: false };
  const last = (end: 'finished' | 'stopped'): string | undefined =>
    runReport({ ...run, ...rest, result: { ...result, end } }).at(-1);

  expect(last('finished')).toBe('7 rows left to a later job. Plan that job with: do plan');
  expect(last('stopped')).not.toContain('later job');
});

test('lists that an earlier run has left in the folder are not those of a run in a store', () => {
  const result = { end: 'finished', changes: [], requests: 3 } as unknown as RunResult;
  const of = {
    job,
    next,
    isReported: false,
    leftForLater: 0,
    planOfRest: 'do plan',
    isQuiet: false,
    hasErrors: true,
    hint: undefined,
  };
  const run = { result, sums: sumsOf({}), conclusion, ...of };
  const named = [false, true].map((isInStore) => [
    runReport({ ...run, isInStore }).some((line) => line.includes(job.errors)),
    JSON.stringify(runJson({ ...run, isInStore })).includes(job.errors),
  ]);

  expect(named).toEqual([
    [true, true],
    [false, false],
  ]);
});

function status(given: Partial<ShownStatus>, users: Partial<Sum> = {}): ShownStatus {
  const sums = sumsOf({ rows: 4, created: 3, pending: 1, ...users });
  const planned = { ...byKind(() => ({ planned: 0 })), users: { planned: 4 } };
  const base: Partial<WholeJobStatus> = {
    kinds: byKind((kind) => ({ ...sums[kind], ...planned[kind] })),
    runs: 2,
    requests: 7,
    end: 'finished',
    target: { appId: 'a1', region: 'eu' },
    startedAt: ten,
    endedAt: ten + 60_000,
    lastChangeAt: ten + 30_000,
    holder: undefined,
    control: { paused: false },
    conclusion,
  };
  return { ...base, progress: undefined, ...given } as ShownStatus;
}

const settled = '3 of 4 records settled in 2 runs and 7 requests.';
const to = 'Sent to the app a1 in the region eu.';
const holder = { pid: 7, host: 'here', since: ten };
const at = 'The last change was 1 min ago.';
const begun = { at: '', startedAt: '', kinds: {}, again: 0 };

test.each<[string, Partial<ShownStatus>, readonly string[]]>([
  [
    'was not sent',
    { runs: 0, requests: 0, target: undefined },
    ['3 of 4 records settled.', '', ...stated, 'Send it with: do run'],
  ],
  ['has records to be sent again', {}, [settled, to, '', ...stated, 'Continue with: do run']],
  ['is at work', { holder, end: undefined }, [settled, to, '', ...stated, at]],
  [
    'is at work, and has changed nothing yet',
    { holder, lastChangeAt: undefined },
    [settled, to, '', ...stated],
  ],
  ['was killed', { end: undefined }, [settled, to, '', ...stated, 'Continue with: do run']],
  [
    'stopped',
    { end: 'stopped', reason: { message: 'No key.' } as never },
    [settled, to, '', ...stated, 'No key.', 'Continue with: do run'],
  ],
  [
    'was begun to be undone',
    { undo: { state: 'begun' } },
    [settled, to, '', ...stated, 'Finish it with: do undo'],
  ],
  [
    'is paused at a rate',
    { control: { paused: true, requestsPerMinute: 20 } },
    [
      settled,
      to,
      '',
      ...stated,
      'Continue with: do run',
      'Paused; resume with: do resume',
      'Quota set to 20 a minute; restore the quota of the run with: do rate default',
    ],
  ],
  [
    'waits',
    {
      holder,
      progress: {
        ...begun,
        quota: 60,
        requestsPerMinute: 59,
        remainingMs: 120_000,
        waiting: {
          why: 'trouble',
          message: 'No answer.',
          since: '2026-01-01T10:00:00Z',
          until: '2026-01-01T10:05:06Z',
        },
        trouble: 'HTTP 502',
      },
    },
    [
      settled,
      to,
      '',
      ...stated,
      at,
      '59 requests a minute, quota 60; 2 min left in all.',
      'Waiting until 10:05:06 UTC: No answer.',
      'Last trouble: HTTP 502.',
    ],
  ],
  [
    'has just begun',
    { holder, progress: { ...begun, quota: 'unlimited' } },
    [settled, to, '', ...stated, at, 'Requests a minute: no quota.'],
  ],
])('a job that %s says so', (_, given, lines) => {
  expect(statusLines(status(given), ten + 90_000, next)).toEqual([
    'users 4 = 3 created + 1 not sent yet',
    ...fourUsers.slice(1),
    ...lines,
  ]);
});

test('times in JSON are in ISO 8601', () => {
  expect(JSON.parse(statusJson(status({ holder }), []))).toMatchObject({
    type: 'status',
    runs: 2,
    requests: 7,
    holder: { pid: 7, host: 'here', since: '2026-01-01T10:00:00.000Z' },
    startedAt: '2026-01-01T10:00:00.000Z',
    lastChangeAt: '2026-01-01T10:00:30.000Z',
    endedAt: '2026-01-01T10:01:00.000Z',
  });
  const waiting = { type: 'waiting', why: 'trouble', until: ten + 1000, message: 'No.' } as const;
  expect(JSON.parse(eventJson(waiting, ten))).toEqual({
    at: '2026-01-01T10:00:00.000Z',
    ...waiting,
    until: '2026-01-01T10:00:01.000Z',
  });
  const changed = { type: 'rate-changed', requestsPerMinute: 5 } as const;
  expect(JSON.parse(eventJson(changed, ten))).toEqual({
    at: '2026-01-01T10:00:00.000Z',
    ...changed,
  });
});

function comparison(kind: Kind, given: Partial<KindComparison> = {}): KindComparison {
  return kindComparison(kind, 2, given);
}

const place = { id: 'bob', file: 'users.csv', line: 3 };

test.each<[string, readonly KindComparison[], Partial<Sum>, readonly string[]]>([
  [
    'all as planned',
    [
      comparison('users', { held: 3, extra: 1 }),
      comparison('members', { isWhole: false }),
      comparison('friends', { isWhole: false, held: 3, extra: 1 }),
    ],
    {},
    [
      '         planned  same  different  missing  doubled  held  extra',
      'users          2     2          0        0        0     3  1',
      'members        2     2          0        0        0     2  not read',
      'friends        2     2          0        0        0     3  at least 1',
      '',
      ...stated,
    ],
  ],
  [
    'each difference',
    [
      comparison('users', {
        planned: 1007,
        same: 1000,
        different: 4,
        missing: 2,
        doubled: 1,
        held: 1006,
        reHosted: 1,
        fields: [
          { field: 'name', records: 3, examples: [place] },
          { field: 'role', records: 1, examples: [place] },
        ],
        examples: { missing: [{ ...place, id: 'cy', line: 4 }], extra: [], doubled: ['dot'] },
      }),
    ],
    { pending: 0 },
    [
      '       planned   same  different  missing  doubled   held  extra',
      'users    1,007  1,000          4        2        1  1,006      0',
      '  users: name differs in 3 records, such as users:bob (users.csv:3)',
      '  users: role differs in 1 record, such as users:bob (users.csv:3)',
      '  users:cy is missing (users.csv:4)',
      '  … and 1 more user is missing',
      '  users:dot is stored more than once',
      '',
      ...stated,
      'Each difference is in no-such-folder/differences.jsonl.',
      '1 attachment re-hosted: the service holds a copy under an address of its own.',
      'Send what is missing again with: do retry',
      'See what a repair would change with: do repair --dry-run',
    ],
  ],
  [
    'what was not sent, and cannot be read, of a job after another one',
    [
      comparison('users', { missing: 1, same: 1, held: 4, landedBefore: 3 }),
      comparison('friends', { hidden: 1, same: 1 }),
    ],
    { pending: 1 },
    [
      '         planned  same  different  missing  doubled  not readable  held  landed before  extra',
      'users          2     1          0        1        0             0     4              3      0',
      'friends        2     1          0        0        0             1     2              0      0',
      '  … and 1 more user is missing',
      '',
      ...stated,
      'Each difference is in no-such-folder/differences.jsonl.',
      '1 record not sent yet; send the rest with: do run',
    ],
  ],
  [
    'nothing, of a kind that is not planned',
    [],
    {},
    ['Nothing was read: no record of this kind is planned.', '', ...stated],
  ],
])('a verification lists %s', (_, found, users, lines) => {
  const verified = { kinds: found, scope: 'full', landedBefore: {}, conclusion } as const;
  expect(verifyLines(verified, status({}, users).kinds, job, next)).toEqual(lines);
});

const heads = '       rows  planned  merged  rejected  warnings';

test('a plan of valid rows is reported with its kinds and its cost', () => {
  const lines = planReport(summaryOf(), contextOf({ finishesAt: ten + 120_000 }));

  expect(lines).toEqual([
    heads,
    'users     4        4       0         0         0',
    '',
    '4 records in 2 requests, 5.0 kB: 2 min at the quota, done at 2026-01-01 10:02 UTC if started now.',
  ]);
  expect(shortReport(summaryOf(), contextOf())).toEqual(['4 records in 2 requests, 5.0 kB.']);
});

test('a plan is reported with every note, in its place', () => {
  const summary = summaryOf(
    {
      rows: 20,
      planned: 10,
      merged: 1,
      rejected: 6,
      filtered: 3,
      warnings: 2,
      made: 2,
      madeBy: { onMissingUser: 2 },
    },
    {
      directConversations: 1,
      usersWithoutMessages: 3,
      droppedFields: 2,
      attachmentHosts: ['a', 'b', 'c', 'd', 'e'].map((host) => ({
        host,
        attachments: 2,
        ...(host === 'd' ? { unreachable: 1 } : {}),
        ...(host === 'e' ? { unreachable: 2 } : {}),
      })),
      roles: [
        { role: 'vip', name: 'VIP', users: 1 },
        { role: 'staff', name: 'staff', users: 2 },
      ],
      filtered: [{ kind: 'users', reason: 'active is no', rows: 3 }],
    },
  );
  const context = contextOf({
    excluded: { ...byKind(() => 0), users: 4 },
    ignored: [
      { file: 'a.txt', isLinkOutside: false },
      { file: 'b.csv', isLinkOutside: true },
      { file: 'c.csv', isLinkOutside: false, skipped: 'old' },
    ],
    roots: [
      root(1, { fallen: { ...byKind(() => 0), members: 1, messages: 5 } }),
      root(2, {
        severity: 'warning',
        example: { file: 'users.csv', line: 2, message: 'The whole row.' },
      }),
      root(3, {
        code: 'wrong-type',
        example: { file: 'users.csv', line: 3, field: 'uid', value: '1', message: 'A number.' },
      }),
    ],
    hasIdMap: true,
  });

  expect(planReport(summary, context)).toEqual([
    '       rows  planned  merged  rejected  filtered  warnings',
    'users    20       10       1         6         3         2',
    '',
    'Problems, by cause',
    '',
    '  Cause 1.',
    '    bad-id, 1 row; such as users.csv:1: uid = "a b"',
    '    → rejected with them: 1 membership, 5 messages',
    '    Fix 1.',
    '',
    '  Cause 2.',
    '    warning bad-id, 2 rows; such as users.csv:2: The whole row.',
    '    Fix 2.',
    '',
    '  Cause 3.',
    '    wrong-type, 3 rows; such as users.csv:3: A number.',
    '    Fix 3.',
    '',
    'Filtered as configured: 3 users where active is no.',
    '4 rows left out as configured: among the rejected, and not counted against --max-rejects.',
    'Counted as rows: 2 missing users created as placeholders.',
    '1 group of two people sent as a conversation of the two; group and memberships count as merged.',
    'Roles that must exist in the app: vip (1 user, "VIP" in the export), staff (2 users).',
    'Attachments stay where they are; keep these hosts running: a (2), b (2), c (2), ….',
    'Attachments that cannot be opened, because their hosts need the signature that the plan leaves out: d (1), e (2). Copy the files from the export, with chatferry media copy INPUT.',
    'Not read: c.csv (old)',
    'Ignored, because their names show no kind: a.txt, b.csv (a link that leads outside the folder; --follow-links reads it)',
    '',
    '10 records in 2 requests, 5.0 kB.',
    'Every rejected row: REJECTS',
    'Every optional value that was left out: DROPPED',
    'Ids that had to be changed, for the login code of the app: ID-MAP',
  ]);
  expect(shortReport(summary, context)).toEqual([
    '10 records in 2 requests, 5.0 kB.',
    '6 rows rejected, 4 of them left out as configured: REJECTS',
  ]);
});

test('of many causes the first twelve are printed, and the others are counted', () => {
  const roots = Array.from({ length: 14 }, (_, index) => root(index + 1));

  const lines = planReport(summaryOf(), contextOf({ roots }));

  expect(lines.filter((line) => line.startsWith('  Cause'))).toHaveLength(12);
  expect(lines).toContain('  … and 2 more causes (27 rows), with --json');
});

test('a plan after another job lists what changed and what is gone, and what reading an export found', () => {
  const summary = summaryOf(
    { rows: 5, planned: 1, unchanged: 2, changed: 1, updated: 1 },
    {
      delta: {
        after: 'P',
        landed: byKind(() => 9),
        gone: { ...byKind(() => 0), messages: 1 },
        removable: 1,
        removesGone: false,
        goneUnknown: ['groups'],
        deactivatedAgain: { users: 2, examples: ['ada', 'bob'] },
      },
      exports: [
        {
          file: 'a.zip',
          system: 'slack',
          rule: 'has users.json',
          idRule: 1,
          records: [
            { type: 'user', count: 4 },
            { type: 'file', count: 1 },
          ],
          notes: [{ subject: 'users', fact: 'bots', count: 1 }],
          notCarried: [{ type: 'file', reason: 'no address', count: 1 }],
        },
      ],
    },
  );

  expect(planReport(summary, contextOf())).toEqual([
    '       rows  planned  unchanged  changed  updated  merged  rejected  warnings',
    'users     5        1          2        1        1       0         0         0',
    '',
    'This plan covers only what the job before it did not land, and what has changed since.',
    'Changed since it landed, and not to be updated in all fields: 1 user. Each is in CHANGED',
    'Changed since it landed, and to be updated: 1 user.',
    'Records of this plan refer to 2 users whom an earlier job deactivated and who are not in the export, such as ada. They are reactivated for these records, and deactivated again in the end.',
    'No longer in the export, and landed in an earlier job: 1 message. Each is in GONE',
    'Remove these with --gone remove=1: messages for good, memberships, and users by deactivating them.',
    'Not known which groups are no longer in the export: filters leave rows out, and their ids are not read.',
    '',
    'a.zip was read as an export of slack: has users.json.',
    '  Records: user 4, file 1.',
    '  Of the users, 1: bots.',
    '  Not carried, each in NOT-CARRIED:',
    '    file 1: no address',
    '',
    '1 record in 2 requests, 5.0 kB.',
  ]);
});

test('a plan that removes what is gone states that', () => {
  const delta = {
    after: 'P',
    landed: byKind(() => 9),
    gone: { ...byKind(() => 0), messages: 2, groups: 1 },
    removable: 2,
    removesGone: true,
    goneUnknown: [],
    deactivatedAgain: { users: 0, examples: [] },
  };

  expect(planReport(summaryOf({}, { delta }), contextOf())).toContain(
    'Of these, 2 records are to be removed: messages for good, memberships, and users by deactivating them.',
  );
  const kept = { ...delta, removable: 0, removesGone: false };
  expect(planReport(summaryOf({}, { delta: kept }), contextOf()).join()).not.toContain('--gone');
});

test('the JSON of a plan names the files that exist, and counts the causes that it does not list', () => {
  const causes = [
    { code: 'bad-id', severity: 'reject', count: 2 },
    { code: 'bad-id', severity: 'warning', count: 1 },
  ];
  const byCode = [
    { code: 'bad-id', severity: 'reject', causes: 3, rows: byKind(() => 0), count: 7 },
    { code: 'bad-id', severity: 'warning', causes: 1, rows: byKind(() => 0), count: 1 },
  ];
  const jsonOf = (summary: PlanSummary, context: Partial<ReportContext>): unknown =>
    planJson(
      {
        summary,
        causes: () => causes,
        problemsByCode: () => byCode,
        madeRecords: () => [],
      } as never,
      { ...contextOf(context), unchanged: false, accepted: true, next: [] },
    );
  const landed = {
    delta: {
      after: 'P',
      landed: byKind(() => 9),
      gone: { ...byKind(() => 0), messages: 1 },
      removable: 2,
      removesGone: true,
      goneUnknown: [],
      deactivatedAgain: { users: 0, examples: [] },
    },
  };

  expect(jsonOf(summaryOf(), { finishesAt: ten + 90_000 })).toMatchObject({
    type: 'plan',
    plan: 'PLAN',
    unchanged: false,
    accepted: true,
    problems: causes,
    problemsByCode: [{ ...byCode[0], more: 2 }, byCode[1]],
    live: [],
    cost: { requests: 2, bytes: 5000, minutes: 1.5, finishesAt: '2026-01-01T10:01:30.000Z' },
    files: { rejects: 'REJECTS' },
  });
  const { files, cost } = jsonOf(
    summaryOf({ changed: 1 }, { ...landed, droppedFields: 1, exports: [{ notCarried: [{}] }] }),
    { hasIdMap: true, ignored: [{ file: 'a.txt', isLinkOutside: false }] },
  ) as Record<string, unknown>;
  expect(cost).toEqual({ requests: 2, bytes: 5000 });
  expect(files).toEqual({
    rejects: 'REJECTS',
    dropped: 'DROPPED',
    notCarried: 'NOT-CARRIED',
    changed: 'CHANGED',
    gone: 'GONE',
    idMap: 'ID-MAP',
  });
  expect(jsonOf(summaryOf(), {})).toMatchObject({ files: { rejects: 'REJECTS' } });
  expect((jsonOf(summaryOf(), {}) as { files: object }).files).toEqual({ rejects: 'REJECTS' });
});
