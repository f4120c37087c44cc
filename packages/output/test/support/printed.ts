import { byKind } from '@chatferry/contract';
import { type Conclusion, jobFolder } from '@chatferry/job/planned';
import type { PlanSummary } from '@chatferry/planner';
import type { ReportContext } from '../../src/planning/plan-report.ts';

// What the tests of printed lines have in common.

export const next = (name: string, ...rest: readonly string[]): string =>
  ['do', name, ...rest].join(' ');

export const job = jobFolder('no-such-folder');

export const ten: number = Date.parse('2026-01-01T10:00:00Z');

/** What `conclusionOf` states is tested where it is written. */
export const conclusion: Conclusion = {
  state: 'complete',
  proof: 'nothing',
  headline: 'The headline.',
  sentences: ['One sentence.', 'Another one.'],
  figures: {
    rows: 4,
    planned: 4,
    stored: 4,
    notMoved: 0,
    foundLater: 0,
    merged: 0,
    leftOut: 0,
    unchanged: 0,
    updated: 0,
    unknown: 0,
    answeredLater: 0,
    pending: 0,
    compared: 0,
    same: 0,
    hidden: 0,
  },
};

/** @param users what is planned of users, in place of 4 valid rows; the other kinds have no rows */
export function summaryOf(users: object = {}, given: object = {}): PlanSummary {
  const none = {
    rows: 0,
    made: 0,
    madeBy: {},
    planned: 0,
    merged: 0,
    rejected: 0,
    filtered: 0,
    unchanged: 0,
    changed: 0,
    updated: 0,
    warnings: 0,
    batches: 0,
    bytes: 0,
  };
  const kinds = { ...byKind(() => none), users: { ...none, rows: 4, planned: 4, ...users } };
  return {
    kinds,
    problems: [],
    otherProblems: { groups: 0, rows: 0 },
    directConversations: 0,
    usersWithoutMessages: 0,
    attachmentHosts: [],
    roles: [],
    droppedFields: 0,
    filtered: [],
    unread: [],
    undecided: [],
    exports: [],
    requests: 2,
    bytes: 5000,
    contentHash: 'PLAN',
    ...given,
  };
}

export function contextOf(given: Partial<ReportContext> = {}): ReportContext {
  return {
    nowMs: ten,
    finishesAt: undefined,
    ignored: [],
    excluded: byKind(() => 0),
    roots: [],
    job: {
      rejects: 'REJECTS',
      dropped: 'DROPPED',
      notCarried: 'NOT-CARRIED',
      changed: 'CHANGED',
      gone: 'GONE',
      idMap: 'ID-MAP',
    },
    hasIdMap: false,
    ...given,
  };
}

/** A cause of problems, of as many rows as its number. */
export function root(number: number, given: object = {}): ReportContext['roots'][number] {
  return {
    code: 'bad-id',
    severity: 'reject',
    text: `Cause ${number}.`,
    fix: `Fix ${number}.`,
    count: number,
    fallen: byKind(() => 0),
    example: { file: 'users.csv', line: number, field: 'uid', value: 'a b', message: 'M' },
    ...given,
  } as never;
}
