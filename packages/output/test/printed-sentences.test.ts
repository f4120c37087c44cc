import { byKind, type Kind } from '@chatferry/contract';
import {
  type Conclusion,
  type FollowStatus,
  type WholeJobStatus,
  type KindComparison,
  type RepairCounts,
} from '@chatferry/job/planned';
import type { Sum } from '@chatferry/job';
import type { RunResult } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { deltaLines } from '../src/planning/delta-lines.ts';
import { countsLines } from '../src/repairing/repair-lines.ts';
import { runReport } from '../src/running/run-report.ts';
import { statusLines } from '../src/running/status-lines.ts';
import { verifyLines } from '../src/verifying/verify-lines.ts';
import { noRows } from '../../job/test/support/no-rows.ts';
import { conclusion, job, next } from './support/printed.ts';
import { combinations, faultsOf } from './support/sentence-table.ts';

// Every sentence that commands print about the state of a job, and the states in which it is printed. The headline and the
// sentences of a conclusion have a table of their own, in the tests of `job`.

const always = (): boolean => true;
const is = [0, 1] as const;

type Bucket =
  | 'created'
  | 'presentByThisJob'
  | 'presentSame'
  | 'presentDifferent'
  | 'notCompared'
  | 'failed'
  | 'skipped'
  | 'unresolved'
  | 'pending'
  | 'rejected';

/** Rows of users, in these buckets. */
function sumOf({ notCompared = 0, ...counts }: Partial<Record<Bucket, number>>): Sum {
  const { presentByThisJob = 0, presentSame = 0, presentDifferent = 0 } = counts;
  const present = presentByThisJob + presentSame + presentDifferent + notCompared;
  return { ...noRows, ...counts, present };
}

interface RunCase extends Record<Bucket, number> {
  readonly end: 'finished' | 'stopped';
  readonly state: Conclusion['state'];
  readonly place: 'folder' | 'store';
  readonly how: 'quiet' | 'loud';
}

const lost = ({ failed, skipped, unresolved }: RunCase): number => failed + skipped + unresolved;
const isToldNext = ({ how, end }: RunCase): boolean => how === 'loud' && end === 'finished';
const isToldInFolder = (one: RunCase): boolean => isToldNext(one) && one.place === 'folder';

test('each sentence at the end of a run is printed in the states in which it is true', () => {
  const cases = combinations<RunCase>({
    created: [1],
    presentByThisJob: is,
    presentSame: is,
    presentDifferent: is,
    notCompared: is,
    failed: is,
    skipped: is,
    unresolved: is,
    pending: is,
    rejected: is,
    end: ['finished', 'stopped'],
    state: ['complete', 'inconsistent'],
    place: ['folder', 'store'],
    how: ['loud', 'quiet'],
  });
  const linesOf = ({ end, state, place, how, ...buckets }: RunCase): string[] =>
    runReport({
      result: {
        end,
        reason:
          end === 'stopped'
            ? { code: 'ledger', message: 'The reason.', fix: 'The fix.' }
            : undefined,
        changes:
          buckets.presentSame === 0
            ? []
            : [{ kind: 'users', from: 'failed', to: 'created', records: 1 }],
      } as unknown as RunResult,
      sums: {
        ...byKind(() => noRows),
        users: { ...sumOf(buckets), rows: 1, excluded: buckets.rejected },
      },
      conclusion: { ...conclusion, state },
      job,
      next,
      isReported: true,
      isQuiet: how === 'quiet',
      isInStore: place === 'store',
      leftForLater: 0,
      planOfRest: '',
      hasErrors: false,
      hint: undefined,
    });

  const faults = faultsOf(cases, linesOf, [
    [/^users 1 = |^ {10}/, always],
    [/^(The headline|One sentence|Another one)\.$/, always],
    [
      /^Every row is accounted for\.$/,
      ({ pending, unresolved, state }) => pending + unresolved === 0 && state !== 'inconsistent',
    ],
    [
      /^sent earlier: 1 stored by this job, in an earlier request\.$/,
      ({ presentByThisJob }) => presentByThisJob > 0,
    ],
    [
      /^present: in the app already: .*1 the same in every compared field/,
      ({ presentSame }) => presentSame > 0,
    ],
    [/^present: in the app already: .*1 different/, (one) => one.presentDifferent > 0],
    [/^present: in the app already: .*1 not compared/, (one) => one.notCompared > 0],
    [/^1 record of users: failed, now created\.$/, ({ presentSame }) => presentSame > 0],
    [/^1 row left out as configured, among the rejected\.$/, ({ rejected }) => rejected > 0],
    [/^What was never sent, and why: .*rejects\.jsonl$/, ({ rejected }) => rejected > 0],
    [/^The report to hand over: /, always],
    [/^(The reason|The fix)\.$/, ({ end }) => end === 'stopped'],
    [/^Continue with: do run$/, ({ end }) => end === 'stopped'],
    [/^For the report, .*: do ledger export$/, (one) => isToldNext(one) && one.place === 'store'],
    [
      /^Send what did not land again with: do retry$/,
      (one) => isToldInFolder(one) && lost(one) > 0,
    ],
    [
      /^See which fields differ from the plan with: do verify$/,
      (one) => isToldInFolder(one) && lost(one) === 0 && one.presentDifferent > 0,
    ],
    [
      /^Compare what the service holds with: do verify$/,
      (one) => isToldInFolder(one) && lost(one) === 0 && one.presentDifferent === 0,
    ],
    [/^$/, ({ end, how }) => end === 'stopped' || how === 'loud'],
  ]);

  expect(faults).toEqual([]);
});

const cutOvers = ['freezing', 'frozen', 'opening', 'thawing', 'open', 'finished'] as const;
/** States of a cut-over in which people can write in the legacy system. */
const unfrozen = ['armed', 'too long', 'differs', 'thawed'] as const;

type CutOver = (typeof cutOvers)[number];

interface StatusCase {
  readonly runs: number;
  readonly end: 'finished' | 'stopped' | undefined;
  readonly pending: number;
  readonly sent: number;
  readonly holder: number;
  readonly changed: number;
  readonly undo: 'begun' | 'done' | undefined;
  readonly paused: number;
  readonly rate: number;
  readonly progress: 'none' | 'new' | 'at work';
  readonly follow: 'no' | 'up to date' | 'behind' | 'waits' | CutOver | (typeof unfrozen)[number];
}

const isBegunUndo = ({ undo }: StatusCase): boolean => undo === 'begun';
const hasCutOver = ({ follow }: StatusCase): boolean => cutOvers.some((one) => one === follow);
const isUnfrozen = ({ follow }: StatusCase): boolean => unfrozen.some((one) => one === follow);
const isIdle = (one: StatusCase): boolean => !isBegunUndo(one) && one.holder === 0;

test('each sentence of a status is printed in the states in which it is true', () => {
  const cases = combinations<StatusCase>({
    runs: [0, 2],
    end: ['finished', 'stopped', undefined],
    pending: is,
    sent: is,
    holder: is,
    changed: is,
    undo: ['begun', 'done', undefined],
    paused: is,
    rate: is,
    progress: ['none', 'new', 'at work'],
    follow: ['no', 'up to date', 'behind', 'waits', ...cutOvers, ...unfrozen],
  });
  const waiting = { missing: 0, 'taken-id': 0, removals: 0 };
  const compared = {
    toPlan: 0,
    waiting,
    gone: 0,
    fallingBehind: undefined,
    behindSince: undefined,
    comparedAt: 40_000,
    longTransaction: undefined,
    app: { to: 4, segments: 5, at: 50_000, dueSince: 55_000, different: 0, differing: [] },
    cutOver: undefined,
  };
  const night = { writes: 0, isFinished: false, since: 50_000 };
  const closed = { ...night, frozenAt: 45_000 };
  const round = { ms: 1900, mostMs: 300_000 };
  const opened = { ...closed, state: 'open', openedAt: 50_000 } as const;
  const follow = {
    no: undefined,
    'up to date': compared,
    behind: {
      ...compared,
      toPlan: 2,
      behindSince: 30_000,
      fallingBehind: { changedPerMinute: 4200, sentPerMinute: 3000 },
      app: { ...compared.app, to: 0, at: undefined },
    },
    waits: {
      ...compared,
      waiting: { missing: 1, 'taken-id': 2, removals: 0 },
      gone: 2,
      longTransaction: { tables: ['posts', 'seats'], since: 0 },
      app: {
        ...compared.app,
        different: 5,
        differing: [
          { kind: 'users', records: 1, ids: ['ann'] },
          { kind: 'messages', records: 4, ids: ['m1', 'm2', 'm3'] },
        ],
      },
    },
    freezing: { ...compared, cutOver: { ...closed, state: 'freezing' } },
    frozen: { ...compared, cutOver: { ...closed, state: 'frozen' } },
    opening: { ...compared, cutOver: { ...closed, state: 'opening' } },
    thawing: { ...compared, cutOver: { ...closed, state: 'thawing' } },
    open: { ...compared, cutOver: opened },
    finished: { ...compared, cutOver: { ...opened, isFinished: true } },
    armed: { ...compared, cutOver: { ...night, state: 'armed', round } },
    'too long': {
      ...compared,
      cutOver: {
        ...night,
        state: 'following',
        notArmed: 'too-long',
        round: { ...round, ms: 400_000 },
      },
    },
    differs: { ...compared, cutOver: { ...night, state: 'following', notArmed: 'differs', round } },
    thawed: { ...compared, cutOver: { ...night, state: 'following', why: 'deadline' } },
  } as const satisfies Readonly<Record<StatusCase['follow'], FollowStatus | undefined>>;
  const linesOf = (one: StatusCase): string[] => {
    const users = sumOf({ created: 1, pending: one.pending });
    const pace = {
      requestsPerMinute: 59,
      remainingMs: 120_000,
      waiting: { why: 'trouble' as const, message: 'No answer.' },
      trouble: 'HTTP 502',
    };
    const status: Partial<WholeJobStatus> = {
      kinds: byKind((kind) => ({ ...(kind === 'users' ? users : noRows), planned: 1 })),
      runs: one.runs,
      requests: 7,
      end: one.end,
      reason: one.end === 'stopped' ? ({ message: 'The reason.' } as never) : undefined,
      target: one.sent > 0 ? { appId: 'a1', region: 'eu' } : undefined,
      lastChangeAt: one.changed > 0 ? 0 : undefined,
      holder: one.holder > 0 ? { pid: 7, host: 'here', since: 0 } : undefined,
      control: { paused: one.paused > 0, ...(one.rate > 0 && { requestsPerMinute: 20 }) },
      undo: one.undo && { state: one.undo },
      follow: follow[one.follow],
      conclusion,
    };
    const progress = {
      none: undefined,
      new: { at: '', quota: 60 },
      'at work': { at: '', quota: 60, ...pace },
    }[one.progress];
    return statusLines({ ...status, progress } as never, 60_000, next);
  };

  const faults = faultsOf(cases, linesOf, [
    [/^(The headline|One sentence|Another one)\.$|^$/, always],
    [/^\d+ of \d+ records settled\.$/, ({ runs }) => runs === 0],
    [/^\d+ of \d+ records settled in 2 runs and 7 requests\.$/, ({ runs }) => runs > 0],
    [/^Sent to the app a1 in the region eu\.$/, ({ sent }) => sent > 0],
    [/^Finish it with: do undo$/, isBegunUndo],
    [
      /^The last change was 1 min ago\.$/,
      (one) => !isBegunUndo(one) && one.holder > 0 && one.changed > 0,
    ],
    [/^Send it with: do run$/, (one) => isIdle(one) && one.runs === 0 && one.follow === 'no'],
    [
      /^Follow on with: do follow$/,
      (one) =>
        isIdle(one) && (['up to date', 'behind', 'waits'].includes(one.follow) || isUnfrozen(one)),
    ],
    [
      /^Continue the cut-over with: do cut-over$/,
      (one) => isIdle(one) && one.follow !== 'finished' && hasCutOver(one),
    ],
    [
      /^Cut-over: armed\. The last round took 1\.9 s and ended at 00:00:50 UTC, 10 s ago\.$/,
      ({ follow: how }) => how === 'armed',
    ],
    [
      /^Cut-over: following\. It was not armed at 00:00:50 UTC, 10 s ago, because a round took 7 min and may take 5 min\.$/,
      ({ follow: how }) => how === 'too long',
    ],
    [
      /^Cut-over: following\. It was not armed at .* ago, because records are not in the app as planned\.$/,
      ({ follow: how }) => how === 'differs',
    ],
    [
      /^Cut-over: following\. The legacy system was opened again at 00:00:50 UTC, 10 s ago\. The deadline is over, or .*$/,
      ({ follow: how }) => how === 'thawed',
    ],
    [
      /^Cut-over: freezing\. Closing the legacy system for writing began at 00:00:45 UTC, 15 s ago\.$/,
      ({ follow: how }) => how === 'freezing',
    ],
    [
      /^Cut-over: frozen\. The legacy system was closed for writing at 00:00:45 UTC, 15 s ago\.$/,
      ({ follow: how }) => how === 'frozen',
    ],
    [
      /^Cut-over: opening\. The legacy system was closed .* ago\. The app may be open already\.$/,
      ({ follow: how }) => how === 'opening',
    ],
    [
      /^Cut-over: thawing\. The legacy system was closed .* ago\. The legacy system may be open again already\.$/,
      ({ follow: how }) => how === 'thawing',
    ],
    [
      /^Cut-over: open\. The app was opened at 00:00:50 UTC, 10 s ago\.$/,
      ({ follow: how }) => how === 'open' || how === 'finished',
    ],
    [
      /^Up to date with the databases as of 00:00:40 UTC, 20 s ago\.$/,
      (one) =>
        one.follow === 'up to date' || one.follow === 'waits' || hasCutOver(one) || isUnfrozen(one),
    ],
    [
      /^Behind the databases by 30 s: 2 changed rows to plan, \d+ records? to send\.$/,
      ({ follow: how }) => how === 'behind',
    ],
    [
      /^Rows change faster than they are sent: 4,200 a minute against 3,000\. The lag grows .*$/,
      ({ follow: how }) => how === 'behind',
    ],
    [
      /^A transaction of the databases that has written posts, seats is open since 00:00:00 UTC, for 1 min\. What it has written is found when it ends\.$/,
      ({ follow: how }) => how === 'waits',
    ],
    [
      /^2 records stay in the app whose rows are gone from the databases; gone\.jsonl lists them\.$/,
      ({ follow: how }) => how === 'waits',
    ],
    [/^No segment was compared with the app yet\.$/, ({ follow: how }) => how === 'behind'],
    [
      /^Compared with the app up to segment 4 of 5 at 00:00:50 UTC, 10 s ago: all is as planned\.$/,
      ({ follow: how }) => how !== 'no' && how !== 'behind' && how !== 'waits',
    ],
    [
      /^Compared .*: 5 records are not in the app as planned: users:ann, messages:m1, messages:m2, messages:m3, and others\.$|^List what differs with: do verify$|^Correct it, while nothing follows, with: do repair$/,
      ({ follow: how }) => how === 'waits',
    ],
    [
      /^3 changed rows wait: 1 for a record that is missing, 2 for an id that another row has\.$/,
      ({ follow: how }) => how === 'waits',
    ],
    [
      /^Continue with: do run$/,
      (one) =>
        isIdle(one) &&
        one.runs > 0 &&
        one.follow === 'no' &&
        !(one.end === 'finished' && one.pending === 0),
    ],
    [
      /^The reason\.$/,
      (one) => isIdle(one) && one.runs > 0 && one.end === 'stopped' && one.follow !== 'finished',
    ],
    [/^Requests a minute: quota 60\.$/, ({ progress }) => progress === 'new'],
    [
      /^59 requests a minute, quota 60; 2 min left in all\.$|^Waiting: No answer\.$|^Last trouble: HTTP 502\.$/,
      ({ progress }) => progress === 'at work',
    ],
    [/^Paused; resume with: do resume$/, ({ paused }) => paused > 0],
    [/^Quota set to 20 a minute; .*: do rate default$/, ({ rate }) => rate > 0],
  ]);

  expect(faults).toEqual([]);
});

interface VerifyCase {
  readonly kind: Kind;
  readonly different: number;
  readonly missing: number;
  readonly doubled: number;
  readonly hidden: number;
  readonly extra: number;
  readonly isWhole: boolean;
  readonly landedBefore: number;
  readonly reHosted: number;
  readonly pending: number;
  readonly read: number;
}

const isRead = ({ read }: VerifyCase): boolean => read > 0;

test('each sentence of a verification is printed in the states in which it is true', () => {
  const cases = combinations<VerifyCase>({
    kind: ['users', 'messageRemovals'],
    different: is,
    missing: is,
    doubled: is,
    hidden: is,
    extra: is,
    isWhole: [true, false],
    landedBefore: is,
    reHosted: is,
    pending: is,
    read: is,
  });
  const place = { id: 'bob', file: 'users.csv', line: 3 };
  const linesOf = (one: VerifyCase): string[] => {
    const { different, missing, doubled } = one;
    const found = {
      ...one,
      at: '',
      others: 0,
      planned: 9,
      same: 9 - different - missing - doubled - one.hidden,
      held: 9,
      fields: different > 0 ? [{ field: 'name', records: 1, examples: [place] }] : [],
      examples: {
        missing: missing > 0 ? [place] : [],
        extra: [],
        doubled: doubled > 0 ? ['dot'] : [],
      },
    } as KindComparison;
    const status = byKind(() => ({ ...noRows, pending: 0, planned: 0 }));
    const users = { ...status.users, pending: one.pending };
    const verified = {
      kinds: one.read > 0 ? [found] : [],
      scope: 'full',
      landedBefore: {},
      conclusion,
    } as const;
    return verifyLines(verified, { ...status, users }, job, next);
  };
  const isWrong = ({ different, missing, doubled }: VerifyCase): boolean =>
    different + missing + doubled > 0;

  const faults = faultsOf(cases, linesOf, [
    [/^(The headline|One sentence|Another one)\.$|^$/, always],
    [/^ .*planned +same +different +missing +doubled|^(users|messageRemovals) /, isRead],
    [/ not readable /, (one) => isRead(one) && one.hidden > 0],
    [/ landed before /, (one) => isRead(one) && one.landedBefore > 0],
    [/ not read$/, (one) => isRead(one) && !one.isWhole && one.extra === 0],
    [/ at least 1$/, (one) => isRead(one) && !one.isWhole && one.extra > 0],
    [/^Nothing was read: no record of this kind is planned\.$/, (one) => !isRead(one)],
    [/name differs in 1 record, such as/, (one) => isRead(one) && one.different > 0],
    [/^ {2}users:bob is missing/, (one) => isRead(one) && one.missing > 0 && one.kind === 'users'],
    [
      /^ {2}messageRemovals:bob is still to be done/,
      (one) => isRead(one) && one.missing > 0 && one.kind !== 'users',
    ],
    [/^ {2}\w+:dot is stored more than once/, (one) => isRead(one) && one.doubled > 0],
    [/^Each difference is in /, (one) => isRead(one) && isWrong(one)],
    [/^1 attachment re-hosted: /, (one) => isRead(one) && one.reHosted > 0],
    [
      /^1 record not sent yet; send the rest with: do run$/,
      (one) => isRead(one) && one.missing > 0 && one.pending > 0,
    ],
    [
      /^Send what is missing again with: do retry$/,
      (one) => isRead(one) && one.missing > 0 && one.pending === 0,
    ],
    [
      /^See what a repair would change with: do repair --dry-run$/,
      (one) => isRead(one) && one.different > 0,
    ],
  ]);

  expect(faults).toEqual([]);
});

test('each sentence about a repair is printed in the states in which it is true', () => {
  interface Case extends RepairCounts {
    readonly isDryRun: boolean;
  }
  const cases = combinations<Case>({
    sentAgain: is,
    access: is,
    updated: is,
    notEdited: is,
    notRepairable: is,
    isDryRun: [true, false],
  });
  const isAny = ({ sentAgain, access, updated, notEdited, notRepairable }: Case): boolean =>
    sentAgain + access + updated + notEdited + notRepairable > 0;

  const faults = faultsOf(cases, ({ isDryRun, ...counts }) => countsLines(counts, job, isDryRun), [
    [/^Nothing to repair: the verification found no difference\.$/, (one) => !isAny(one)],
    [/^\d+ records? to be sent again, . to be updated, . to be reactivated or unbanned\.$/, isAny],
    [/^1 message would be changed with --edit-messages/, ({ notEdited }) => notEdited > 0],
    [
      /^1 record with fields that nothing changes, or not known to be/,
      (one) => one.notRepairable > 0,
    ],
    [
      /; see .*not-repairable\.jsonl\.$/,
      ({ isDryRun, notEdited, notRepairable }) => !isDryRun && notEdited + notRepairable > 0,
    ],
  ]);

  expect(faults).toEqual([]);
});

test('each sentence about a plan after another job is printed in the states in which it is true', () => {
  interface Case {
    readonly changed: number;
    readonly updated: number;
    readonly deactivated: number;
    readonly gone: number;
    readonly removable: number;
    readonly removesGone: boolean;
    readonly unknown: number;
    readonly isDelta: boolean;
  }
  const cases = combinations<Case>({
    changed: is,
    updated: is,
    deactivated: is,
    gone: is,
    removable: is,
    removesGone: [true, false],
    unknown: is,
    isDelta: [true, false],
  });
  const linesOf = (one: Case): string[] => {
    const { changed, updated, gone, removable, removesGone } = one;
    const planned = byKind((kind) => (kind === 'users' ? { changed, updated } : noRows));
    const delta = {
      removable,
      removesGone,
      gone: byKind((kind) => (kind === 'users' ? gone : 0)),
      goneUnknown: one.unknown > 0 ? ['groups'] : [],
      deactivatedAgain: { users: one.deactivated, examples: ['ada'] },
    };
    const files = { changed: 'CHANGED', gone: 'GONE' };
    return deltaLines({ kinds: planned, delta: one.isDelta ? delta : undefined } as never, files);
  };

  const faults = faultsOf(cases, linesOf, [
    [
      /^$|^This plan covers only what the job before it did not land, and what has changed since\.$/,
      ({ isDelta }) => isDelta,
    ],
    [
      /^Changed since it landed, and not to be updated in all fields: 1 user\. Each is in CHANGED$/,
      (one) => one.isDelta && one.changed > 0,
    ],
    [
      /^Changed since it landed, and to be updated: 1 user\.$/,
      (one) => one.isDelta && one.updated > 0,
    ],
    [
      /^Records of this plan refer to 1 user whom an earlier job deactivated/,
      (one) => one.isDelta && one.deactivated > 0,
    ],
    [
      /^No longer in the export, and landed in an earlier job: 1 user\. Each is in GONE$/,
      (one) => one.isDelta && one.gone > 0,
    ],
    [
      /^Of these, 1 record is to be removed: /,
      (one) => one.isDelta && one.gone > 0 && one.removable > 0 && one.removesGone,
    ],
    [
      /^Remove these with --gone remove=1: /,
      (one) => one.isDelta && one.gone > 0 && one.removable > 0 && !one.removesGone,
    ],
    [
      /^Not known which groups are no longer in the export: /,
      (one) => one.isDelta && one.unknown > 0,
    ],
  ]);

  expect(faults).toEqual([]);
});
