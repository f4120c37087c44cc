import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type JobFolder, jobFolder } from '@chatferry/job/planned';
import type { Plan } from '@chatferry/planner';
import { type MinuteRow, movedLedger, openLedger } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { entry, failed } from '../../runner/test/support/ledger-contract.ts';
import { somewhere } from '../../runner/test/support/rig.ts';
import { exportLedger, importLedger, openJobLedger, Store } from '../src/index.ts';
import { takenLedger, withUsersPlan, emptyStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const shared = emptyStore();

const minute: MinuteRow = {
  minute: 29_000_000,
  kind: 'users',
  records: 3,
  requests: 2,
  again: 1,
  quota: 59.4,
  waitedMs: 1200,
  why: 'trouble',
  latency: Array.from({ length: 41 }, (_, index) => index % 2),
};

/** A job folder with a plan of users and a ledger in it, of every kind of row. */
async function withBegunJob(use: (job: JobFolder, plan: Plan) => Promise<void>): Promise<void> {
  await withUsersPlan(async (plan) => {
    const job = jobFolder(join(plan.path, '..'));
    {
      using ledger = openLedger(job.ledger, plan, somewhere);
      await ledger.beginRun(1000);
      await ledger.announce('users', 1, 7, 1500);
      const troubles = [{ records: 2, code: 'HTTP 502', message: 'Bad gateway' }];
      const outcomes = [{ ...failed(1), details: { name: ['too long'] }, mayHaveLanded: true }];
      const after = { state: 'settled', marks: 'cfo' } as const;
      await ledger.write({ ...entry({ seq: 1, after, outcomes }), troubles });
      await ledger.write(entry({ seq: 2, after: { state: 'open', marks: 'u' } }));
      await ledger.messageIds.want([{ muid: 'm1', from: 10, to: 20 }]);
      await ledger.addMinutes([minute]);
      await ledger.allowLive();
      ledger.keepInstance('instance-1');
      const reason = { code: 'gave-up', message: 'No answer.', fix: 'Wait.' } as const;
      await ledger.endRun(1, 2000, reason);
    }
    await use(job, plan);
  });
}

function minutesIn(job: JobFolder): unknown {
  using db = new DatabaseSync(job.ledger, { readOnly: true });
  return db.prepare('SELECT * FROM minutes').all();
}

async function contentOf(job: JobFolder, plan: Plan): Promise<unknown> {
  using ledger = openLedger(job.ledger, plan, somewhere);
  return [
    await ledger.counts(),
    await ledger.open('users', [0, 1]),
    [1, 2].map((seq) => [ledger.rows.batch(seq), ledger.rows.changedAt(seq)]),
    ledger.rows.outcomesOf(1),
    ledger.rows.troublesOf(1),
    await ledger.messageIds.nextToRead(60),
    await ledger.isLiveAllowed(),
    ledger.instance,
    minutesIn(job),
  ].map((part) => JSON.stringify(part));
}

test('a ledger comes back from a store as it went there', () =>
  withBegunJob(async (job, plan) => {
    const before = await contentOf(job, plan);
    await importLedger(shared.store, job, plan);
    expect(movedLedger(job.ledger)).toMatchObject({ state: 'moved', name: shared.store.name });
    expect(() => openLedger(job.ledger, plan)).toThrow(
      expect.objectContaining({ code: 'ledger-elsewhere' }),
    );

    await exportLedger(shared.store, job, plan);

    expect(movedLedger(job.ledger)).toBeUndefined();
    expect(await contentOf(job, plan)).toEqual(before);
    using ledger = openLedger(job.ledger, plan);
    expect(await ledger.beginRun(3000)).toBe(2);
  }));

test('a large ledger that workers have had goes and comes as a whole', () =>
  withBegunJob(async (job, plan) => {
    await importLedger(shared.store, job, plan);
    await shared.rows(`
      INSERT INTO chatferry.batch (job, seq, kind, lane, state, attempts, marks, begun_at, changed_at)
        SELECT id, n, 'users', 0, 'settled', 1, 'c', 1, 1 FROM chatferry.job, generate_series(3, 4500) AS n;
      INSERT INTO chatferry.shift (job, step, kind, part, worker, taken_at)
        SELECT id, 'send', 'users', 0, 'w', now() FROM chatferry.job`);

    await exportLedger(shared.store, job, plan);
    await importLedger(shared.store, job, plan);

    expect(await shared.rows('SELECT count(*)::int AS n FROM chatferry.batch')).toEqual([
      { n: 4500 },
    ]);
    expect(await shared.rows('SELECT worker FROM chatferry.shift')).toEqual([]);
  }));

test('an import whose answer is lost leaves the file unusable, and is finished by the next one', () =>
  withBegunJob(async (job, plan) => {
    await using wire = await wireTo(shared.address);
    await using store = new Store(wire.address, { giveUpAfterMs: 0 });
    wire.loseAnswerTo('COMMIT');
    await expect(importLedger(store, job, plan)).rejects.toMatchObject({
      code: 'store-unreachable',
    });

    expect(movedLedger(job.ledger)).toMatchObject({ state: 'moving' });
    expect(() => openLedger(job.ledger, plan)).toThrow(
      expect.objectContaining({ code: 'ledger-elsewhere' }),
    );
    await expect(exportLedger(store, job, plan)).rejects.toMatchObject({
      code: 'ledger-elsewhere',
    });
    await expect(openJobLedger(store, job, plan, somewhere)).rejects.toMatchObject({
      code: 'ledger-elsewhere',
    });
    await importLedger(shared.store, job, plan);

    expect(movedLedger(job.ledger)).toMatchObject({ state: 'moved' });
    expect(await shared.rows('SELECT count(*)::int AS n FROM chatferry.batch')).toEqual([{ n: 2 }]);
  }));

test('a process that was asleep writes nothing into a ledger that has left, and none takes the job', () =>
  withBegunJob(async (job, plan) => {
    await importLedger(shared.store, job, plan);
    const asleep = await takenLedger(shared.store, plan);
    await expect(exportLedger(shared.store, job, plan)).rejects.toMatchObject({ code: 'locked' });
    await shared.rows("UPDATE chatferry.job SET seen_at = '-infinity'");
    await exportLedger(shared.store, job, plan);

    await expect(asleep.announce('users', 0, 3, 1)).rejects.toMatchObject({ code: 'lost-lease' });
    await expect(takenLedger(shared.store, plan)).rejects.toMatchObject({
      code: 'ledger-elsewhere',
    });
  }));

test('a ledger does not replace another one of the same job', () =>
  withBegunJob(async (job, plan) => {
    const copy = jobFolder(join(job.path, 'copy'));
    mkdirSync(copy.path);
    renameSync(job.ledger, copy.ledger);
    await (await openJobLedger(shared.store, job, plan, somewhere))[Symbol.asyncDispose]();

    await expect(importLedger(shared.store, copy, plan)).rejects.toMatchObject({
      code: 'ledger-elsewhere',
    });
    // A copy of the job folder without a ledger gets it.
    await exportLedger(shared.store, jobFolder(join(job.path, 'copy')), plan).catch(() => {});
    const empty = jobFolder(join(job.path, 'empty'));
    mkdirSync(empty.path);
    await exportLedger(shared.store, empty, plan);
    expect(movedLedger(empty.ledger)).toBeUndefined();
    using ledger = openLedger(empty.ledger, plan);
    expect((await ledger.counts()).users.pending).toBe(40);
  }));
