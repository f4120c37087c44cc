import { byKind } from '@chatferry/contract';
import type { UndoStatus } from '@chatferry/job/planned';
import type { RunResult } from '@chatferry/runner';
import { expect, test } from 'vitest';
import {
  keptCount,
  undoKindsJson,
  undoPlanLines,
  undoResultLines,
} from '../src/undoing/undo-lines.ts';

const none = { planned: 0, created: 0, present: 0, failed: 0, skipped: 0, unresolved: 0 };

/** An undo of users and descriptions; each number occurs once. */
function status(state: UndoStatus['state'], given: object = {}): UndoStatus {
  const users = {
    planned: 1000,
    created: 600,
    present: 50,
    failed: 3,
    skipped: 20,
    unresolved: 7,
    pending: 320,
  };
  const kinds = byKind((kind) =>
    kind === 'users'
      ? users
      : { ...none, planned: kind === 'descriptions' ? 2 : 0, created: 0, pending: 0 },
  );
  const own = byKind((kind) => ({ users: 1100, descriptions: 9 })[kind as 'users'] ?? 0);
  const target = { appId: 'app-1', region: 'eu' };
  const config = { target, own, kept: { users: 4, groups: 5 }, unsure: 0, notRestored: 0 };
  return { state, kinds, config: { ...config, ...given } } as never;
}

const heads = 'To be removed for good from the app app-1 in the region eu:';
const table = (toRemove: string): string[] => [
  '       to remove  no longer there',
  `users  ${toRemove.padStart(9)}              100`,
];
const kept = (count: string): string =>
  `${count} records that this job did not create, and would be kept: KEPT`;

test.each<[UndoStatus['state'], object, readonly string[]]>([
  [
    'planned',
    {},
    [
      heads,
      ...table('320'),
      'At most 320 requests, at least 1 s.',
      kept('9 of the users and groups hold'),
    ],
  ],
  [
    'begun',
    { unsure: 1, notRestored: 2 },
    [
      heads,
      ...table('320'),
      'At most 320 requests, at least 1 s.',
      kept('20 of the users and groups hold'),
      '1 record may have been made by others: not removed.',
      '2 changes to records that this job did not create: not restored. KEPT lists the values before, where they are known.',
      'It was begun before, and continues.',
    ],
  ],
  [
    'done',
    {},
    [
      heads,
      ...table('30'),
      'At most 30 requests, at least 1 s.',
      kept('20 of the users and groups hold'),
    ],
  ],
])(
  'an undo that is %s says what it is going to remove, what is gone, and what is kept',
  (state, given, lines) => {
    const shown = undoPlanLines(status(state, given), 'KEPT');

    expect(shown.map((line) => line.replace(/at least .*\.$/, 'at least 1 s.'))).toEqual(lines);
    expect(keptCount(status(state))).toBe(state === 'planned' ? 9 : 20);
  },
);

test('kept are the users and the groups that were skipped, and no other records', () => {
  const skipped: Readonly<Record<string, number>> = { roles: 100, users: 20, groups: 3 };
  const of = (state: UndoStatus['state']): UndoStatus => ({
    ...status(state),
    kinds: byKind((kind) => ({ ...none, skipped: skipped[kind] ?? 0 })) as never,
  });

  expect(keptCount(of('begun'))).toBe(23);
  expect(keptCount(of('done'))).toBe(23);
  expect(keptCount(of('planned'))).toBe(9);
});

test('nothing is less than gone: also records of others can be planned', () => {
  const own = byKind(() => 0);

  expect(undoKindsJson(status('begun', { own }))).toMatchObject({ users: { own: 0, gone: 0 } });
});

test('the result of an undo has each outcome, in text and as JSON', () => {
  const result = { end: 'finished' } as RunResult;

  expect(undoResultLines(status('begun'), result, 'ERRORS', 'again')).toEqual([
    'users               650 removed, 20 kept, 3 failed, 7 unresolved, 320 not removed yet',
    'group descriptions  0 removed',
    'What was not removed, and why: ERRORS',
    'Undone in part. 650 records were reported as removed, 30 are left. The job can be run again.',
    'Remove what is left with: again',
  ]);
  expect(undoKindsJson(status('begun'))).toEqual({
    users: {
      own: 1100,
      planned: 1000,
      gone: 100,
      removed: 650,
      kept: 20,
      failed: 3,
      unresolved: 7,
      pending: 320,
    },
    descriptions: {
      own: 9,
      planned: 2,
      gone: 0,
      removed: 0,
      kept: 0,
      failed: 0,
      unresolved: 0,
      pending: 0,
    },
  });
});

const allRemoved = [
  'Undone. What this job created was reported as removed. 0 records are left. The job can be run again.',
];
const someLeft = [
  'What was not removed, and why: ERRORS',
  'Undone in part. 0 records were reported as removed, 1 is left. The job can be run again.',
  'Remove what is left with: again',
];

test.each([
  ['created', ['groups  1 removed', ...allRemoved]],
  ['skipped', ['groups  0 removed, 1 kept', ...someLeft]],
  ['failed', ['groups  0 removed, 1 failed', ...someLeft]],
  ['unresolved', ['groups  0 removed, 1 unresolved', ...someLeft]],
])('an undo of which one group is %s says whether everything is removed', (outcome, said) => {
  const groups = { ...none, planned: 1, pending: 0, [outcome]: 1 };
  const kinds = byKind((kind) => (kind === 'groups' ? groups : none)) as never;
  const result = { end: 'finished' } as RunResult;

  const ended = { ...status('begun'), kinds };
  expect(undoResultLines(ended, result, 'ERRORS', 'again')).toEqual(said);
});
