import { byKind } from '@chatferry/contract';
import type { UndoStatus } from '@chatferry/job/planned';
import type { RunResult } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { undoPlanLines, undoResultLines } from '../src/undoing/undo-lines.ts';
import { combinations, faultsOf } from './support/sentence-table.ts';

const always = (): boolean => true;
const is = [0, 1] as const;

interface UndoCase {
  readonly state: UndoStatus['state'];
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unresolved: number;
  readonly pending: number;
  readonly kept: number;
  readonly unsure: number;
  readonly notRestored: number;
  readonly gone: number;
  readonly end: 'finished' | 'stopped';
}

const cases = (): Iterable<UndoCase> =>
  combinations<UndoCase>({
    state: ['planned', 'begun', 'done'],
    created: is,
    skipped: is,
    failed: is,
    unresolved: is,
    pending: is,
    kept: is,
    unsure: is,
    notRestored: is,
    gone: is,
    end: ['finished', 'stopped'],
  });
const statusOf = (one: UndoCase): UndoStatus => {
  const { created, skipped, failed, unresolved, pending } = one;
  const planned = created + skipped + failed + unresolved + pending;
  const users = { planned, created, present: 0, skipped, failed, unresolved, pending };
  const none = {
    ...users,
    planned: 0,
    created: 0,
    skipped: 0,
    failed: 0,
    unresolved: 0,
    pending: 0,
  };
  const config = {
    target: { appId: 'a1', region: 'eu' },
    own: byKind((kind) => (kind === 'users' ? planned + one.gone : 0)),
    kept: { users: one.kept, groups: 0 },
    unsure: one.unsure,
    notRestored: one.notRestored,
  };
  return {
    state: one.state,
    kinds: byKind((kind) => (kind === 'users' ? users : none)),
    config,
  } as unknown as UndoStatus;
};
const left = ({ skipped, failed, unresolved }: UndoCase): number => skipped + failed + unresolved;
const isAtTheEnd = ({ end }: UndoCase): boolean => end === 'finished';

const toRemove = (one: UndoCase): number => (one.state === 'done' ? left(one) : one.pending);
const result = ({ end }: UndoCase): RunResult =>
  ({
    end,
    reason: end === 'stopped' ? { message: 'The reason.', fix: 'The fix.' } : undefined,
  }) as RunResult;

test('each sentence about an undo before it is confirmed is printed in the states in which it is true', () => {
  const faults = faultsOf(cases(), (one) => undoPlanLines(statusOf(one), 'KEPT'), [
    [/^To be removed for good from the app a1 in the region eu:$|^ +to remove +no longer/, always],
    [/^users /, (one) => toRemove(one) + one.gone > 0],
    [/^At most \d+ requests?, at least 1 s\.$/, always],
    [
      /^1 of the users and groups holds records that this job did not create, and would be kept: KEPT$/,
      ({ state, kept, skipped }) => (state === 'planned' ? kept : skipped) > 0,
    ],
    [/^1 record may have been made by others: not removed\.$/, ({ unsure }) => unsure > 0],
    [
      /^1 change to records that this job did not create: not restored\. KEPT lists/,
      ({ notRestored }) => notRestored > 0,
    ],
    [/^It was begun before, and continues\.$/, ({ state }) => state === 'begun'],
  ]);

  expect(faults).toEqual([]);
});

test('each sentence at the end of an undo is printed in the states in which it is true', () => {
  // What has finished has removed everything, or knows why not.
  const ended = [...cases()].filter(({ end, pending }) => end === 'stopped' || pending === 0);

  const faults = faultsOf(
    ended,
    (one) => undoResultLines(statusOf(one), result(one), 'ERRORS', 'again'),
    [
      [/^users +\d removed/, (one) => one.created + left(one) + one.pending > 0],
      [/ 1 kept/, ({ skipped }) => skipped > 0],
      [/ 1 failed/, ({ failed }) => failed > 0],
      [/ 1 unresolved/, ({ unresolved }) => unresolved > 0],
      [/ 1 not removed yet/, ({ pending }) => pending > 0],
      [/^(The reason|The fix)\.$|^Continue with: again$/, ({ end }) => end === 'stopped'],
      [/^What was not removed, and why: ERRORS$/, (one) => left(one) > 0],
      [
        /^Undone\. What this job created was reported as removed\. 0 records are left\. The job can be run again\.$/,
        (one) => isAtTheEnd(one) && left(one) === 0,
      ],
      [
        /^Undone in part\. \d records? (was|were) reported as removed, \d (is|are) left\. The job can be run again\.$/,
        (one) => isAtTheEnd(one) && left(one) > 0,
      ],
      [/^Remove what is left with: again$/, (one) => isAtTheEnd(one) && left(one) > 0],
    ],
  );

  expect(faults).toEqual([]);
});
