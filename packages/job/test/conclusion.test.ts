import { byKind, type Kind } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import type { Sum } from '../src/accounting/sums.ts';
import { type Conclusion, conclusionOf } from '../src/conclusion/conclusion.ts';
import type { JobFacts, KindReadBack } from '../src/conclusion/job-facts.ts';
import { noRows } from './support/no-rows.ts';

const nine = Date.parse('2026-11-27T09:00:00Z');
const at = (minutes: number): number => nine + minutes * 60_000;
const CHANGED_AT = at(0);

/** The sum of a kind whose rows add up. */
function sum(counts: Partial<Sum>): Sum {
  const { created, present, failed, skipped, unresolved, pending } = { ...noRows, ...counts };
  const { rejected, merged, filtered, unchanged, changed, updated } = { ...noRows, ...counts };
  const planned = created + present + failed + skipped + unresolved + pending;
  const rows = planned + rejected + merged + filtered + unchanged + changed + updated;
  return { ...noRows, rows, ...counts };
}

function found(given: Partial<KindReadBack>): KindReadBack {
  const { same = 0, different = 0, missing = 0, doubled = 0, hidden = 0, at: time = at(5) } = given;
  const planned = same + different + missing + doubled + hidden;
  return { planned, same, different, missing, doubled, hidden, at: time };
}

interface Given extends Partial<Omit<JobFacts, 'kinds'>> {
  readonly users?: Partial<Sum>;
  readonly messages?: Partial<Sum>;
}

function facts({ users = { created: 3 }, messages = { created: 5 }, ...rest }: Given): JobFacts {
  const kinds = { ...byKind(() => noRows), users: sum(users), messages: sum(messages) };
  return {
    kinds,
    isRehearsal: false,
    run: { is: 'finished' },
    lastChangeAt: CHANGED_AT,
    ...rest,
  };
}

const allRead = {
  startedAt: at(4),
  kinds: { users: found({ same: 3 }), messages: found({ same: 5, at: at(11) }) },
};
const notShown =
  'Not compared, because the service does not show it: of users lastActiveAt, the time of deactivatedAt, @private in metadata where it is not shown; of messages the order within one second, mentionedUserDetails, the content of attachments.';
const ofUsers = notShown.replace(/;.*/, '.');
const holder = { pid: 7, host: 'here', since: at(-9) };

test.each<[string, Given, readonly string[]]>([
  [
    'planned',
    { run: { is: 'none' }, users: { pending: 3 }, messages: { pending: 5, rejected: 2 } },
    ['Planned. 8 of 10 rows can be sent.', 'Nothing was sent yet.'],
  ],
  [
    'in progress',
    { run: { is: 'in-progress', endsAt: at(50) }, holder, messages: { created: 3, pending: 2 } },
    [
      '75 % settled, done about 2026-11-27 09:50 UTC.',
      'Process 7 on here has been at work on this job since 2026-11-27 08:51 UTC. The numbers are those so far.',
    ],
  ],
  [
    'complete, compared in full',
    { readBack: allRead },
    [
      'Finished. Every row is in the app: read back and the same in every compared field.',
      'Compared 2026-11-27 09:05 to 09:11 UTC.',
      '8 of 8 records are the same in every compared field.',
      notShown,
    ],
  ],
  [
    'complete, compared in part',
    {
      messages: { created: 4 },
      readBack: {
        startedAt: at(4),
        kinds: { users: found({ same: 3 }), messages: found({ same: 3, hidden: 1 }) },
      },
    },
    [
      'Finished. Every row was reported as stored; 6 of 7 were read back and are the same in every compared field.',
      'Compared 2026-11-27 09:05 UTC.',
      '6 of 7 records are the same in every compared field.',
      '1 could not be read back: the service shows no list for users who are deactivated or missing.',
      notShown,
    ],
  ],
  [
    'complete, some kinds compared',
    { readBack: { startedAt: at(4), kinds: { users: found({ same: 3 }) } } },
    [
      'Finished. Every row was reported as stored; users were read back.',
      'Compared users 2026-11-27 09:05 UTC.',
      '3 of 3 records are the same in every compared field.',
      'Messages were not read back.',
      ofUsers,
    ],
  ],
  [
    'complete, each kind compared at another time',
    { readBack: { ...allRead, startedAt: at(10) } },
    [
      'Finished. Every row was reported as stored; each kind was read back, at different times.',
      'Compared users 2026-11-27 09:05 UTC.',
      'Compared messages 2026-11-27 09:11 UTC.',
      '8 of 8 records are the same in every compared field.',
      notShown,
    ],
  ],
  [
    'complete, never verified',
    {},
    ['Finished. The service reported every row as stored. Nothing was read back yet.'],
  ],
  [
    'verified before later changes',
    { readBack: allRead, lastChangeAt: at(20) },
    [
      'Finished. The service reported every row as stored. Nothing was read back since.',
      'Users and messages were read back 2026-11-27 09:05 to 09:11 UTC, before the latest changes at 2026-11-27 09:20 UTC.',
    ],
  ],
  [
    'some kinds verified before later changes',
    { readBack: allRead, lastChangeAt: at(8) },
    [
      'Finished. Every row was reported as stored; messages were read back.',
      'Compared messages 2026-11-27 09:11 UTC.',
      '5 of 5 records are the same in every compared field.',
      'Users were read back before the latest changes only.',
      notShown.replace(/ of users.*;/, ''),
    ],
  ],
  [
    'rows did not move',
    { users: { created: 1, failed: 1, skipped: 2, rejected: 3, excluded: 1, changed: 1 } },
    [
      'Finished. 6 of 13 rows did not move.',
      '2 rejected, 1 failed, 2 skipped, 1 landed in an earlier job with other content.',
      '1 row was left out as configured.',
      'These are the answers of the service: nothing was read back yet.',
    ],
  ],
  [
    'differs',
    {
      readBack: {
        startedAt: at(4),
        kinds: {
          users: found({ same: 1, different: 2 }),
          messages: found({ same: 4, missing: 1 }),
        },
      },
    },
    [
      'Finished, but 3 records in the app are not as planned.',
      '2 differ, 1 is missing, 0 are there more than once.',
      'Compared 2026-11-27 09:05 UTC.',
      '5 of 8 records are the same in every compared field.',
      notShown,
    ],
  ],
  [
    'the run found other content',
    { users: { created: 2, present: 1, presentDifferent: 1 } },
    [
      'Finished, but 1 record in the app is not as planned.',
      '1 differs, 0 are missing, 0 are there more than once.',
      'These are the answers of the service: nothing but 1 record that the app held already was read back yet.',
    ],
  ],
  [
    'unresolved',
    { messages: { created: 1, unresolved: 4 } },
    [
      'Finished, but of 4 records it is not known whether they are stored.',
      'A retry sends them again.',
      'These are the answers of the service: nothing was read back yet.',
    ],
  ],
  [
    'present and not compared',
    { messages: { created: 3, present: 2 } },
    [
      'Finished, but of 2 records that the app held already it is not known whether they are as planned.',
      'These are the answers of the service: nothing was read back yet.',
    ],
  ],
  [
    'stopped',
    {
      run: { is: 'stopped', reason: { code: 'key-refused', serviceCode: 'AUTH_ERR' } },
      messages: { created: 3, pending: 2 },
    },
    [
      'Stopped. 2 of 8 records are not sent yet.',
      'It stopped because the service does not know the key, or does not let it import (AUTH_ERR).',
    ],
  ],
  [
    'killed',
    { run: { is: 'killed' }, messages: { created: 4, pending: 1 } },
    [
      'Stopped. 1 of 8 records is not sent yet.',
      'The run ended without a result: it was killed, or the machine went down. What was in flight is sent again.',
    ],
  ],
  [
    'killed at the end',
    { run: { is: 'killed' } },
    [
      'Stopped. Every record has an outcome, but the run did not end.',
      'The run ended without a result: it was killed, or the machine went down. What was in flight is sent again.',
    ],
  ],
  [
    'marked for a retry',
    { messages: { created: 3, pending: 2 } },
    [
      'Not finished. 2 of 8 records are to be sent again.',
      'They were marked for a retry, and were not sent since.',
    ],
  ],
  [
    'another app was read',
    { readBack: { ...allRead, otherApp: 'x' } },
    [
      'Finished. The service reported every row as stored. Nothing was read back yet.',
      'What was read back was the app x, not this one.',
    ],
  ],
  [
    'undone',
    {
      undo: { is: 'done', planned: 8, removed: 8, left: 0, endedAt: at(1) },
      run: { is: 'none' },
      users: { pending: 3 },
      messages: { pending: 5 },
    },
    ['Undone. What this job created was reported as removed. 0 records are left.'],
  ],
  [
    'undone, and read back',
    {
      undo: { is: 'done', planned: 8, removed: 8, left: 0, endedAt: at(1) },
      readBack: {
        startedAt: at(4),
        kinds: { users: found({ missing: 3 }), messages: found({ missing: 5 }) },
      },
    },
    [
      'Undone. What this job created was removed. 0 records are left.',
      'Compared 2026-11-27 09:05 UTC.',
      '0 of 8 records are the same in every compared field.',
      notShown,
    ],
  ],
  [
    'undone in part',
    { undo: { is: 'done', planned: 8, removed: 7, left: 1, endedAt: at(1) } },
    [
      'Undone in part. 7 records were reported as removed, 1 is left.',
      'They were kept, or could not be removed.',
    ],
  ],
  [
    'an undo has begun',
    { undo: { is: 'begun', planned: 8, removed: 3, left: 0, endedAt: 0 } },
    [
      'The undo is not finished: 3 of 8 records were reported as removed.',
      'Until it is finished, nothing can be sent or compared.',
    ],
  ],
  [
    'sums do not add up',
    { users: { created: 3, rows: 6 } },
    [
      'These numbers do not add up: 3 rows have no outcome.',
      'This is a defect of chatferry: do not sign, and report it.',
    ],
  ],
  [
    'more outcomes than rows',
    { users: { created: 3, rows: 2 }, messages: { created: 5, rows: 6 } },
    [
      'These numbers do not add up: 1 row has no outcome, 1 outcome has no row.',
      'This is a defect of chatferry: do not sign, and report it.',
    ],
  ],
  [
    'a rehearsal with rows left out, after another job',
    {
      isRehearsal: true,
      users: { created: 3, rejected: 1, excluded: 1, filtered: 1, unchanged: 9 },
      readBack: { ...allRead, unfinishedSince: at(30) },
    },
    [
      'Rehearsal. Finished. Every new or changed row is in the app, except 2 left out as configured: read back and the same in every compared field.',
      '9 rows landed unchanged in jobs before this one, and were not read back.',
      'Compared 2026-11-27 09:05 to 09:11 UTC.',
      '8 of 8 records are the same in every compared field.',
      'A verification that began 2026-11-27 09:30 UTC has not ended, and has no result yet.',
      notShown,
    ],
  ],
  [
    'rows of a followed database wait',
    { messages: { created: 5, unchanged: 3 }, unplanned: 2, readBack: allRead },
    [
      'Finished. 2 changed rows of the databases are not in the plan yet.',
      'When planned, 3 rows were as they had landed before: nothing was sent or read back for that.',
      'Compared 2026-11-27 09:05 to 09:11 UTC.',
      '8 of 8 records are the same in every compared field.',
      notShown,
    ],
  ],
  [
    'rows of a followed database did not move, and another waits',
    { messages: { created: 4, rejected: 1 }, unplanned: 1 },
    [
      'Finished. 1 of 8 rows did not move.',
      '1 rejected.',
      '1 changed row of the databases is not in the plan yet.',
      'These are the answers of the service: nothing was verified yet.',
    ],
  ],
  [
    'every row of a followed database is planned',
    { messages: { created: 5, unchanged: 1 }, unplanned: 0 },
    [
      'Finished. The service reported every new or changed row as stored. Nothing was verified yet.',
      'When planned, 1 row was as it had landed before: nothing was sent or read back for that.',
    ],
  ],
  [
    'nothing to send',
    { users: { merged: 1 }, messages: {} },
    ['Finished. There was nothing to send.'],
  ],
  [
    'finished, and another process works on it',
    { holder },
    [
      'Finished. The service reported every row as stored. Nothing was read back yet.',
      'Process 7 on here has been at work on this job since 2026-11-27 08:51 UTC.',
    ],
  ],
  [
    'several faults together',
    {
      users: { created: 1, present: 2, presentDifferent: 1, rejected: 1 },
      messages: { created: 1, unresolved: 2, filtered: 1 },
    },
    [
      'Finished, but 1 record in the app is not as planned.',
      '1 differs, 0 are missing, 0 are there more than once.',
      'Of 2 other records it is not known whether they are stored.',
      'Of 1 record that the app held already it is not known whether they are as planned.',
      '1 of 8 rows did not move. 1 rejected.',
      '1 row was left out as configured.',
      'These are the answers of the service: nothing but 1 record that the app held already was read back yet.',
    ],
  ],
])('what is stated of a job: %s', (_, given, lines) => {
  const { headline, sentences } = conclusionOf(facts(given));

  expect([headline, ...sentences]).toEqual(lines);
});

test.each([
  ['unchanged', 'complete'],
  ['updated', 'complete'],
  ['merged', 'complete'],
  ['filtered', 'complete'],
  ['pending', 'unfinished'],
  ['failed', 'losses'],
  ['skipped', 'losses'],
  ['unresolved', 'unresolved'],
  ['rejected', 'losses'],
  ['changed', 'losses'],
  // In the app before the job, and not compared.
  ['present', 'unresolved'],
] as const)('with a single record that is %s a job is %s', (bucket, state) => {
  expect(conclusionOf(facts({ messages: { created: 1, [bucket]: 1 } })).state).toBe(state);
});

// Every sentence, and the states in which it may be printed. What is stated as proved is stated exactly then.

interface Case {
  readonly facts: JobFacts;
  readonly users: Sum;
  readonly messages: Sum;
  /** What was found of a kind that was read in the app of the job after the latest change. */
  readonly current: (kind: Kind) => KindReadBack | undefined;
}

const both = ['users', 'messages'] as const;
const totalOf = ({ users, messages }: Case, name: keyof Sum): number =>
  (users[name] as number) + (messages[name] as number);
const isFinished = ({ facts: { run, undo } }: Case): boolean =>
  run.is === 'finished' && undo === undefined;
const isSettled = (one: Case): boolean => isFinished(one) && totalOf(one, 'pending') === 0;
const hasPlanned = ({ users, messages }: Case, kind: (typeof both)[number]): boolean => {
  const { rows, rejected, merged, filtered, unchanged, changed, updated } =
    kind === 'users' ? users : messages;
  return rows - rejected - merged - filtered - unchanged - changed - updated > 0;
};
const planned = (one: Case): (typeof both)[number][] =>
  both.filter((kind) => hasPlanned(one, kind));
const foundOf = (one: Case, name: keyof KindReadBack): number =>
  both.reduce((total, kind) => total + (one.current(kind)?.[name] ?? 0), 0);
/** Nothing is known to be lost, different or unknown. */
const isStored = (one: Case): boolean =>
  isSettled(one) &&
  !isLost(one) &&
  !isGone(one) &&
  !isUnplanned(one) &&
  foundOf(one, 'different') + foundOf(one, 'doubled') === 0 &&
  both.every((kind) => {
    const { unresolved, present, presentSame, presentByThisJob } = one[kind];
    return one.current(kind) === undefined
      ? unresolved === 0 && present === presentSame + presentByThisJob
      : unresolved === 0 || foundOf(one, 'hidden') === 0;
  });
/** A follower reads back what it has sent by itself. */
const readings = [
  { verb: 'read back', isOf: (one: Case): boolean => one.facts.unplanned === undefined },
  { verb: 'verified', isOf: (one: Case): boolean => one.facts.unplanned !== undefined },
];
const isUnplanned = (one: Case): boolean => (one.facts.unplanned ?? 0) > 0;
const isReadBack = (one: Case): boolean =>
  planned(one).every((kind) => one.current(kind) !== undefined) && planned(one).length > 0;
const isOfOneTime = (one: Case): boolean =>
  planned(one).every((kind) => one.current(kind)!.at >= one.facts.readBack!.startedAt);
const wasRead = ({ facts: { readBack } }: Case): boolean =>
  readBack !== undefined && Object.keys(readBack.kinds).length > 0;
/** What the service refused, and a comparison has not found in the app. */
const isLost = (one: Case): boolean =>
  both.some((kind) => {
    const { failed, skipped, changed, rejected, excluded } = one[kind];
    const here = one.current(kind);
    const notThere = here === undefined ? Infinity : here.missing + here.hidden;
    return Math.min(failed + skipped, notThere) + changed + rejected - excluded > 0;
  });
/** What a comparison found to be missing, and the service has not refused. */
const isGone = (one: Case): boolean =>
  both.some((kind) => {
    const { failed, skipped } = one[kind];
    return (one.current(kind)?.missing ?? 0) > failed + skipped;
  });
const some = (one: Case): boolean => both.some((kind) => one.current(kind) !== undefined);

type Rule = readonly [sentence: RegExp, may: (one: Case) => boolean, exactly?: 'exactly'];

const E = String.raw`(, except \d+ left out as configured)?`;
const EVERY = '(every row|every new or changed row|Every row|Every new or changed row)';
const NOTHING = String.raw`Nothing( but \d+ records? that the app held already)?`;
const headlines: readonly Rule[] = [
  [
    new RegExp(
      `^Finished. ${EVERY} is in the app${E}: read back and the same in every compared field.$`,
    ),
    (one) => isStored(one) && isReadBack(one) && isOfOneTime(one) && foundOf(one, 'hidden') === 0,
    'exactly',
  ],
  [
    new RegExp(
      `^Finished. ${EVERY} was reported as stored${E}; \\d+ of \\d+ (was read back and is|were read back and are) the same in every compared field.$`,
    ),
    (one) => isStored(one) && isReadBack(one) && isOfOneTime(one) && foundOf(one, 'hidden') > 0,
    'exactly',
  ],
  [
    new RegExp(`^Finished. ${EVERY} was reported as stored${E}; (users|messages) were read back.$`),
    (one) => isStored(one) && some(one) && !isReadBack(one),
    'exactly',
  ],
  [
    new RegExp(
      `^Finished. ${EVERY} was reported as stored${E}; each kind was read back, at different times.$`,
    ),
    (one) => isStored(one) && isReadBack(one) && !isOfOneTime(one),
    'exactly',
  ],
  ...readings.flatMap(({ verb, isOf }): Rule[] => [
    [
      new RegExp(
        `^Finished. The service reported ${EVERY} as stored${E}. ${NOTHING} was ${verb} yet.$`,
      ),
      (one) =>
        isOf(one) &&
        isStored(one) &&
        planned(one).length > 0 &&
        (!wasRead(one) || one.facts.readBack!.otherApp !== undefined),
      'exactly',
    ],
    [
      new RegExp(
        `^Finished. The service reported ${EVERY} as stored${E}. ${NOTHING} was ${verb} since.$`,
      ),
      (one) =>
        isOf(one) &&
        isStored(one) &&
        planned(one).length > 0 &&
        wasRead(one) &&
        one.facts.readBack!.otherApp === undefined &&
        !some(one),
      'exactly',
    ],
  ]),
  [/^Finished. There was nothing to send.$/, (one) => isStored(one) && planned(one).length === 0],
  [
    /^Finished, but \d+ records? in the app (is|are) not as planned.$/,
    (one) =>
      isSettled(one) &&
      foundOf(one, 'different') +
        foundOf(one, 'missing') +
        foundOf(one, 'doubled') +
        totalOf(one, 'presentDifferent') >
        0,
  ],
  [
    /^Finished, but of \d+ records? it is not known whether (it is|they are) stored.$/,
    (one) => isSettled(one) && totalOf(one, 'unresolved') > 0,
  ],
  [
    /^Finished, but of \d+ records? that the app held already it is not known whether (it is|they are) as planned.$/,
    (one) =>
      isSettled(one) &&
      totalOf(one, 'present') >
        totalOf(one, 'presentSame') +
          totalOf(one, 'presentDifferent') +
          totalOf(one, 'presentByThisJob'),
  ],
  [/^Finished. \d+ of \d+ rows? did not move.$/, (one) => isSettled(one) && isLost(one)],
  [
    /^Finished. \d+ changed rows? of the databases (is|are) not in the plan yet.$/,
    (one) => isSettled(one) && isUnplanned(one) && !isLost(one),
  ],
  [
    /^Not finished. \d+ of \d+ records? (is|are) to be sent again.$/,
    (one) => isFinished(one) && totalOf(one, 'pending') > 0,
    'exactly',
  ],
  [
    /^Stopped. \d+ of \d+ records? (is|are) not sent yet.$/,
    (one) => ['killed', 'stopped'].includes(one.facts.run.is) && totalOf(one, 'pending') > 0,
    'exactly',
  ],
  [
    /^Stopped. Every record has an outcome, but the run did not end.$/,
    (one) => ['killed', 'stopped'].includes(one.facts.run.is) && totalOf(one, 'pending') === 0,
    'exactly',
  ],
  [/^\d+ % settled.$/, (one) => one.facts.run.is === 'in-progress', 'exactly'],
  [
    /^Planned. \d+ of \d+ rows? can be sent.$/,
    (one) => one.facts.run.is === 'none' && one.facts.undo === undefined,
    'exactly',
  ],
  [
    /^Undone. What this job created was removed. 0 records are left.$/,
    (one) =>
      one.facts.undo?.is === 'done' &&
      one.facts.undo.left === 0 &&
      isReadBack(one) &&
      isOfOneTime(one) &&
      planned(one).every((kind) => one.current(kind)!.missing === one.current(kind)!.planned),
    'exactly',
  ],
  [
    /^Undone. What this job created was reported as removed. 0 records are left.$/,
    (one) => one.facts.undo?.is === 'done' && one.facts.undo.left === 0,
  ],
  [
    /^Undone in part. \d+ records? (was|were) reported as removed, \d+ (is|are) left.$/,
    (one) => one.facts.undo?.is === 'done' && one.facts.undo.left > 0,
    'exactly',
  ],
  [
    /^The undo is not finished: \d+ of \d+ records? (was|were) reported as removed.$/,
    (one) => one.facts.undo?.is === 'begun',
    'exactly',
  ],
];

const isOver = (one: Case): boolean => isSettled(one);
const sentences: readonly Rule[] = [
  [/^Nothing was sent yet.$/, (one) => one.facts.run.is === 'none'],
  [
    /^Process 7 on here has been at work on this job since/,
    (one) => one.facts.holder !== undefined,
  ],
  [/^The run ended without a result/, (one) => one.facts.run.is === 'killed'],
  [/^It stopped because/, (one) => one.facts.run.is === 'stopped'],
  [/^They were marked for a retry/, (one) => isFinished(one) && !isSettled(one)],
  [
    /^\d+ differs?, \d+ (is|are) missing, \d+ (is|are) there more than once.$/,
    (one) => isOver(one) && !isStored(one),
  ],
  [/^A retry sends (it|them) again.$/, (one) => isOver(one) && totalOf(one, 'unresolved') > 0],
  [/^Of \d+ other records? it is not known whether/, (one) => isOver(one) && !isStored(one)],
  [/^Of \d+ records? that the app held already/, (one) => isOver(one) && !isStored(one)],
  [
    /^(\d+ of \d+ rows? did not move. )?(\d+ (rejected|failed|skipped|landed in an earlier job with other content)(, )?)+\.$/,
    isOver,
  ],
  [/^\d+ rows? (was|were) left out as configured.$/, isOver],
  [
    /^\d+ changed rows? of the databases (is|are) not in the plan yet.$/,
    (one) => isOver(one) && isUnplanned(one),
  ],
  [
    /^\d+ rows? landed unchanged in jobs before this one, and (was|were) not read back.$/,
    (one) => isOver(one) && one.facts.unplanned === undefined,
  ],
  [
    /^When planned, \d+ rows? (was as it|were as they) had landed before: nothing was sent or read back for that.$/,
    (one) => isOver(one) && one.facts.unplanned !== undefined,
  ],
  ...readings.map(({ verb, isOf }): Rule => [
    new RegExp(
      `^These are the answers of the service: nothing( but \\d+ records? that the app held already)? was ${verb} yet.$`,
    ),
    (one) => isOf(one) && isOver(one) && !some(one) && !isStored(one),
  ]),
  [
    /^\d+ records? that failed or (was|were) skipped (is|are) in the app nevertheless.$/,
    (one) => some(one) && totalOf(one, 'failed') > foundOf(one, 'missing') + foundOf(one, 'hidden'),
  ],
  [
    /^What was read back was the app x, not this one.$/,
    (one) => one.facts.readBack?.otherApp === 'x',
    'exactly',
  ],
  [
    /^(Users|Messages|Users and messages) were read back .*, before the latest changes at/,
    (one) => wasRead(one) && !some(one),
  ],
  [/^Compared /, some],
  [/^\d+ of \d+ records? (is|are) the same in every compared field.$/, some],
  [/^\d+ could not be read back/, (one) => foundOf(one, 'hidden') > 0, 'exactly'],
  [/^(Users|Messages) were not read back.$/, (one) => some(one) && !isReadBack(one)],
  [
    /^(Users|Messages) were read back before the latest changes only.$/,
    (one) => some(one) && !isReadBack(one),
  ],
  [/^Not compared, because the service does not show it: /, some],
  [
    /^A verification that began .* has not ended/,
    (one) => one.facts.readBack?.unfinishedSince !== undefined,
    'exactly',
  ],
  [
    /^They were kept, or could not be removed.$/,
    (one) => one.facts.undo?.is === 'done' && one.facts.undo.left > 0,
    'exactly',
  ],
  [
    /^Until it is finished, nothing can be sent or compared.$/,
    (one) => one.facts.undo?.is === 'begun',
    'exactly',
  ],
];

function* combinations(): Generator<Case> {
  const is = [0, 1];
  const ways = [
    ...(['none', 'in-progress', 'killed', 'stopped', 'finished'] as const).map((run) => ({ run })),
    ...([0, 1] as const).map((left) => ({ run: 'finished', left, undo: 'done' }) as const),
    { run: 'finished', left: 0, undo: 'begun' } as const,
  ].map(({ run, ...undo }): Partial<JobFacts> => ({
    run:
      run === 'stopped'
        ? { is: run, reason: { code: 'gave-up', serviceCode: undefined } }
        : { is: run },
    holder: run === 'in-progress' ? holder : undefined,
    undo:
      'undo' in undo
        ? { is: undo.undo, planned: 8, removed: 8 - undo.left, left: undo.left, endedAt: at(0) }
        : undefined,
  }));
  const results: readonly Partial<KindReadBack>[] = [
    { same: 4 },
    { same: 3, different: 1 },
    { same: 3, missing: 1 },
    { missing: 4 },
    { same: 3, doubled: 1 },
    { same: 3, hidden: 1 },
  ];
  const reads = [
    undefined,
    ...results.flatMap((of) => {
      const users = found({ ...of, at: at(5) });
      const messages = found({ ...(of.missing === 4 ? of : { same: 4 }), at: at(5) });
      const readBack = { startedAt: at(4), kinds: { users, messages } };
      return [
        readBack,
        { ...readBack, otherApp: 'x' },
        { ...readBack, kinds: { users } },
        { ...readBack, startedAt: at(5), kinds: { users: { ...users, at: at(1) }, messages } },
        { ...readBack, kinds: { users: { ...users, at: at(-1) }, messages } },
        {
          ...readBack,
          unfinishedSince: at(9),
          kinds: { users: { ...users, at: at(-2) }, messages: { ...messages, at: at(-1) } },
        },
      ];
    }),
  ];
  for (const way of ways)
    for (const readBack of reads)
      for (const pending of is)
        for (const unresolved of is)
          for (const failed of is)
            for (const [rejected, unchanged, unplanned] of [
              [0, 0],
              [1, 0],
              [2, 1],
              [1, 1, 0],
              [0, 0, 1],
              [2, 1, 2],
            ] as const)
              for (const presentDifferent of is)
                for (const present of is) {
                  const users = sum({
                    created: 2,
                    unresolved,
                    failed,
                    present: present + presentDifferent,
                    presentDifferent,
                    rejected,
                    excluded: Math.min(rejected, 1),
                  });
                  const messages = sum({ created: 3, pending, unchanged, changed: 0 });
                  yield caseOf({
                    kinds: { ...byKind(() => noRows), users, messages },
                    isRehearsal: false,
                    lastChangeAt: CHANGED_AT,
                    readBack,
                    unplanned,
                    ...way,
                  } as JobFacts);
                }
}

function caseOf(of: JobFacts): Case {
  const current = (kind: Kind): KindReadBack | undefined => {
    const { readBack, undo, lastChangeAt } = of;
    const read = readBack?.otherApp === undefined ? readBack?.kinds[kind] : undefined;
    return read !== undefined && read.at >= Math.max(lastChangeAt, undo?.endedAt ?? 0)
      ? read
      : undefined;
  };
  return { facts: of, users: of.kinds.users, messages: of.kinds.messages, current };
}

describe('every sentence is printed in the states in which it is true', () => {
  const seen = new Set<string>();
  const known = new Map<string, Rule>();
  const wrong: unknown[] = [];

  function rulesFor(texts: readonly string[], rules: readonly Rule[]): Set<Rule> {
    return new Set(
      texts.map((text) => {
        const rule = known.get(text) ?? rules.find(([pattern]) => pattern.test(text));
        if (rule === undefined) throw new Error(`'${text}' is in no table`);
        known.set(text, rule);
        seen.add(String(rule[0]));
        return rule;
      }),
    );
  }

  function check(one: Case, { headline, sentences: texts }: Conclusion): void {
    const printed = new Set([...rulesFor([headline], headlines), ...rulesFor(texts, sentences)]);
    for (const rule of [...headlines, ...sentences]) {
      const [pattern, may, exactly] = rule;
      const isWrong = printed.has(rule) ? !may(one) : exactly !== undefined && may(one);
      if (isWrong && wrong.length < 3) wrong.push([String(pattern), one.facts, headline, texts]);
    }
  }

  test('in all combinations of states', () => {
    let count = 0;
    for (const one of combinations()) {
      count++;
      check(one, conclusionOf(one.facts));
    }

    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(50_000);
  });

  test('and each of them is printed in some state', () => {
    const others = [/There was nothing to send/, /other records/, /held before it is not known/];
    const unseen = [...headlines, ...sentences]
      .map(([pattern]) => String(pattern))
      .filter((pattern) => !seen.has(pattern));

    expect(unseen.filter((pattern) => others.every((other) => !other.test(pattern)))).toEqual([]);
  });
});
