import { byKind, type Kind } from '@chatferry/contract';
import { noOutcomes, type Status } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { pageConclusionOf } from '../src/conclusion/conclusion.ts';
import { factsOf, runOf } from '../src/conclusion/facts-of-job.ts';
import { functionName } from '../src/folder/step-name.ts';
import { jobFolder } from '../src/folder/job-folder.ts';
import type { HandOver } from '../src/report/hand-over.ts';
import { nextSteps } from '../src/report/next-steps.ts';
import { head } from '../src/report/sections/head.ts';
import { lossesSection } from '../src/report/sections/losses.ts';
import { nightSection } from '../src/report/sections/night.ts';
import { originSection } from '../src/report/sections/origin.ts';
import { rulesFolds } from '../src/report/sections/rules.ts';
import { verificationSection } from '../src/report/sections/verification.ts';

const SENT_AT = Date.parse('2026-01-01T00:00:00Z');
const finished = { number: 1, end: 'finished', startedAt: 0, endedAt: 1, lastSeenAt: 1 };
const stopped = { ...finished, end: 'stopped' };
const app = { appId: 'app', region: 'eu' };

const delta = { unchanged: 0, changed: 0, updated: 0 };
const rows = { pending: 0, merged: 0, filtered: 0, rejected: 0, excluded: 0, made: 0, madeBy: {} };
const none = { ...noOutcomes, ...delta, ...rows };

interface Parts {
  readonly counts?: Readonly<Record<string, number>>;
  readonly account?: object;
  readonly lost?: number;
  readonly [part: string]: unknown;
}

/** What the report is made of. @param counts outcomes of the users; `lost` rows are in none */
function handOver(
  { counts = {}, account = {}, lost = 0, ...more }: Parts,
  summary: object = {},
): HandOver {
  const { presentSame: _, presentByThisJob: __, excluded: ___, ...outcomes } = counts;
  const all = Object.values(outcomes).reduce((total, each) => total + each, lost);
  const known = {
    history: [finished],
    lastChangeAt: SENT_AT,
    troubles: [],
    requests: 9,
    minutes: [],
    sentByChat: new Set(),
    ...account,
  };
  const sums = byKind((kind) => ({
    ...none,
    rows: 0,
    ...(kind === 'users' ? { ...counts, rows: all } : {}),
  }));
  const { end, reason } = known.history.at(-1) as unknown as Pick<Status, 'end' | 'reason'>;
  const run = runOf({ runs: known.history.length, end, reason }, undefined);
  const { lastChangeAt } = known;
  const records = { sums, run, lastChangeAt, target: app, holder: undefined, undo: undefined };
  const facts = factsOf({ ...records, verification: undefined, ...more } as never);
  return {
    account: known,
    sums,
    facts,
    conclusion: pageConclusionOf(facts),
    job: jobFolder('no-such-folder'),
    next: functionName,
    target: app,
    plan: {
      id: 'the plan',
      version: '1',
      rules: { now: 0 },
      config: {},
      inputs: [],
      files: [],
      summary: {
        attachmentHosts: [],
        directConversations: 0,
        filtered: [],
        unread: [],
        undecided: [],
        kinds: byKind(() => ({ planned: 0 })),
        ...summary,
      },
    },
    nowMs: 0,
    timeZone: 'UTC',
    version: '1',
    ...more,
  } as never;
}

/** A verification of some kinds with differences of the users. */
function verified(
  users: object,
  { kinds = ['users', 'groups'] as readonly Kind[], ...more } = {},
): object {
  const at = new Date(SENT_AT).toISOString();
  const same = { planned: 0, same: 0, missing: 0, different: 0, doubled: 0, hidden: 0 };
  const rest = { held: 0, extra: 0, isWhole: true, fields: [], reHosted: 0 };
  const found = kinds.map((kind) => ({
    kind,
    at,
    ...same,
    ...rest,
    ...(kind === 'users' ? users : {}),
  }));
  return { target: app, startedAt: at, at, complete: false, kinds: found, ...more };
}

const left = { counts: { pending: 3 }, account: { history: [stopped] } };
const because = (code: string): Parts => ({
  ...left,
  account: { history: [{ ...stopped, reason: { code, fix: 'Raise it.' } }] },
});

test.each<[string, Parts, readonly string[]]>([
  [
    'nothing is verified',
    { counts: { created: 1 } },
    ['Read the service back verifyJob', 'When the job'],
  ],
  ['all is verified', { counts: { created: 1 }, verification: verified({}) }, ['When the job']],
  ['nothing was planned', {}, ['When the job']],
  [
    'rows of a followed database are not planned',
    { unplanned: 2, counts: { created: 1 }, verification: verified({}) },
    ['Plan and send the 2 changed follow', 'When the job'],
  ],
  [
    'a verification has not ended',
    {
      counts: { created: 1 },
      verification: verified({}, { unfinishedSince: '2026-01-01T00:00:01Z' } as never),
    },
    ['Read the service back verifyJob', 'When the job'],
  ],
  ['a run stopped', because('plan-limit'), ['Raise it. Send the 3 runJob']],
  ['a run was interrupted', because('interrupted'), ['Send the 3 records runJob']],
  [
    'records failed and others are left',
    { ...left, counts: { pending: 3, failed: 2 } },
    ['Send the 3 records runJob'],
  ],
  [
    'what failed is missing',
    { counts: { failed: 1 }, verification: verified({ missing: 1 }) },
    ['When the cause is retryJob', 'When the job'],
  ],
  [
    'more is missing than failed',
    { counts: { failed: 1 }, verification: verified({ missing: 2 }) },
    ['When the cause is retryJob', 'Find out why the repairJob', 'When the job'],
  ],
  [
    'rows were rejected, and two of them left out',
    { counts: { created: 1, rejected: 3, excluded: 2 }, verification: verified({}) },
    ['Decide about the 1 rejected', 'When the job'],
  ],
])('what is next when %s', (_, parts, expected) => {
  const steps = nextSteps(handOver(parts)).map(
    ({ text, by }) => `${text.split(' ').slice(0, 6).join(' ')}${by === undefined ? '' : `|${by}`}`,
  );

  expect(steps).toHaveLength(expected.length);
  for (const [index, step] of steps.entries()) {
    const words = expected[index]!.split(' ');
    const by = /Job$|^follow$/.test(words.at(-1)!) ? words.pop() : undefined;
    expect(step.startsWith(words.join(' '))).toBe(true);
    expect(step.split('|')[1]).toBe(by);
  }
});

test.each<[string, Parts, string]>([
  ['rows are in no column', { lost: 2 }, 'bad'],
  ['every row is stored', { counts: { created: 1 } }, 'good'],
  ['a record is not settled', { counts: { pending: 1 } }, 'look'],
  ['a record failed', { counts: { failed: 1 } }, 'look'],
  ['a changed row is not planned', { counts: { created: 1 }, unplanned: 1 }, 'look'],
  ['a record differs', { counts: { present: 1, presentDifferent: 1 } }, 'bad'],
  ['a run stopped', because('plan-limit'), 'bad'],
])('the colour of the headline when %s', (_, parts, tone) => {
  expect(head(handOver(parts)).source).toContain(`<h1 class="${tone}">`);
});

test('runs are the latest thirty, and what they took is counted until they were last seen', () => {
  const history = Array.from({ length: 40 }, (_, index) => ({ ...finished, number: index + 1 }));
  const killed = { number: 41, startedAt: 1000, lastSeenAt: 61_000 };
  const troubles = [2, 3].map((requests) => ({ code: 'X', requests, firstAt: 0, lastAt: 0 }));
  const account = { history: [...history, killed], troubles };
  const shown = handOver({ account });

  const runs = nightSection(shown)!.source.replaceAll(/\s+/g, ' ');
  expect(runs).toContain('The latest 30 of 41 runs');
  expect(runs).not.toContain('>11</th>');
  expect(runs).toContain('>12</th>');
  expect(runs).toContain('5 requests of 9 got no');
  expect(originSection(shown).source).toContain('at least 1 min in 41 runs');
});

test('a verification shows each kind that was read, when, and what was not read', () => {
  const found = { planned: 2, same: 1, hidden: 1, extra: 0, isWhole: false };
  const verification = verified(found);

  const { source } = verificationSection(handOver({ verification }))!;

  expect([...source.matchAll(/<th scope="row"\s*>(\w+)</g)].map(([, kind]) => kind)).toEqual([
    'users',
    'groups',
    'all',
  ]);
  const [, users] = [...source.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!.replaceAll(/<[^>]*>/g, ''),
    ),
  );
  expect(users).toEqual([
    'users',
    '2',
    '1',
    '1',
    'name, avatar, link, role, metadata, tags, createdAt, deactivated',
  ]);
  expect(source).toContain('2026-01-01 00:00 UTC');
  expect(source).toContain('Without records: different; missing; more than once.');
});

test.each([0, 1])(
  'users without messages are reported where %i messages are planned',
  (planned) => {
    const worth = { usersWithoutMessages: 4, kinds: byKind(() => ({ planned })) };

    const { source } = rulesFolds(handOver({}, worth));

    expect(source.includes('4 users without any message.')).toBe(planned > 0);
  },
);

test('records of unknown outcome are among those that did not land', () => {
  const losses = { total: 0, groups: [] };
  const skips = { total: 1, groups: [{ cause: 'users:ada', records: 7 }] };
  const group = { code: 'X', fields: [], records: 5, example: { id: 'a', file: 'f', line: 1 } };
  const counts = { failed: 2, unresolved: 3, skipped: 7 };
  const section = (of: object): string =>
    lossesSection(handOver({ counts, account: { losses: of, skips } }))!.source;

  expect(section(losses)).not.toContain('failed or unresolved');
  expect(section({ total: 2, groups: [group] })).toContain('5 failed or unresolved');
});
