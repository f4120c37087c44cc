import { byKind, type Kind, kindsInOrder } from '@chatferry/contract';
import { noOutcomes } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { functionName } from '../src/folder/step-name.ts';
import { jobFolder } from '../src/folder/job-folder.ts';
import type { HandOver } from '../src/report/hand-over.ts';
import { nextSteps } from '../src/report/next-steps.ts';
import { banner } from '../src/report/sections/banner.ts';
import { lossesSection } from '../src/report/sections/losses.ts';
import { overview } from '../src/report/sections/overview.ts';
import { rulesSection } from '../src/report/sections/rules.ts';
import { runsSection } from '../src/report/sections/runs.ts';
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
  return {
    account: { history: [finished], lastChangeAt: SENT_AT, troubles: [], requests: 9, ...account },
    sums: byKind((kind) => ({
      ...none,
      rows: 0,
      ...(kind === 'users' ? { ...counts, rows: all } : {}),
    })),
    job: jobFolder('no-such-folder'),
    next: functionName,
    target: app,
    plan: {
      id: 'the plan',
      version: '1',
      rules: { now: 0 },
      config: {},
      summary: {
        attachmentHosts: [],
        directConversations: 0,
        filtered: [],
        kinds: byKind(() => ({ planned: 0 })),
        ...summary,
      },
    },
    nowMs: 0,
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
  const same = { planned: 0, missing: 0, different: 0, doubled: 0, fields: [], reHosted: 0 };
  const found = kinds.map((kind) => ({ kind, at, ...same, ...(kind === 'users' ? users : {}) }));
  return { target: app, at, complete: false, kinds: found, ...more };
}

const left = { counts: { pending: 3 }, account: { history: [stopped] } };
const because = (code: string): object => ({
  ...left,
  account: { history: [{ ...stopped, reason: { code, fix: 'Raise it.' } }] },
});

test.each<[string, Parts, readonly string[]]>([
  ['nothing is verified', {}, ['Read the service back verifyJob', 'When the job']],
  ['all is verified', { verification: verified({}) }, ['When the job']],
  [
    'a verification has not ended',
    { verification: verified({}, { unfinishedSince: 'T' } as never) },
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
    [
      'When the cause is retryJob',
      'Send again what the retryJob',
      'Find out why the verifyJob',
      'When the job',
    ],
  ],
  [
    'rows were rejected, and two of them left out',
    { counts: { rejected: 3, excluded: 2 }, verification: verified({}) },
    ['Decide about the 1 rejected', 'When the job'],
  ],
])('what is next when %s', (_, parts, expected) => {
  const steps = nextSteps(handOver(parts)).map(
    ({ text, by }) => `${text.split(' ').slice(0, 6).join(' ')}${by === undefined ? '' : `|${by}`}`,
  );

  expect(steps).toHaveLength(expected.length);
  for (const [index, step] of steps.entries()) {
    const words = expected[index]!.split(' ');
    const by = words.at(-1)!.endsWith('Job') ? words.pop() : undefined;
    expect(step.startsWith(words.join(' '))).toBe(true);
    expect(step.split('|')[1]).toBe(by);
  }
});

test.each<[string, Parts, string, string]>([
  ['rows are in no column', { lost: 2 }, 'bad', '2 rows in no column'],
  [
    'records were present',
    { counts: { created: 1, present: 2, presentSame: 1, presentByThisJob: 1 } },
    'good',
    'taken 3 records',
  ],
  [
    'some are not settled',
    { ...left, counts: { pending: 3, unresolved: 1 }, account: { history: [finished] } },
    'look',
    'Of 4 rows, 4 are not settled yet',
  ],
  [
    'some kinds were read back',
    { verification: verified({ missing: 1 }) },
    'bad',
    'of users, groups, 1 planned record missing',
  ],
  [
    'all kinds were read back',
    { verification: verified({ doubled: 1 }, { kinds: kindsInOrder }) },
    'bad',
    ': 0 planned records missing, 0 with other content, 1 there more than once',
  ],
  [
    'an undo has begun',
    { undo: { state: 'begun', kinds: byKind(() => ({ created: 1, present: 1, planned: 3 })) } },
    'bad',
    'An undo of this job is not finished',
  ],
])('the banner when %s', (_, parts, tone, sentence) => {
  const { source } = banner(handOver(parts));

  expect(source).toContain(`class="banner ${tone}"`);
  expect(source.replaceAll(/\s+/g, ' ')).toContain(sentence);
});

test('runs are the latest thirty, and what they took is counted until they were last seen', () => {
  const history = Array.from({ length: 40 }, (_, index) => ({ ...finished, number: index + 1 }));
  const killed = { number: 41, startedAt: 1000, lastSeenAt: 61_000 };
  const troubles = [2, 3].map((requests) => ({ code: 'X', requests, firstAt: 0, lastAt: 0 }));
  const account = { history: [...history, killed], troubles };
  const shown = handOver({ account });

  const runs = runsSection(shown)!.source.replaceAll(/\s+/g, ' ');
  expect(runs).toContain('The latest 30 of 41 runs');
  expect(runs).not.toContain('>11</th>');
  expect(runs).toContain('>12</th>');
  expect(runs).toContain('5 requests of 9 got no');
  expect(overview(shown).source).toContain('at least 1 min in 41 runs');
});

test('a verification shows the kinds that can be imported or have records, and whether it is of now', () => {
  const late = verified({ planned: 2 }, { kinds: kindsInOrder });
  const section = (lastChangeAt: number): string =>
    verificationSection(handOver({ account: { lastChangeAt }, verification: late }))!.source;

  expect(section(SENT_AT)).not.toContain('they were not verified');
  expect(section(SENT_AT + 1)).toContain('they were not verified');
  const kinds = [...section(SENT_AT).matchAll(/<th scope="row"\s*>(\w+)</g)].map(
    ([, kind]) => kind,
  );
  expect(kinds).toEqual(['users', 'groups', 'members', 'messages']);
});

test.each([0, 1])(
  'users without messages are reported where %i messages are planned',
  (planned) => {
    const worth = { usersWithoutMessages: 4, kinds: byKind(() => ({ planned })) };

    const { source } = rulesSection(handOver({}, worth));

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
