import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byKind, type Kind } from '@chatferry/contract';
import { NO_KIND } from '@chatferry/parsers/names';
import type { Plan } from '@chatferry/planner';
import type { ComparedRecord } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { isWithin } from '../src/accounting/count-or-share.ts';
import { allExcluded, allRows, rejectedRows, wrongRows } from '../src/accounting/rejected-rows.ts';
import { type AllSums, sumsOf, totalOf, unaccounted } from '../src/accounting/sums.ts';
import { findsMore } from '../src/changes/finish-repair.ts';
import { filteredLines } from '../src/accounting/filtered-lines.ts';
import { madeLines } from '../src/accounting/made-lines.ts';
import { DifferencesFile } from '../src/verifying/differences-file.ts';
import { KindTally } from '../src/verifying/kind-tally.ts';
import { takeOverIds } from '../src/planning/id-settings.ts';
import { changedLine, droppedLine, rejectLine } from '../src/planning/listed-lines.ts';

function result(
  id: number,
  is: ComparedRecord['is'],
  copies: number,
  fields: readonly string[] = [],
): ComparedRecord {
  const planned = { id: `u${id}`, file: 'users.csv', line: id } as never;
  const differences = fields.map((field) => ({ field, planned: 1, held: 2 }));
  const same = is === 'same' ? 1 : 0;
  return { planned, is, copies, same, differences, reHosted: same };
}

function tallyOf(results: readonly ComparedRecord[], held: number, landedBefore = 0): object {
  const tally = new KindTally('users', 'AT');
  for (const each of results) tally.add(each);
  return tally.finish({ held, landedBefore, others: 0, isWhole: true, extraExamples: ['mine'] });
}

function place(id: number): object {
  return { id: `u${id}`, file: 'users.csv', line: id };
}

test('the records of a kind are counted by what was found, with the first examples', () => {
  const results = [
    result(1, 'same', 1),
    result(2, 'different', 1, ['name', 'role', 'name']),
    result(3, 'different', 1, ['role']),
    result(4, 'missing', 0),
    result(5, 'doubled', 3, ['role']),
    result(6, 'hidden', 0),
  ];

  expect(tallyOf(results, 10, 2)).toEqual({
    kind: 'users',
    at: 'AT',
    planned: 6,
    held: 10,
    same: 1,
    different: 2,
    missing: 1,
    landedBefore: 2,
    others: 0,
    extra: 10 - 6 - 2,
    isWhole: true,
    doubled: 1,
    hidden: 1,
    reHosted: 1,
    fields: [
      { field: 'role', records: 3, examples: [place(2), place(3), place(5)] },
      { field: 'name', records: 1, examples: [place(2)] },
    ],
    examples: { missing: [place(4)], extra: ['mine'], doubled: ['u5'] },
  });
});

test('examples and fields are limited, and the counts are not', () => {
  const results = Array.from({ length: 12 }, (_, id) => [
    result(id, 'missing', 0),
    result(id, 'doubled', 2),
    result(id, 'different', 1, ['name']),
  ]).flat();
  const fields = Array.from({ length: 103 }, (_, nth) => `data.f${nth}`);

  expect(tallyOf(results, 36)).toMatchObject({
    missing: 12,
    doubled: 12,
    fields: [{ field: 'name', records: 12, examples: { length: 3 } }],
    examples: { missing: { length: 10 }, doubled: { length: 10 } },
  });
  const many = tallyOf(
    [result(1, 'different', 1, fields), result(2, 'different', 1, ['data.f1'])],
    2,
  );
  const listed = (many as { fields: { field: string; records: number }[] }).fields;
  expect(listed).toHaveLength(101);
  expect(listed.slice(0, 2).map(({ field, records }) => [field, records])).toEqual([
    ['other fields', 3],
    ['data.f1', 2],
  ]);
});

test('a list of differences has the numbers of copies, and values of any type', () => {
  const folder = mkdtempSync(join(tmpdir(), 'differences-'));
  const path = join(folder, 'differences.jsonl');
  using file = new DifferencesFile(path);
  const planned = { id: 'u', file: 'f', line: 2, seq: 3, position: 4 };
  const differences = [
    { field: 'a', planned: 0, held: '' },
    { field: 'b', planned: false },
    { field: 'c', held: 0 },
  ];
  for (const [is, copies] of [
    ['missing', 0],
    ['doubled', 2],
    ['same', 1],
  ] as const)
    file.add('users', { planned, is, copies, differences: [] } as never);
  file.add('users', { planned, is: 'different', copies: 1, differences } as never);

  expect(file.finish().lines).toBe(5);
  const record = { kind: 'users', id: 'u', file: 'f', line: 2, batch: 3, position: 4 };
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { ...record, field: '', planned: 1, held: 0 },
    { ...record, field: '', planned: 1, held: 2 },
    { ...record, field: 'a', planned: 0, held: '' },
    { ...record, field: 'b', planned: false, held: null },
    { ...record, field: 'c', planned: null, held: 0 },
  ]);
});

test('what planning makes is named after what makes it', () => {
  const madeBy: Partial<Record<Kind, object>> = {
    users: { onMissingUser: 1, transform: 2 },
    groups: { onMissingGroup: 1200 },
    userUpdates: { after: 1 },
  };
  const made = byKind((kind) => ({ madeBy: madeBy[kind] ?? {} }));

  expect(madeLines(made as never)).toEqual([
    `Counted as rows: ${[
      '1 missing user created as placeholders',
      '2 users made by transform',
      '1,200 missing groups created as placeholders',
      '1 user update of what has changed since an earlier job',
    ].join(', ')}.`,
  ]);
});

test.each([
  [5, 100, 5, true],
  [6, 100, 5, false],
  [5, 100, { percent: 5 }, true],
  [6, 100, { percent: 5 }, false],
  [0, 0, { percent: 0 }, true],
])('%d of %d rows are within %j: %s', (count, of, limit, is) => {
  expect(isWithin(count, of, limit)).toBe(is);
});

const buckets = [
  'created',
  'present',
  'failed',
  'skipped',
  'unresolved',
  'pending',
  'rejected',
  'merged',
  'filtered',
  'unchanged',
  'changed',
  'updated',
] as const;

const zeros = {
  ...Object.fromEntries(buckets.map((name) => [name, 0])),
  rows: 0,
  excluded: 0,
  presentByThisJob: 0,
  presentSame: 0,
  presentDifferent: 0,
};

function sumsWith(users: object, groups: object = {}): AllSums {
  const all = { users, groups } as Partial<Record<Kind, object>>;
  return byKind((kind) => ({ ...zeros, ...all[kind] })) as unknown as AllSums;
}

test('each bucket counts once, and kinds do not make up for each other', () => {
  const each = Object.fromEntries(buckets.map((name) => [name, 1]));
  expect(unaccounted(sumsWith({ ...each, rows: buckets.length }))).toBe(0);
  for (const name of buckets) {
    expect([name, unaccounted(sumsWith({ [name]: 1, rows: 1 }))]).toEqual([name, 0]);
    expect([name, unaccounted(sumsWith({ [name]: 1 }, { rows: 1 }))]).toEqual([name, 2]);
  }
});

test('the sums of a plan and a ledger are added up by name', () => {
  const of = { users: 1, groups: 10 } as Partial<Record<Kind, number>>;
  const kinds = byKind((kind) => {
    const factor = of[kind] ?? 0;
    const numbers = Object.fromEntries(
      buckets.map((name, index) => [name, factor * (index + 1)] as const),
    );
    return { ...numbers, rows: factor * 100, planned: factor * 50, made: 0, madeBy: {} };
  });
  const excluded = byKind((kind) => (of[kind] ?? 0) * 2);
  const summary = { kinds } as unknown as Plan['summary'];
  const counts = byKind((kind) => ({ created: of[kind] ?? 0 }));
  const sums = sumsOf({ summary } as Plan, excluded, counts as never);

  expect([allRows(summary), rejectedRows(summary), allExcluded(excluded)]).toEqual([1100, 77, 22]);
  expect(wrongRows(summary, excluded)).toBe(77 - 22);
  const names = buckets.slice(6);
  expect(names.map((name) => totalOf(sums, name))).toEqual(
    [7, 8, 9, 10, 11, 12].map((n) => n * 11),
  );
  expect((['rows', 'excluded', 'created'] as const).map((name) => totalOf(sums, name))).toEqual([
    1100, 22, 11,
  ]);
});

test.each([
  [{ different: 0, missing: 0 }, [], { failed: 1 }, true],
  [{ different: 0, missing: 0 }, [], { skipped: 1 }, true],
  [{ different: 0, missing: 0 }, [], { unresolved: 1 }, true],
  [{ different: 0, missing: 0 }, ['blocks'], {}, false],
  [{ different: 1, missing: 0 }, [], { failed: 1, skipped: 1, unresolved: 1 }, false],
  [{ different: 0, missing: 1 }, [], { failed: 1 }, false],
  [{ different: 0, missing: 1 }, ['friends'], {}, false],
  [{ different: 0, missing: 1 }, ['blocks'], {}, true],
] as const)(
  'after a repair with %j, hidden kinds %j and outcomes %j there is more to do: %s',
  ({ different, missing }, hidden, outcomes, isMore) => {
    const kinds = [{ kind: 'blocks' as const, different, missing, doubled: 0 }];
    expect(findsMore({ kinds }, hidden, () => sumsWith({}, { ...zeros, ...outcomes }))).toBe(
      isMore,
    );
  },
);

test('of many filters the first ten are listed', () => {
  const filtered = Array.from({ length: 12 }, (_, nth) => ({
    kind: 'users' as Kind,
    reason: `a is ${nth}`,
    rows: nth + 1,
  }));

  const [line, ...more] = filteredLines({ filtered });

  expect(more).toEqual([]);
  expect(line).toMatch(
    /^Filtered as configured: 1 user where a is 0, 2 users where a is 1, .* 10 users where a is 9 and 2 more reasons\.$/,
  );
  const noKind = { kind: 'users' as const, reason: NO_KIND, rows: 1 };
  expect(filteredLines({ filtered: [...filtered.slice(0, 1), noKind] })).toEqual([
    'Filtered as configured: 1 user where a is 0, 1 row that no kind takes.',
  ]);
});

test('the fields of a line are in the order that the pages give', () => {
  const where = { line: 2, file: 'f', id: 'i', kind: 'users' } as const;
  expect(
    rejectLine({
      row: 'R',
      fix: 'F',
      message: 'M',
      value: 'v',
      field: 'uid',
      code: 'bad-id',
      ...where,
    } as never),
  ).toBe(
    '{"kind":"users","id":"i","file":"f","line":2,"code":"bad-id","field":"uid","value":"v","message":"M","fix":"F","row":"R"}',
  );
  expect(droppedLine({ code: 'bad-url', value: 'v', field: 'avatar', ...where } as never)).toBe(
    '{"kind":"users","id":"i","file":"f","line":2,"field":"avatar","value":"v","code":"bad-url"}',
  );
  const changed = { ...where, record: {} };
  expect(changedLine({ ...changed, updated: [] } as never)).toBe(
    '{"kind":"users","id":"i","file":"f","line":2}',
  );
  const fields = ['createdAt', 'name'];
  expect(changedLine({ ...changed, fields, updated: ['name'] })).toBe(
    '{"kind":"users","id":"i","file":"f","line":2,"fields":["createdAt","name"],"updated":["name"],"fixed":["createdAt","name"]}',
  );
});

const settings = {
  ids: 'map',
  muidPrefix: 'a-',
  twoPersonGroups: 'direct',
  cleaning: { tooLong: 'split' },
};
const key = { convert: { uid: { prefix: 'x' } } } as never;
const slack = { file: 'a', system: 'slack', idRule: 1, options: {} };
const taken = {
  ids: 'map',
  muidPrefix: 'a-',
  twoPersonGroups: 'direct',
  threads: 'metadata',
  cleaning: { tooLong: 'split' },
};
const none = { mappings: [], exports: [] };

test.each<[string, object, object, object, object]>([
  ['nothing is given', {}, none, {}, taken],
  ['the same is given', { ids: 'map', muidPrefix: 'a-' }, none, {}, taken],
  [
    'cleaning that also splits is given',
    { cleaning: { tooLong: 'split', blankText: 'leave-out' } },
    none,
    {},
    { ...taken, cleaning: undefined },
  ],
  [
    'keys are made in the same way',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: key }] },
    { mappings: { f: { users: key } } },
    taken,
  ],
  [
    'a mapping leaves keys as they are',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: {} }] },
    {},
    taken,
  ],
  ['the same export rule is used', {}, { ...none, exports: [slack] }, { exports: [slack] }, taken],
  ['an export of a system is new', {}, { ...none, exports: [slack] }, {}, taken],
  [
    'an export of another system had another rule',
    {},
    { ...none, exports: [slack] },
    { exports: [{ ...slack, system: 'discord', idRule: 2 }] },
    taken,
  ],
])('the ids of the earlier job are taken over when %s', (_, given, sources, config, expected) => {
  expect(takeOverIds({ config: { ...settings, ...config } }, given, sources as never)).toEqual(
    expected,
  );
});

test.each<[string, object, object, object, string]>([
  ['a prefix', { muidPrefix: 'b-' }, none, {}, 'muidPrefix was "a-", now "b-"'],
  ['a prefix that was not set', { idPrefix: 'b-' }, none, {}, 'idPrefix was not set, now "b-"'],
  [
    'cleaning that does not split',
    { cleaning: { tooLong: 'cut' } },
    none,
    {},
    'cleaning.tooLong was "split", now "cut"',
  ],
  [
    'another way to make keys',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: key }] },
    { mappings: { f: { users: {} } } },
    'convert.uid of users was not set, now {"prefix":"x"}',
  ],
  [
    'keys that are made',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: key }] },
    {},
    'convert.uid of users was not set, now {"prefix":"x"}',
  ],
  [
    'keys that are made as those of another kind were',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: key }] },
    { mappings: { f: { members: key } } },
    'convert.uid of users was not set, now {"prefix":"x"}',
  ],
  [
    'keys that are no longer made',
    {},
    { ...none, mappings: [{ kind: 'users', mapping: {} }] },
    { mappings: { f: { users: key } } },
    'convert.uid of users was {"prefix":"x"}, now not set',
  ],
  [
    'another rule',
    {},
    { ...none, exports: [{ ...slack, idRule: 2 }] },
    { exports: [slack] },
    'the id rule of slack was 1, now 2',
  ],
  [
    'other options',
    {},
    { ...none, exports: [{ ...slack, options: { a: 1 } }] },
    { exports: [slack] },
    'the options of slack was {}, now {"a":1}',
  ],
])(
  '%s would give records other ids than in the earlier job, and is refused',
  (_, given, sources, config, line) => {
    const take = (): unknown =>
      takeOverIds({ config: { ...settings, ...config } }, given, sources as never);

    expect(take).toThrow(
      expect.objectContaining({ code: 'ids-differ', lines: [expect.any(String), `  ${line}`] }),
    );
  },
);
