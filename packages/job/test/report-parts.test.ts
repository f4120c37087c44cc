import { byKind, codesByClass } from '@chatferry/contract';
import { noOutcomes, type PastRun } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { hasLosses } from '../src/accounting/sums.ts';
import { adviceOn } from '../src/report/code-advice.ts';
import { html } from '../src/report/html.ts';
import { jobState } from '../src/report/job-state.ts';
import { cleaningInForce, mappingsInForce, rulesInForce } from '../src/report/rules-in-force.ts';
import { dataTable } from '../src/report/table.ts';
import { codeName, name } from '../src/report/words.ts';

test('what is in a template is text, unless it is HTML already', () => {
  const part = html`<b>${'<i>'}</b>`;

  expect(html`<p title="${`"'&`}">${part}${undefined}${[1, part]}</p>`.source).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>1<b>&lt;i&gt;</b></p>',
  );
});

test.each([
  ['turned\u{202e}around', String.raw`turned\u{202e}around`],
  ['nothing\u{200b}here', String.raw`nothing\u{200b}here`],
  ['two\nlines\0', String.raw`two\u{a}lines\u{0}`],
  ['half \ud83d', String.raw`half \u{d83d}`],
  ['Ångström 🚢 日本', 'Ångström 🚢 日本'],
])('%j is shown as %j', (text, shown) => {
  expect(html`${text}`.source).toBe(shown);
});

test('names are cut where they are no names any more', () => {
  expect(name('x'.repeat(120)).source).toBe(`<code>${'x'.repeat(120)}</code>`);
  expect(name('🚢'.repeat(500)).source).toBe(`<code>${'🚢'.repeat(60)}…</code>`);
  expect(name(`x${'🚢'.repeat(500)}`).source).toBe(`<code>x${'🚢'.repeat(59)}…</code>`);
});

test.each([
  ['ERR_ROLE_NOT_FOUND', true],
  ['HTTP 502', true],
  ['timeout', true],
  ['Ann <ann@example.org> is not welcome', false],
  ['X'.repeat(100), false],
])('the code %s is shown: %s', (code, isShown) => {
  expect(codeName(code).source.includes(code)).toBe(isShown);
});

test('there is advice on every code of the service, and on others', () => {
  const codes = Object.values(codesByClass).flat();
  expect(codes.filter((code) => adviceOn(code).includes('does not know'))).toEqual([]);
  for (const status of [408, 429, 503]) expect(adviceOn(`HTTP ${status}`)).toContain('send again');
  expect(adviceOn('ERR_NEVER_SEEN')).toContain('errors.jsonl');
});

test('a table has a caption, a head for each column and row, and tells what it leaves out', () => {
  const columns = [
    { head: 'Who', cell: ({ who }: { who: string }) => who },
    { head: 'Rows', cell: () => 1234 },
  ];

  const { source } = dataTable('People', columns, [{ who: 'ada' }], { more: 2, what: 'person' });

  expect(source).toMatch(/<caption>\s*People\s*<\/caption>/);
  expect(source.match(/<th scope="col"/g)).toHaveLength(2);
  expect(source).toMatch(/<th scope="row"\s*>ada<\/th>/);
  expect(source).toMatch(/<td data-head="Rows"\s+class="number">1,234<\/td>/);
  expect(source).toContain('And 2 more persons.');
});

const finished = { end: 'finished' } as PastRun;
const stopped = { end: 'stopped' } as PastRun;
const silent = { end: undefined } as PastRun;
const holder = { pid: 1, host: 'here', since: 0 };

function verifiedAt(
  at: string,
  different: number,
  missing = 0,
  groupsAt = at,
  doubled = 0,
): object {
  return {
    target: { appId: 'app', region: 'eu' },
    kinds: [
      { kind: 'users', at, different, missing, doubled },
      { kind: 'groups', at: groupsAt, different: 0, missing: 0, doubled: 0 },
    ],
  };
}

test.each([
  { state: 'not-sent', history: [] },
  { state: 'in-progress', history: [stopped, silent], holder },
  { state: 'killed', history: [silent] },
  { state: 'stopped', history: [finished, stopped], counts: { pending: 3 } },
  { state: 'unfinished', history: [finished], counts: { pending: 1 } },
  { state: 'losses', history: [finished], counts: { failed: 1 } },
  { state: 'losses', history: [finished], counts: { skipped: 1 } },
  { state: 'losses', history: [finished], counts: { unresolved: 1 } },
  { state: 'losses', history: [finished], counts: { present: 1, presentDifferent: 1 } },
  { state: 'losses', history: [finished], counts: { present: 1 } },
  { state: 'complete', history: [finished], counts: { present: 1, presentSame: 1 } },
  { state: 'losses', history: [finished], counts: { rejected: 2, excluded: 1 } },
  { state: 'differs', history: [finished], verification: verifiedAt('2026-01-02', 1) },
  { state: 'complete', history: [finished], verification: verifiedAt('2025-12-31', 1) },
  { state: 'complete', history: [finished], verification: verifiedAt('2026-01-02', 0) },
  {
    state: 'complete',
    history: [finished],
    verification: verifiedAt('2026-01-02', 1, 0, '2025-12-31'),
  },
  {
    state: 'losses',
    history: [finished],
    counts: { failed: 1 },
    verification: verifiedAt('2026-01-02', 0, 1),
  },
  {
    state: 'differs',
    history: [finished],
    counts: { failed: 1 },
    verification: verifiedAt('2026-01-02', 0, 2),
  },
  { state: 'complete', history: [finished], counts: { rejected: 2, excluded: 2, created: 5 } },
  {
    state: 'losses',
    history: [finished],
    counts: { unresolved: 1 },
    verification: verifiedAt('2026-01-02', 0, 1),
  },
  {
    state: 'differs',
    history: [finished],
    verification: verifiedAt('2026-01-02', 0, 0, '2026-01-02', 1),
  },
  // Read in the same millisecond as the last change.
  { state: 'differs', history: [finished], verification: verifiedAt('2026-01-01', 1) },
  {
    state: 'complete',
    history: [finished],
    target: { appId: 'other', region: 'eu' },
    verification: verifiedAt('2026-01-02', 1),
  },
] as const)('a job is $state', ({ state, history, counts, verification, holder: at, target }) => {
  const landed = {
    created: 0,
    present: 0,
    presentByThisJob: 0,
    presentSame: 0,
    presentDifferent: 0,
  };
  const lost = { failed: 0, skipped: 0, rejected: 0, excluded: 0, unresolved: 0 };
  const none = { ...landed, ...lost, pending: 0, unchanged: 0, changed: 0, updated: 0 };
  const kinds = byKind((kind) => (kind === 'users' ? { ...none, ...counts } : none));

  const account = { history, lastChangeAt: Date.parse('2026-01-01') };
  const given = { account, sums: kinds, verification, holder: at, target } as never;

  expect(jobState(given)).toBe(state);
});

test('rules are listed with their meaning, also for a plan that a script made', () => {
  const rules = { recordsPerRequest: 20, maxRequestBytes: 5000 } as never;
  const config = { ids: 'keep', muidPrefix: 'm-', cleaning: { tooLong: 'cut' } };

  const listed = rulesInForce({ config, rules });

  expect(listed.find(({ setting }) => setting === 'ids')).toMatchObject({
    value: 'keep',
    means: expect.stringContaining('rejected'),
  });
  expect(listed.find(({ setting }) => setting === 'muidPrefix')?.value).toBe('m-');
  expect(listed.find(({ setting }) => setting === 'recordsPerRequest')?.value).toBe('20');
  expect(listed.every(({ means }) => means !== '')).toBe(true);
  expect(cleaningInForce({ config })).toMatchObject([
    { setting: 'cleaning.tooLong', value: 'cut' },
  ]);
  expect(mappingsInForce({ config })).toEqual([]);
});

test('of constants only the fields are listed', () => {
  const constants = { 'metadata.greeting': 'Hello, dear Ann' };

  const mappings = { 'a.csv': { users: { constants } }, 'b.csv': { users: { delimiter: ';' } } };
  const listed = mappingsInForce({ config: { mappings } });

  expect(listed).toEqual([
    {
      file: 'a.csv',
      kind: 'users',
      renamed: [],
      ignored: [],
      filled: ['metadata.greeting'],
      filters: [],
      converted: [],
      transformed: [],
    },
  ]);
});

function rejectedRows(excluded: number): Parameters<typeof hasLosses>[0] {
  const rows = { rows: 2, made: 0, madeBy: {}, rejected: 2, merged: 0, filtered: 0 };
  const delta = { unchanged: 0, changed: 0, updated: 0 };
  return byKind(() => ({ ...noOutcomes, ...rows, ...delta, excluded, pending: 0 }));
}

test('rows that the configuration leaves out are no losses, and other rejected rows are', () => {
  expect([hasLosses(rejectedRows(2)), hasLosses(rejectedRows(1))]).toEqual([false, true]);
});

test.each([
  ['created', false],
  ['unchanged', false],
  ['updated', false],
  ['merged', false],
  ['filtered', false],
  ['pending', false],
  ['failed', true],
  ['skipped', true],
  ['unresolved', true],
  ['rejected', true],
  ['changed', true],
  // In the app before the job, and not compared.
  ['present', true],
] as const)('a single record that is %s is a loss: %s', (bucket, isLoss) => {
  const none = { ...rejectedRows(0), ...byKind(() => ({ ...rejectedRows(0).users, rejected: 0 })) };

  expect(hasLosses(none)).toBe(false);
  expect(hasLosses({ ...none, messages: { ...none.messages, [bucket]: 1 } })).toBe(isLoss);
});
