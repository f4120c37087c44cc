import type { Kind } from '@chatferry/contract';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { openPlan, type Plan } from '@chatferry/planner';
import { noOutcomes, type PastRun } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { pageConclusionOf } from '../src/conclusion/conclusion.ts';
import { factsOf, runOf } from '../src/conclusion/facts-of-job.ts';
import { functionName } from '../src/folder/step-name.ts';
import { jobFolder, planFiles, type Sum } from '../src/index.ts';
import { type HandOver, handOverOf } from '../src/report/hand-over.ts';
import { presentFiles } from '../src/report/job-files.ts';
import { reportPage } from '../src/report/page.ts';
import type { KindComparison } from '../src/verifying/kind-tally.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';
import { kindComparison } from './support/kind-comparison.ts';

/** 10:00 of the day of the last change, and minutes after it. */
const ten = Date.parse('2026-01-01T10:00:00Z');
const after = (minutes: number): number => ten + minutes * 60_000;

function run(number: number, given: Partial<PastRun> = {}): PastRun {
  const times = { startedAt: after(-20), endedAt: ten, lastSeenAt: ten };
  return { number, ...times, end: 'finished', reason: undefined, requests: 3, ...given };
}
const killed = run(1, { end: undefined, endedAt: undefined });
const stopped = (code: string, serviceCode?: string): PastRun =>
  run(1, {
    end: 'stopped',
    reason: { code, serviceCode, message: 'Words of Ann.', fix: 'Fix it.' } as never,
  });

interface Change {
  readonly history?: readonly PastRun[];
  readonly account?: object;
  readonly users?: Partial<Sum>;
  readonly messages?: Partial<Sum>;
  readonly verified?: Partial<Record<'users' | 'messages', Partial<KindComparison>>>;
  readonly verification?: object;
  readonly only?: 'messages';
  readonly target?: object;
  readonly holder?: HandOver['holder'];
}

/** A kind that was read back, five minutes after the last change. */
function compared(kind: string, given: Partial<KindComparison> = {}): KindComparison {
  const count = ['users', 'messages'].includes(kind) ? 2 : 0;
  return kindComparison(kind as Kind, count, { at: new Date(after(5)).toISOString(), ...given });
}

/** The hand-over of a plan, with what a ledger and a verification would add to it. */
function handOver(rig: JobRig, plan: Plan, change: Change): HandOver {
  const about = {
    holder: change.holder,
    next: functionName,
    nowMs: after(60),
    timeZone: 'UTC',
    version: '1.2.3',
  };
  const made = handOverOf(jobFolder(rig.job), plan, about);
  const { history = [run(1)], users, messages, verified, only, verification } = change;
  const landed = (planned: number, given: Partial<Sum> = {}): Partial<Sum> =>
    history.length === 0 ? {} : { ...noOutcomes, pending: 0, created: planned, ...given };
  const sums = {
    ...made.sums,
    users: { ...made.sums.users, ...landed(2, users) },
    messages: { ...made.sums.messages, ...landed(2, messages) },
  };
  const kinds = (only === undefined ? (['users', 'messages'] as const) : [only]).map((kind) =>
    compared(kind, verified?.[kind]),
  );
  const app = { appId: 'app-1', region: 'eu' };
  const account = { ...made.account, history, lastChangeAt: ten, requests: 3, ...change.account };
  const target = history.length === 0 ? undefined : ({ ...app, ...change.target } as never);
  const readBack = {
    plan: plan.id,
    target: app,
    startedAt: new Date(after(4)).toISOString(),
    at: new Date(after(6)).toISOString(),
    kinds,
    complete: false,
    ...verification,
  };
  const records = {
    sums,
    target,
    undo: undefined,
    verification: verified === undefined ? undefined : (readBack as never),
  };
  const { end, reason } = history.at(-1) ?? {};
  const latest = runOf({ runs: history.length, end, reason }, change.holder);
  const facts = factsOf({ ...records, run: latest, holder: change.holder, lastChangeAt: ten });
  return { ...made, account, ...records, facts, conclusion: pageConclusionOf(facts) };
}

function textOf(source: string): string {
  const text = source
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>');
}

function parts(source: string, pattern: RegExp): string[] {
  return Array.from(source.matchAll(pattern), ([, text]) => textOf(text!));
}

/** The colour, the state and the statements at the top of the page, and the next steps. The folder of the job is `JOB`. */
function topOf(rig: JobRig, given: HandOver): object {
  const page = reportPage(given).source.replaceAll(rig.job, 'JOB');
  const [, tone, headline] = /<h1 class="(\w+)">(.*?)<\/h1>/s.exec(page)!;
  const [, proof] = /What is proved<\/h2>(.*?)<\/section>/s.exec(page)!;
  const [, next] = /What to do next<\/h2>(.*?)<\/section>/s.exec(page)!;
  return {
    state: `${tone}: ${given.conclusion.state}`,
    statements: [textOf(headline!), ...parts(page, /<p class="lead">(.*?)<\/p>/gs)],
    proved: parts(proof!, /<span>(.*?)<\/span>/gs),
    next: parts(next!.replaceAll('<pre>', ' '), /<li>(.*?)<\/li>/gs),
  };
}

async function plannedExport(rig: JobRig): Promise<Plan> {
  rig.write('export/users.csv', ['uid,name', 'Ada X,Ada', 'bob,Bob', 'dot,']);
  const texts = [
    { ...message(1), sender: 'Ada X' },
    {
      ...message(2),
      sender: 'Ada X',
      type: 'image',
      data: {
        attachments: [
          {
            url: 'https://files.example.org/a.png',
            name: 'a.png',
            mimeType: 'image/png',
            extension: 'png',
            size: 5,
          },
        ],
      },
    },
  ];
  const file = rig.write(
    'export/messages.ndjson',
    texts.map((text) => JSON.stringify(text)),
  );
  const folder = path.dirname(file);
  for (const name of readdirSync(folder))
    utimesSync(path.join(folder, name), ten / 1000, ten / 1000);
  await planFiles([folder], { job: rig.job });
  return openPlan(jobFolder(rig.job).plan);
}

const decide = (rows: number): string =>
  `Decide about the ${rows === 1 ? '1 rejected row' : `${rows} rejected rows`} in JOB/rejects.jsonl: repair the ones to move, and import the export into a separate job folder, where records that have landed count as present.`;
const left = (records: string): string =>
  `Send the ${records} left, from any machine with this folder and the key: runJob`;
const again = (records: string): string =>
  `When the cause is fixed, send the ${records} again that did not land. Rows that have to be repaired are in JOB/failed/; import them into a separate job folder. retryJob`;
const verify = 'Read the service back and compare it with the plan: verifyJob';
const why =
  'Find out why the app does not hold what was planned: whether it had these ids before, or its content was changed since. JOB/differences.jsonl names every difference. Where the plan is right, repair the app, then verify again. A dry run shows first what would change: repairJob';
const ids =
  'Hand JOB/id-map.csv to those who write the login code of the app: the ids in it had to be changed.';
const hosts = 'Keep the hosts of the attachments running: only the addresses moved.';
const remove =
  'When the job folder is no longer needed, delete it: it contains names and texts of people.';
const end = [ids, hosts, remove];

const half = { created: 1, pending: 1 };

interface Case {
  readonly change: Change;
  readonly state: string;
  readonly next: readonly string[];
}

const cases: readonly Case[] = [
  {
    change: { history: [] },
    state: 'look: planned',
    next: [left('4 records'), decide(1), ids, hosts],
  },
  {
    change: { history: [killed], messages: half, holder: { pid: 7, host: 'here', since: 0 } },
    state: 'look: in-progress',
    next: [
      'See how far it is: jobStatus',
      'If that process is gone, it was killed. Continue with: runJob',
      decide(1),
      ids,
      hosts,
    ],
  },
  {
    change: { history: [killed], messages: half },
    state: 'bad: killed',
    next: [left('1 record'), decide(1), ids, hosts],
  },
  {
    change: { history: [stopped('interrupted')], messages: half },
    state: 'bad: stopped',
    next: [left('1 record'), decide(1), ids, hosts],
  },
  {
    change: {
      history: [run(1), stopped('key-refused', 'AUTH_ERR')],
      messages: { created: 0, pending: 1, unresolved: 1 },
    },
    state: 'bad: stopped',
    next: [`Fix it. ${left('1 record')}`, decide(1), ids, hosts],
  },
  {
    change: { messages: half },
    state: 'look: unfinished',
    next: [left('1 record'), decide(1), ids, hosts],
  },
  {
    change: { messages: { created: 0, failed: 1, skipped: 1 } },
    state: 'look: losses',
    next: [again('2 records'), decide(1), verify, ...end],
  },
  {
    change: {
      messages: { created: 0, unresolved: 2 },
      users: { created: 0, present: 2, presentByThisJob: 1 },
    },
    state: 'look: unresolved',
    next: [again('2 records'), decide(1), verify, ...end],
  },
  {
    change: {
      users: { created: 0, present: 2, presentSame: 1, presentDifferent: 1 },
      verified: {},
    },
    state: 'look: losses',
    next: [decide(1), ...end],
  },
  {
    change: { users: { rejected: 1, excluded: 1 }, verified: {} },
    state: 'good: complete',
    next: end,
  },
  {
    change: {
      users: { rejected: 0, unchanged: 1 },
      target: { appId: 'local', baseUrl: 'http://127.0.0.1:1/v3' },
    },
    state: 'good: complete',
    next: [verify, ...end],
  },
  {
    change: { users: { rejected: 0, changed: 1 } },
    state: 'look: losses',
    next: [verify, ...end],
  },
  {
    change: { verified: { messages: { missing: 1, same: 1 } } },
    state: 'bad: differs',
    next: [decide(1), why, ...end],
  },
  {
    change: {
      verified: { messages: { missing: 1, same: 1 } },
      messages: { created: 1, failed: 1 },
    },
    state: 'look: losses',
    next: [again('1 record'), decide(1), ...end],
  },
  {
    change: { verified: { users: { different: 1 }, messages: { doubled: 1 } } },
    state: 'bad: differs',
    next: [decide(1), why, ...end],
  },
  {
    change: { verified: { users: { different: 1, at: new Date(after(-1)).toISOString() } } },
    state: 'look: losses',
    next: [decide(1), verify, ...end],
  },
  {
    change: { verified: {}, only: 'messages' },
    state: 'look: losses',
    next: [decide(1), verify, ...end],
  },
  {
    change: { verified: {}, verification: { unfinishedSince: new Date(after(9)).toISOString() } },
    state: 'look: losses',
    next: [decide(1), verify, ...end],
  },
  {
    change: {
      verified: { users: { different: 1 } },
      verification: { target: { appId: 'app-2', region: 'eu' } },
    },
    state: 'look: losses',
    next: [decide(1), verify, ...end],
  },
  {
    change: { users: { rows: 4, rejected: 0 } },
    state: 'bad: inconsistent',
    next: [ids, hosts],
  },
];

test('the top of the page and the next steps follow from the ledger and the verification', async () => {
  await using rig = await startJobRig();
  using plan = await plannedExport(rig);

  for (const { change, state, next } of cases) {
    const given = handOver(rig, plan, change);
    const { headline, explaining, proved } = given.conclusion;
    expect(topOf(rig, given)).toEqual({
      state,
      statements: [headline, ...explaining],
      proved: [...proved.map(({ text }) => text), 'The files that attachments point to.'],
      next,
    });
  }
});

/** Everything that is read on the page, a line for each block. */
function linesOf(page: string): string {
  return page
    .slice(page.indexOf('<body>'))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/?(p|h\d|li|tr|pre|caption|dt|summary|div|desc)\b[^>]*>/g, '\n')
    .replaceAll(/<\/(t[hd]|b|dt)>/g, ' | ')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A section of the page: its paragraphs and items, and the cells of its tables. */
function sectionOf(page: string, title: string): unknown[] {
  const section = page.split(`<h2>${title}</h2>`)[1]!.split('</section>')[0]!;
  return Array.from(
    section.matchAll(/<(p|li|caption|tr|dd)\b[^>]*>(.*?)<\/\1>/gs),
    ([, tag, inside]) =>
      tag === 'tr' ? parts(inside!, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs).join(' | ') : textOf(inside!),
  );
}

const rich: Change = {
  history: [
    run(1, {
      startedAt: after(-90),
      lastSeenAt: after(-60),
      end: undefined,
      endedAt: undefined,
      requests: 1_000,
    }),
    run(2, {
      startedAt: after(-50),
      endedAt: after(-40),
      lastSeenAt: after(-40),
      end: 'stopped',
      reason: {
        code: 'key-refused',
        serviceCode: 'AUTH_ERR',
        message: 'Words of Ann.',
        fix: '',
      } as never,
      requests: 0,
    }),
    run(3),
  ],
  account: {
    requests: 1003,
    troubles: [{ code: 'HTTP 502', requests: 2, firstAt: after(-80), lastAt: after(-70) }],
    losses: {
      total: 3,
      groups: [
        {
          kind: 'messages',
          outcome: 'failed',
          code: 'ERR_BAD_REQUEST',
          records: 1,
          fields: ['data.text', 'words of Ann: no'],
          example: { id: 'm1', file: 'messages.ndjson', line: 1 },
        },
        {
          kind: 'users',
          outcome: 'unresolved',
          code: 'Dear Ann, no',
          records: 1,
          fields: [],
          example: { id: 'bob', file: 'users.csv', line: 3 },
        },
      ],
    },
    skips: { total: 2, groups: [{ cause: 'users:bob', records: 1 }] },
  },
  users: {
    rows: 17,
    made: 3,
    madeBy: { onMissingUser: 2, deactivatedAt: 1 },
    rejected: 3,
    excluded: 2,
    created: 1,
    present: 10,
    presentByThisJob: 1,
    presentSame: 2,
    presentDifferent: 3,
    merged: 1,
    filtered: 1,
    unresolved: 1,
    failed: 0,
    skipped: 0,
    pending: 0,
  },
  messages: { created: 0, failed: 1, skipped: 1 },
  verified: {
    users: {
      held: 8,
      same: 0,
      different: 2,
      extra: 6,
      fields: [
        { field: 'name', records: 2, examples: [{ id: 'bob', file: 'users.csv', line: 3 }] },
      ],
    },
    messages: {
      planned: 4,
      same: 0,
      missing: 3,
      doubled: 1,
      reHosted: 2,
      held: 2,
      examples: {
        missing: [
          { id: 'm1', file: 'messages.ndjson', line: 1 },
          { id: 'm2', file: 'messages.ndjson', line: 2 },
        ],
        extra: ['mine'],
        doubled: ['m3'],
      },
    },
  },
};

test('every number of the ledger, the plan and the verification is in its place', async () => {
  await using rig = await startJobRig();
  using plan = await plannedExport(rig);
  const planned = `${new Date(plan.rules.now * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC by chatferry ${plan.version}`;
  let page = reportPage(handOver(rig, plan, rich))
    .source.replaceAll(rig.folder, 'DIR')
    .replaceAll(plan.id, 'PLAN')
    .replaceAll(plan.id.slice(0, 12), 'PL');
  for (const { kind, sha256 } of plan.inputs) page = page.replaceAll(sha256, `hash of ${kind}`);
  page = linesOf(page)
    .replaceAll(planned, 'DAY')
    .replaceAll(/ [\d.]+ (kB|MB) \|/g, ' SIZE |');

  expect(page).toMatchInlineSnapshot(`
    "Migration report 2026-01-01 11:00 UTC
    Finished, but 4 records in the app are not as planned.
    2 differ, 1 is missing, 1 is there more than once.
    3 of 19 rows did not move. 1 rejected, 1 failed, 1 skipped.
    3 rows were left out as configured.
    App app-1, region eu · Plan PL
    Reported as stored by the service
    11 57.89 % of all rows
    Rows that did not move
    3 15.79 % of all rows
    Read back and the same
    0 of 6 that were compared
    19 rows = 11 reported as stored + 3 that did not move + 1 merged with an equal row + 3 left out as configured + 1 whose answer was lost, and that were read back. It adds up for every kind.
    What people will miss
    1 of 17 users |  did not move: name is missing.
    2 of 2 messages |  did not move. 1 failed, 1 was skipped.
    1 record |  that the service reported as stored, and does not hold.
    3 rows |  left out as configured.
    1 attachment |  still comes from files.example.org. When this host is switched off, they are gone.
    What to do next
    When the cause is fixed, send the 3 records again that did not land. Rows that have to be repaired are in DIR/job/failed/; import them into a separate job folder.
    retryJob
    Decide about the 1 rejected row in DIR/job/rejects.jsonl: repair the ones to move, and import the export into a separate job folder, where records that have landed count as present.
    Find out why the app does not hold what was planned: whether it had these ids before, or its content was changed since. DIR/job/differences.jsonl names every difference. Where the plan is right, repair the app, then verify again. A dry run shows first what would change:
    repairJob
    Hand DIR/job/id-map.csv to those who write the login code of the app: the ids in it had to be changed.
    Keep the hosts of the attachments running: only the addresses moved.
    When the job folder is no longer needed, delete it: it contains names and texts of people.
    What is proved
    Counted |  Each of the 19 rows has exactly one outcome. 0 are of unknown outcome, 0 are not sent yet.
    Answered |  The service reported 11 records as stored.
    Compared |  Compared 2026-01-01 10:05 UTC. 0 of 6 records are the same in every compared field.
    Not shown |  The service does not show these fields: of users lastActiveAt, the time of deactivatedAt, @private in metadata where it is not shown; of messages the order within one second, mentionedUserDetails, the content of attachments.
    Not checked |  The files that attachments point to.
    Every row, by kind
    Rows by kind and outcome
    Kind | Rows | Created | Present, sent earlier | Present, same | Present, different | Present, not compared | Failed | Skipped | Rejected | Merged | Filtered | Unresolved |
    users | 17 | 1 | 1 | 2 | 3 | 4 | 0 | 0 | 3 | 1 | 1 | 1 |
    messages | 2 | 0 | 0 | 0 | 0 | 0 | 1 | 1 | 0 | 0 | 0 | 0 |
    all | 19 | 1 | 1 | 2 | 3 | 4 | 1 | 1 | 3 | 1 | 1 | 1 |
    users 17 |
    = 1 created + 1 present, sent earlier + 2 present, same + 3 present, different + 4 present, not compared + 3 rejected + 1 merged + 1 filtered + 1 unresolved
    messages 2 |
    = 1 failed + 1 skipped
    all 19 |
    = 1 created + 1 present, sent earlier + 2 present, same + 3 present, different + 4 present, not compared + 1 failed + 1 skipped + 3 rejected + 1 merged + 1 filtered + 1 unresolved
    Each row has exactly one outcome. Without rows: not sent yet. Counted as rows: 2 missing users created as placeholders, 1 deactivation made from deactivatedAt of users.
    What the outcomes mean
    Created
    The service stored it during this job.
    Present, sent earlier
    The app held it: an earlier request of this job had stored it.
    Present, same
    The app held it when it was sent, with the planned content in every compared field.
    Present, different
    The app held it when it was sent, with other content.
    Present, not compared
    The app held it when it was sent. It was not compared.
    Failed
    The service refused it.
    Skipped
    Not sent, because a record that it needs did not land.
    Rejected
    A row that cannot be a record, found when planning; never sent.
    Merged
    A row with the same content as an earlier one.
    Filtered
    A row that the configuration leaves out with “only”.
    Unresolved
    Sent, but it is not known whether it landed. Has to reach 0.
    Why rows were rejected
    Found by planning, before anything was sent. A row with several problems counts under each of them. Each rejected row is in DIR/job/rejects.jsonl, with its line and its text. The files are in DIR/export/.
    name is missing: 1 user. missing-field · such as users.csv:4
    1 |
    Fill it in, or name the column that holds it in the configuration.
    Records that did not land
    Each of them, with the message of the service, is in DIR/job/errors.jsonl; their rows are in DIR/job/failed/, to be repaired.
    2 failed or unresolved, by the service’s code and the fields that it names
    Code | Kind | Outcome | Records | The first | What to do |
    ERR_BAD_REQUEST data.text | messages | failed | 1 | m1 (messages.ndjson:1) | The record breaks a rule of the service: repair its row and import it by itself. |
    a code of unknown form | users | unresolved | 1 | bob (users.csv:3) | A code that chatferry does not know: read the message of the service in errors.jsonl. |
    And 1 more code.
    1 skipped, by the record that they need and that did not land
    Needed | Records skipped |
    users:bob | 1 |
    And 1 more record.
    What the service holds
    Each kind with planned records was read back from the app app-1 at 2026-01-01 10:05 UTC and compared with the plan, field by field. Further content of the app is not an error: the app may have had content before, and makes the owner of a group its member.
    The service compared with the plan
    Kind | Planned | Same | Different | Missing | More than once | Beyond the plan | Fields compared |
    users | 2 | 0 | 2 | 0 | 0 | 6 | name, avatar, link, role, metadata, tags, createdAt, deactivated |
    messages | 4 | 0 | 0 | 3 | 1 | 0 | deleted, sender, receiverType, receiver, category, type, data, tags, sentAt, deliveredAt, readAt |
    all | 6 | 0 | 2 | 3 | 1 |  |  |
    users 2 |
    = 2 different name, avatar, link, role, metadata, tags, createdAt, deactivated
    messages 4 |
    = 3 missing + 1 more than once deleted, sender, receiverType, receiver, category, type, data, tags, sentAt, deliveredAt, readAt
    all 6 |
    = 2 different + 3 missing + 1 more than once
    Without records: not readable.
    Fields whose value in the service differs from the plan
    Kind | Field | Records | Such as |
    users | name | 2 | bob (users.csv:3) |
    Every difference is in differences.jsonl of the job folder, with both values.
    2 attachments re-hosted: the service holds a copy under an address of its own. This is not a difference.
    Planned records that the service does not hold
    Kind | Records | Such as |
    messages | 3 | m1 (messages.ndjson:1), m2 (messages.ndjson:2) |
    There more than once: 1 record, such as messages:m3
    When it was sent
    Every run
    Run | Began, UTC | Took | Requests | How it ended |
    1 | 2026-01-01 08:30 | at least 30 min | 1,000 | without a result: killed, or the machine went down |
    2 | 2026-01-01 09:10 | 10 min | 0 | stopped: the service does not know the key, or does not let it import (AUTH_ERR) |
    3 | 2026-01-01 09:40 | 20 min | 3 | finished |
    Of a run that was killed, requests in flight are not counted, and it lasted at least until the last outcome that it wrote.
    2 requests of 1,003 got no good answer; what was in them is sent again, in smaller parts where that is needed.
    Requests without a good answer, by code
    Code | Requests | First, UTC | Last, UTC |
    HTTP 502 | 2 | 2026-01-01 08:40 | 2026-01-01 08:50 |
    Where it came from, and where it went
    Export
    2 files, 393 B
    Rules
    all have their defaults
    Plan
    PLAN, made DAY
    App
    app-1, region eu
    Routes
    users, messages through the import endpoints
    Time
    from 2026-01-01 08:30 UTC to 2026-01-01 10:00 UTC, at least 1 h in 3 runs, 1,003 requests
    This page
    written 2026-01-01 11:00 UTC by chatferry 1.2.3, from the files of the job folder
    Files of the export, with SHA-256
    The files that were read, with the hash of their bytes
    File | Kind | Format | Size | Last changed | SHA-256 |
    DIR/export/users.csv | users | csv | 32 B | 2026-01-01 10:00 UTC | hash of users |
    DIR/export/messages.ndjson | messages | ndjson | 361 B | 2026-01-01 10:00 UTC | hash of messages |
    Rules in force, in words
    Settings that shaped the plan
    Setting | Value | What it does |
    ids | map | Ids that the service does not accept are changed to follow its id rule. |
    onMissingUser | reject | Records that refer to a user that is not in the export are rejected. |
    onMissingGroup | reject | Records that refer to a group that is not in the export are rejected. |
    senderNotMember | warn | Messages to a group are sent although the sender is not a member of it. |
    duplicates | first | Of rows with the same id and different content, the first is kept. |
    twoPersonGroups | keep | Groups of two people stay groups. |
    threads | metadata | Replies are ordinary messages with their dates, and name the message they reply to in their metadata. |
    createRoles | false | Roles that users have must be in the export or in the app. |
    retentionMonths | 6 | Messages older than 6 months, less a day, are not sent. |
    recordsPerRequest | 50 | The maximum number of records in a request. |
    maxRequestBytes | 1,000,000 | A request is at most 1.0 MB large. |
    No cleaning was asked for: nothing that people wrote was changed.
    Files of the job folder, and the personal data in them
    The migration can be continued and audited with all these files together. Keep them as safe as the export itself. None of them contains the key.
    Files of the job folder
    File | What it is for | Personal data | Size |
    report.html | This page. | ids |  |
    plan.sqlite | Every record in the form it is sent in, in the order of sending, with its origin. | names and texts | SIZE |
    rejects.jsonl | The rows that could not become records, with reason and fix. | names and texts | 258 B |
    id-map.csv | Every id that had to be changed, for the login code of the app. | ids | 51 B |
    lock.sqlite | Who works on the job at the moment. | none | SIZE |
    Sign-off
    This page describes plan PL, sent to app app-1. The service reported 11 records as stored; 3 rows did not move, and are listed in DIR/job/rejects.jsonl and DIR/job/errors.jsonl.
    The 3 rows that did not move were reviewed.
    The 3 rows that were left out as configured were reviewed.
    The records that are not as planned are accepted as they are.
    The host of the attachments stays until
    The job folder is deleted on
    Carried out by
    Name and organisation
    Place and date
    Signature
    Checked by
    Name and organisation
    Place and date
    Signature
    Accepted by
    Name and organisation
    Place and date
    Signature
    Ids, file names, codes and numbers only: no texts of people, no words of the service."
  `);
});

test.each<[string, Change, string, readonly string[]]>([
  [
    'one run',
    { account: { troubles: [] } },
    'When it was sent',
    ['1 | 2026-01-01 09:40 | 20 min | 3 | finished', 'Every request got a good answer.'],
  ],
  [
    'a run in progress',
    {
      history: [killed],
      account: { troubles: [] },
      holder: { pid: 7, host: 'here', since: 0 },
    },
    'When it was sent',
    [
      '1 | 2026-01-01 09:40 | at least 20 min | 3 | in progress',
      'Of a run that was killed, requests in flight are not counted, and it lasted at least until the last outcome that it wrote.',
    ],
  ],
  [
    'a run after one that was killed',
    { history: [killed, { ...killed }], holder: { pid: 7, host: 'here', since: 0 } },
    'When it was sent',
    [
      '1 | 2026-01-01 09:40 | at least 20 min | 3 | without a result: killed, or the machine went down',
      '1 | 2026-01-01 09:40 | at least 20 min | 3 | in progress',
    ],
  ],
  [
    'a run that was killed',
    { history: [killed] },
    'Where it came from, and where it went',
    ['from 2026-01-01 09:40 UTC, at least 20 min in one run, 3 requests'],
  ],
  [
    'a server',
    { target: { baseUrl: 'https://chat.example.org/v3' } },
    'Where it came from, and where it went',
    ['app-1, chat.example.org'],
  ],
  [
    'a rehearsal',
    { target: { baseUrl: 'http://127.0.0.1:1/v3' } },
    'Where it came from, and where it went',
    ['app-1, a server on this machine'],
  ],
  [
    'one kind',
    { verified: {}, only: 'messages' },
    'What the service holds',
    [
      'Each kind with planned records was read back from the app app-1 at 2026-01-01 10:05 UTC and compared with the plan, field by field.',
      'messages | 2 | 2 | deleted, sender, receiverType, receiver, category, type, data, tags, sentAt, deliveredAt, readAt',
    ],
  ],
])('a report of %s says so', async (_, change, title, lines) => {
  await using rig = await startJobRig();
  using plan = await plannedExport(rig);

  const page = reportPage(handOver(rig, plan, change)).source;

  expect(sectionOf(page, title)).toEqual(expect.arrayContaining([...lines]));
});

test('the files of the job folder are listed with their sizes, folders with the sum of all in them', async () => {
  await using rig = await startJobRig();
  using plan = await plannedExport(rig);
  rig.write('job/failed/users.csv', ['12345']);
  rig.write('job/undo/kept.jsonl', ['1234']);
  rig.write('job/undo/failed/users.csv', ['123']);

  const sizes = Object.fromEntries(
    presentFiles(rig.job).map(({ name, bytes }) => [name, bytes] as const),
  );

  expect(sizes).toMatchObject({
    'failed/': 6,
    'undo/': 9,
    'plan.sqlite': statSync(plan.path).size,
  });
});

test('the comparison of another plan is not in the report', async () => {
  await using rig = await startJobRig();
  using plan = await plannedExport(rig);
  const about = {
    holder: undefined,
    next: functionName,
    nowMs: ten,
    timeZone: 'UTC',
    version: '1',
  };
  const found = (of: string): unknown => {
    const target = { appId: 'a', region: 'eu' };
    rig.write('job/verify.json', [JSON.stringify({ plan: of, target, kinds: [], at: '' })]);
    return handOverOf(jobFolder(rig.job), plan, about).verification?.plan;
  };

  expect([found(plan.id), found('another')]).toEqual([plan.id, undefined]);
});
