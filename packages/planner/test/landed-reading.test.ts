import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { ContentDigest } from '../src/delta/content-digest.ts';
import type { EarlierJob, EarlierMarks } from '../src/delta/earlier-job.ts';
import type { LandedReading } from '../src/delta/landed-reading.ts';
import { LandedThread } from '../src/delta/landed-thread.ts';
import { openLanded } from '../src/delta/open-landed.ts';
import { type LandedRecords, readLanded } from '../src/delta/read-landed.ts';
import { openPlan } from '../src/index.ts';
import { blockOf, compile, message, planAt, type Planned, temporaryFolder, user } from './rig.ts';

/** More batches than the thread sends ahead. */
const USERS = 1500;

async function planned(): Promise<Planned> {
  const users = Array.from({ length: USERS }, (_, index) => user(`u${index}`));
  const messages = Array.from({ length: 100 }, (_, index) => message(`m${index}`, 'u1', 'u2'));
  return await compile({ users, messages }, { recordsPerRequest: 1 });
}

/** Some batches landed, some may have, some did not, and some were not begun. */
function marksOf(seq: number): EarlierMarks | undefined {
  return seq > USERS + 50 ? undefined : ['l', 't', '.'][seq % 3]!;
}

function allOf(reading: LandedReading): LandedRecords[] {
  const read: LandedRecords[] = [];
  for (;;) {
    const next = reading.next(true);
    if (next === undefined) return read;
    read.push(next);
  }
}

describe('a second thread', () => {
  test('reads the same records in the same order', async () => {
    using plan = await planned();
    const job: EarlierJob = { plan: plan.plan, marksOf };
    using thread = new LandedThread(job);

    const read = allOf(thread);

    expect(read).toEqual([...readLanded(job, new ContentDigest())]);
    expect(read.map(({ row }) => row.kind)).toContain('messages');
    expect(read.length).toBeGreaterThan(1000);
  });

  test('waits for records only when asked to, and can be left early', async () => {
    using plan = await planned();
    using thread = new LandedThread({ plan: plan.plan, marksOf });

    expect(thread.next(false)).toBeUndefined(); // The thread has not started.
    expect(thread.next(true)?.row.ids).toBe('["u0"]');
  });

  test('reports a damaged plan as reading it here does', async () => {
    using plan = await planned();
    using db = new DatabaseSync(plan.path);
    db.exec(`UPDATE batches SET body = x'00' WHERE seq = ${USERS}`);
    using damaged = openPlan(plan.path);
    const job: EarlierJob = { plan: damaged, marksOf: () => 'l' };
    using thread = new LandedThread(job);

    expect(() => allOf(thread)).toThrow(
      expect.objectContaining({ name: 'PlanError', code: 'damaged', fix: expect.any(String) }),
    );
    expect(() => [...readLanded(job, new ContentDigest())]).toThrow(
      expect.objectContaining({ code: 'damaged' }),
    );
  });

  test('is waited for before the records of a large export are compared', async () => {
    const text = 'x'.repeat(10_000);
    const messages = Array.from({ length: 3501 }, (_, index) =>
      message(`m${index}`, 'u1', 'u2', { data: { text } }),
    );
    const users = [user('u1'), user('u2')];
    const blocks = [blockOf('users', users), blockOf('messages', messages)];
    using folder = temporaryFolder();
    using earlier = await compile({ users, messages: messages.slice(0, -1) }); // 35 MB
    const job: EarlierJob = { plan: earlier.plan, marksOf: () => 'l'.repeat(100) };
    const source = { job, onChanged: () => {}, onGone: () => {} };
    const file = path.join(folder.path, 'plan.sqlite');
    await planAt(file, blocks, { earlier: source });
    using plan = openPlan(file);
    const { kinds } = plan.summary;

    expect(kinds.users.unchanged).toBe(2);
    expect(kinds.messages).toMatchObject({ unchanged: 3500, planned: 1 });
  });
});

test("the caller's thread reads some batches after each block of the export, and the rest when they are needed", async () => {
  using plan = await planned();
  const job: EarlierJob = { plan: plan.plan, marksOf };
  using reading = openLanded({ job }, 'small');
  const afterBlock = (): LandedRecords[] => {
    const read: LandedRecords[] = [];
    for (let next = reading.next(false); next !== undefined; next = reading.next(false))
      read.push(next);
    return read;
  };

  const blocks = [afterBlock(), afterBlock()];
  const rest = allOf(reading);

  expect(blocks.map(({ length }) => length)).toEqual([64, 64]);
  expect([...blocks.flat(), ...rest]).toEqual([...readLanded(job, new ContentDigest())]);
});
