import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import {
  checkLedger,
  compareAgain,
  failedRecords,
  jobAccount,
  type Ledger,
  type MissingRecord,
  openLedger,
  PRESENT_DIFFERS,
  recordStory,
  type RecordOutcome,
  retryMissing,
} from '../src/index.ts';
import { notCompared } from '../src/terms/outcome.ts';
import { ownershipOf } from '../src/removing/ownership.ts';
import { removedUsers } from '../src/removing/removed-users.ts';
import { entry, failed } from './support/ledger-contract.ts';
import { makePlan } from './support/make-plan.ts';
import { somewhere } from './support/rig.ts';
import { users } from './support/rows.ts';

interface Paths {
  readonly plan: string;
  readonly ledger: string;
}

/** A ledger of 60 users in one lane, ten in a batch, of which nothing was sent. */
async function withLedger(use: (ledger: Ledger, paths: Paths) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-reports-'));
  const paths = { plan: join(folder, 'plan.sqlite'), ledger: join(folder, 'ledger.sqlite') };
  try {
    await makePlan(paths.plan, { users: users(60) }, { recordsPerRequest: 10, lanes: 1 });
    using plan = openPlan(paths.plan);
    using ledger = openLedger(paths.ledger, plan, somewhere);
    await use(ledger, paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function skipped(position: number, cause: string): RecordOutcome {
  return { ...failed(position, 'NEEDS_OTHER_RECORD'), outcome: 'skipped', cause };
}

function unresolved(position: number, code = 'ERR_BAD'): RecordOutcome {
  return { ...failed(position, code), outcome: 'unresolved' };
}

/** A settled batch with every outcome, one that a retry has begun, and one that may have been sent. */
async function writeAllOutcomes(ledger: Ledger): Promise<void> {
  const details = { name: ['Wrong.'] };
  await ledger.writeAll([
    entry({
      seq: 1,
      after: { state: 'settled', marks: 'cpedofsucq' },
      outcomes: [
        { ...failed(3), outcome: 'present', mayHaveLanded: true },
        { ...failed(5), details },
        skipped(6, 'groups:g'),
        unresolved(7),
        // Skipped at first, and landed by a retry.
        { ...skipped(8, 'groups:g'), outcome: 'created' },
      ],
    }),
    entry({
      seq: 2,
      after: { state: 'open', marks: 'ufr.cccccc' },
      outcomes: [unresolved(0), failed(1), unresolved(2), failed(3)],
    }),
  ]);
  await ledger.announce('users', 0, 3, 1000);
}

const no = {
  presentByThisJob: false,
  isUnproved: false,
  compared: undefined,
  cause: undefined,
};

test.each([
  { seq: 1, position: 0, story: { ...no, outcome: 'created', sent: true, trouble: undefined } },
  { seq: 1, position: 1, story: { ...no, outcome: 'present', compared: 'not-compared' } },
  { seq: 1, position: 2, story: { ...no, outcome: 'present', compared: 'same' } },
  {
    seq: 1,
    position: 3,
    story: { ...no, outcome: 'present', compared: 'different', isUnproved: true },
  },
  { seq: 1, position: 4, story: { ...no, outcome: 'present', presentByThisJob: true } },
  { seq: 1, position: 5, story: { ...no, outcome: 'failed', trouble: { code: 'ERR_BAD' } } },
  { seq: 1, position: 6, story: { ...no, outcome: 'skipped', sent: false, cause: 'groups:g' } },
  { seq: 1, position: 7, story: { ...no, outcome: 'unresolved', sent: true } },
  {
    seq: 1,
    position: 8,
    story: { ...no, outcome: 'created', trouble: { code: expect.any(String) } },
  },
  { seq: 1, position: 9, story: { ...no, outcome: 'present', compared: 'same', isUnproved: true } },
  { seq: 2, position: 0, story: { ...no, outcome: 'pending', sent: true } },
  { seq: 2, position: 2, story: { ...no, outcome: 'pending', sent: true } },
  { seq: 2, position: 3, story: { ...no, outcome: 'pending', sent: false } },
  { seq: 3, position: 0, story: { ...no, outcome: 'pending', sent: true, attempts: 0 } },
  { seq: 4, position: 0, story: { ...no, outcome: 'pending', sent: false } },
])('record $position of batch $seq is reported as $story', ({ seq, position, story }) =>
  withLedger(async (ledger) => {
    await writeAllOutcomes(ledger);

    expect(recordStory(ledger, { seq, kind: 'users', lane: 0 }, position)).toMatchObject(story);
  }),
);

test('what was created or is proved belongs to the job, and what has no known outcome may be proved', () =>
  withLedger(async (ledger) => {
    await writeAllOutcomes(ledger);
    const of = (seq: number): unknown =>
      ownershipOf(ledger, { seq, kind: 'users', lane: 0, records: 10 }).of;

    const [own, maybe, never, not] = ['own', 'provable', 'unproved', undefined];
    expect(of(1)).toEqual([own, not, not, never, own, not, not, maybe, own, never]);
    expect(of(2)).toEqual([maybe, not, maybe, not, own, own, own, own, own, own]);
    expect(of(3)).toEqual(Array.from({ length: 10 }, () => maybe));
    expect(of(4)).toEqual(Array.from({ length: 10 }, () => undefined));
  }));

test('records that did not land are listed with their details, but those that a retry is to send', () =>
  withLedger(async (ledger) => {
    await writeAllOutcomes(ledger);

    const found = [...failedRecords(ledger)];

    expect(found.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['u5', 'failed'],
      ['u6', 'skipped'],
      ['u7', 'unresolved'],
      ['u1', 'failed'],
    ]);
    expect(found.map(({ details }) => details)).toEqual([
      { name: ['Wrong.'] },
      undefined,
      undefined,
      undefined,
    ]);
    expect(notCompared((await ledger.counts()).users)).toBe(1);
  }));

function failedOver(position: number, ...fields: readonly string[]): RecordOutcome {
  const details = Object.fromEntries(fields.map((field) => [field, ['No.']]));
  return { ...failed(position), details };
}

test('causes are listed by kind of outcome, the largest first', () =>
  withLedger(async (ledger, paths) => {
    const causes = ['z', 'z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const trouble = { records: 1, message: 'No.' };
    await ledger.writeAll([
      {
        ...entry({
          seq: 1,
          after: { state: 'settled', marks: 'fffuuccccc' },
          outcomes: [
            failedOver(0, 'tags', 'name'),
            failedOver(1, 'tags'),
            failed(2, 'ERR_A'),
            unresolved(3),
            unresolved(4),
          ],
        }),
        troubles: ['A', 'Z'].map((code) => ({ ...trouble, code })),
      },
      {
        ...entry({
          seq: 2,
          after: { state: 'settled', marks: 'ssssssssss' },
          outcomes: causes.map((cause, position) => skipped(position, `groups:${cause}`)),
          at: 5000,
        }),
        troubles: [{ ...trouble, code: 'Z' }],
      },
    ]);

    const { losses, skips, troubles } = jobAccount(paths.plan, paths.ledger);

    expect(losses.groups).toMatchObject([
      { outcome: 'failed', code: 'ERR_BAD', records: 2, fields: ['tags', 'name'] },
      { outcome: 'unresolved', code: 'ERR_BAD', records: 2, example: { id: 'u3' } },
      { outcome: 'failed', code: 'ERR_A', records: 1 },
    ]);
    expect(skips.total).toBe(9);
    expect(skips.groups).toHaveLength(9);
    expect(skips.groups[0]).toEqual({ cause: 'groups:z', records: 2 });
    expect(troubles).toMatchObject([
      { code: 'Z', requests: 2, firstAt: 1000, lastAt: 5000 },
      { code: 'A', requests: 1 },
    ]);
  }));

test('a run that was killed was last seen at its last trouble', () =>
  withLedger(async (ledger, paths) => {
    await ledger.beginRun(1000);
    const begun = entry({ seq: 1, after: { state: 'open', marks: 'uuuuuuuuuu' }, at: 2000 });
    const troubles = [{ records: 10, code: 'HTTP 502', message: 'No.' }];
    await ledger.writeAll([
      begun,
      { ...begun, before: begun.after, troubles, at: 3000 },
      { ...begun, before: begun.after, at: 9000 },
    ]);
    await ledger.beginRun(8000);

    expect(jobAccount(paths.plan, paths.ledger).history).toMatchObject([
      { startedAt: 1000, lastSeenAt: 3000 },
      { startedAt: 8000, lastSeenAt: 9000 },
    ]);
  }));

test('after a clock was set back, a run that wrote nothing was last seen when it began', () =>
  withLedger(async (ledger, paths) => {
    await ledger.beginRun(1000);
    await ledger.write(
      entry({ seq: 1, after: { state: 'settled', marks: 'cccccccccc' }, at: 6000 }),
    );
    await ledger.endRun(1, 6000, undefined);
    await ledger.beginRun(4000);

    expect(jobAccount(paths.plan, paths.ledger).history).toMatchObject([
      { lastSeenAt: 6000 },
      { startedAt: 4000, lastSeenAt: 4000 },
    ]);
  }));

function differs(position: number): RecordOutcome {
  return { ...failed(position, PRESENT_DIFFERS), outcome: 'present' };
}

test('of what differed, only what no retry is to send is compared again, and counts as different no more', () =>
  withLedger(async (ledger) => {
    const after = { state: 'open', marks: 'ddrccccccc' } as const;
    const outcomes = [0, 1, 2].map((position) => differs(position));
    await ledger.write(entry({ seq: 1, after, outcomes }));

    expect(compareAgain(ledger, 2000)).toBe(2);

    expect(ledger.rows.batch(1)?.marks).toBe('pprccccccc');
    expect(ledger.rows.outcomesOf(1).map(({ code }) => code)).toEqual([
      'COMPARED_AGAIN',
      'COMPARED_AGAIN',
      PRESENT_DIFFERS,
    ]);
  }));

test('the users that a removal has removed are those that landed, and not those that it has yet to remove', () =>
  withLedger(async (ledger, paths) => {
    using plan = openPlan(paths.plan);
    await ledger.write(entry({ seq: 1, after: { state: 'open', marks: 'cpofsu.rcc' } }));
    const ids = Array.from({ length: 11 }, (_, index) => `u${index + 1}`);

    const removed = await removedUsers(plan, ledger);

    expect(ids.filter((id) => removed.has(id))).toEqual(['u1', 'u2', 'u3', 'u9', 'u10']);
  }));

test.each([
  [
    'the last batch',
    'DELETE FROM batches WHERE seq = 2',
    ['users, lane 0: it marks batch 2 as sent and has no outcome for it.'],
  ],
  [
    'a batch that is in another lane',
    'UPDATE batches SET lane = 1 WHERE seq = 2',
    ['it has a batch 2 of users, lane 1, which the plan has not.'],
  ],
  [
    'the length of the marks of a batch',
    "UPDATE batches SET marks = marks || 'c' WHERE seq = 2",
    ['users, lane 0: it has 11 marks for the 10 records of batch 2.'],
  ],
  [
    'the batch of an outcome',
    'UPDATE outcomes SET seq = 7',
    ['it has users:u1 as failed, and marks it not at all.'],
  ],
  [
    'that a record failed',
    "UPDATE batches SET marks = replace(marks, 'f', 'u') WHERE seq = 1",
    ['it has users:u1 as failed, and marks it unresolved.'],
  ],
])('a ledger that lost %s is not sound', (_, sql, problems) =>
  withLedger(async (ledger, paths) => {
    const after = { state: 'settled', marks: 'cfcccccccc' } as const;
    await ledger.write(entry({ seq: 1, after, outcomes: [failed(1)] }));
    await ledger.write(entry({ seq: 2, after: { ...after, marks: 'ssssssssss' } }));
    expect(checkLedger(paths.plan, paths.ledger)).toEqual([]);
    using db = new DatabaseSync(paths.ledger);
    db.exec(sql);

    expect(checkLedger(paths.plan, paths.ledger)).toEqual(expect.arrayContaining(problems));
  }),
);

test('of an open batch, a record that landed has not failed too', () =>
  withLedger(async (ledger, paths) => {
    const begun = { seq: 1, outcomes: [failed(1)] };
    await ledger.write(entry({ ...begun, after: { state: 'open', marks: 'ufuuuuuuuu' } }));
    expect(checkLedger(paths.plan, paths.ledger)).toEqual([]);

    using db = new DatabaseSync(paths.ledger);
    db.exec("UPDATE batches SET marks = 'ucuuuuuuuu'");

    expect(checkLedger(paths.plan, paths.ledger)).toContain(
      'it has users:u1 as failed, and marks it created.',
    );
  }));

function missing(seq: number, position: number, readAt: number): MissingRecord {
  return { kind: 'users', seq, position, readAt };
}

test('of what a verification missed, only what landed and has not changed since is sent again', () =>
  withLedger(async (ledger) => {
    const states = (): unknown[] =>
      [1, 2, 3].map((seq) => ledger.rows.batch(seq)).map((batch) => [batch!.state, batch!.marks]);
    const marks = 'cofsuccccc';
    const outcomes = [failed(2), skipped(3, 'groups:g'), unresolved(4)];
    await ledger.writeAll(
      [1, 2, 3].map((seq) =>
        entry({ seq, after: { state: 'settled', marks }, outcomes, at: 1000 }),
      ),
    );
    const marked = retryMissing(
      ledger,
      [
        ...[0, 1, 2, 3].map((position) => missing(1, position, 1000)),
        missing(2, 0, 999),
        missing(3, 2, 1000),
        missing(4, 0, 1000),
      ],
      2000,
    );

    expect(marked).toBe(2);
    expect(states()).toEqual([
      ['open', 'rrfsuccccc'],
      ['settled', marks],
      ['settled', marks],
    ]);
  }));
