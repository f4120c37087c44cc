import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobFolder } from '@chatferry/job/planned';
import { openPlan, type Plan } from '@chatferry/planner';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePlan } from '../../runner/test/support/make-plan.ts';
import { somewhere } from '../../runner/test/support/rig.ts';
import { messages, users } from '../../runner/test/support/rows.ts';
import {
  BossQueue,
  cancelJob,
  exportLedger,
  jobStates,
  openJobLedger,
  openPostgresLedger,
  pauseJobs,
  resumeJob,
  type Submission,
  submit,
} from '../src/index.ts';
import { offerMissing } from '../src/shifts/offer-missing.ts';
import { submissionOf } from './support/fleet-rig.ts';
import { drained, emptied, type TestStore, testStore } from './support/test-stores.ts';

let shared: TestStore;
let queue: BossQueue;
let folder: string;
let plan: Plan;
let friends: Plan;
let replies: Plan;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  shared = await testStore();
  queue = await BossQueue.open(shared.store, 'pool', false);
  folder = mkdtempSync(join(tmpdir(), 'chatferry-states-'));
  const planned = async (name: string, rows: Parameters<typeof makePlan>[1]): Promise<Plan> => {
    await makePlan(join(folder, name), rows);
    return openPlan(join(folder, name));
  };
  plan = await planned('plan.sqlite', { users: users(3), messages: messages(2, 3) });
  friends = await planned('friends.sqlite', {
    users: users(3),
    friends: [{ uid: 'u1', friend: 'u2' }],
  });
  const [first] = messages(1, 3);
  replies = await planned('replies.sqlite', {
    users: users(3),
    messages: [first!],
    replies: [
      {
        ...first,
        muid: 'r1',
        parentMuid: 'm1',
        category: 'message',
        type: 'text',
        data: { text: 'Re' },
        text: undefined,
      },
    ],
  });
});
afterAll(async () => {
  plan[Symbol.dispose]();
  friends[Symbol.dispose]();
  replies[Symbol.dispose]();
  rmSync(folder, { recursive: true });
  await queue[Symbol.asyncDispose]();
  await shared[Symbol.asyncDispose]();
});
beforeEach(fresh);

async function fresh(): Promise<void> {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
  await emptied(shared);
  await drained(shared, queue);
  rmSync(join(folder, 'job'), { recursive: true, force: true });
  mkdirSync(join(folder, 'job'));
}

const job = () => jobFolder(join(folder, 'job'));
async function given(more: Partial<Submission> = {}) {
  return submit(shared.store, queue, submissionOf(plan, somewhere.target, more));
}

/** The job of the plan, by the name that its submission has. */
async function nameOf(): Promise<string> {
  const [row] = await shared.rows(`SELECT name FROM chatferry.job WHERE plan = '${plan.id}'`);
  return (row?.['name'] as string | undefined) ?? 'no-such';
}

const setState = async (state: string): Promise<void> => {
  await given();
  await shared.rows(`UPDATE chatferry.job SET state = '${state}'`);
};
const keptInStore = async (): Promise<AsyncDisposable> =>
  openJobLedger(shared.store, job(), plan, somewhere);
const released = async (): Promise<void> => (await keptInStore())[Symbol.asyncDispose]();
const held = async (): Promise<void> => void open.push(await keptInStore());

/** How a job comes into each state. */
const states: Readonly<Record<string, () => Promise<unknown>>> = {
  absent: async () => {},
  running: () => given(),
  stopped: () => setState('stopped'),
  cancelled: async () => {
    await given();
    await cancelJob(shared.store, await nameOf());
  },
  finished: () => setState('finished'),
  'without workers': released,
  'run on one machine': held,
  'stopped, and run on one machine': async () => {
    await setState('stopped');
    await held();
  },
  exported: async () => {
    await released();
    await exportLedger(shared.store, job(), plan);
  },
  'stopped, and exported': async () => {
    await setState('stopped');
    await exportLedger(shared.store, job(), plan);
  },
  'stopped, and another one of the app is running': async () => {
    await setState('stopped');
    await shared.rows("UPDATE chatferry.job SET plan = 'p', name = 'n'");
    await given();
    await setState('stopped');
    await shared.rows("UPDATE chatferry.job SET state = 'running' WHERE plan = 'p'");
  },
};

const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  submit: async () => (await given()).is,
  resume: async () => ((await resumeJob(shared.store, await nameOf())) ? 'resumed' : 'as it was'),
  cancel: async () => cancelJob(shared.store, await nameOf()),
  pause: async () => void (await pauseJobs(shared.store, await nameOf(), true)),
  run: async () => {
    await openPostgresLedger(shared.store, plan, somewhere);
  },
  export: async () => exportLedger(shared.store, job(), plan),
};

/** What an operation answers, and what the store and the workers have after it. */
async function after(operation: () => Promise<unknown>): Promise<string> {
  await drained(shared, queue);
  const answer = await operation().then(
    (value) => (typeof value === 'string' ? value : 'done'),
    ({ code }: { code: string }) => `refused: ${code}`,
  );
  const [row] = await shared.rows(
    `SELECT state, exported_at IS NOT NULL AS exported, paused, holder IS NOT NULL AS held,
            (SELECT string_agg(coalesce(ended_as, 'open'), ' ' ORDER BY number) FROM chatferry.run WHERE job = j.id) AS runs
     FROM chatferry.job j WHERE plan = '${plan.id}'`,
  );
  const { state = 'absent', runs, ...is } = (row ?? {}) as Record<string, string | boolean | null>;
  const { length: offered } = await drained(shared, queue);
  return [
    answer,
    state ?? 'without workers',
    ...(is['exported'] === true ? ['exported'] : []),
    ...(is['paused'] === true ? ['paused'] : []),
    ...(is['held'] === true ? ['held'] : []),
    `runs: ${runs ?? 'none'}`,
    ...(offered === 0 ? [] : [`${offered} shift`]),
  ].join(', ');
}

/** For each state: what each operation answers, and what the store and the workers have after it. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  absent: {
    submit: 'given, running, runs: open, 1 shift',
    resume: 'refused: no-job, absent, runs: none',
    cancel: 'refused: no-job, absent, runs: none',
    pause: 'refused: no-job, absent, runs: none',
    run: 'done, without workers, held, runs: none',
    export: 'refused: no-ledger, absent, runs: none',
  },
  running: {
    submit: 'there, running, runs: open',
    resume: 'as it was, running, runs: open',
    cancel: 'done, cancelled, runs: stopped',
    pause: 'done, running, paused, runs: open',
    run: 'refused: with-workers, running, runs: open',
    export: 'refused: with-workers, running, runs: open',
  },
  stopped: {
    submit: 'changed, stopped, runs: open',
    resume: 'resumed, running, runs: open open, 1 shift',
    cancel: 'done, cancelled, runs: stopped',
    pause: 'done, stopped, paused, runs: open',
    run: 'done, stopped, held, runs: open',
    export: 'done, stopped, exported, runs: open',
  },
  cancelled: {
    submit: 'changed, cancelled, runs: stopped',
    resume: 'resumed, running, runs: stopped open, 1 shift',
    cancel: 'done, cancelled, runs: stopped',
    pause: 'done, cancelled, paused, runs: stopped',
    run: 'done, cancelled, held, runs: stopped',
    export: 'done, cancelled, exported, runs: stopped',
  },
  finished: {
    submit: 'there, finished, runs: open',
    resume: 'resumed, running, runs: open open, 1 shift',
    cancel: 'done, finished, runs: open',
    pause: 'done, finished, paused, runs: open',
    run: 'done, finished, held, runs: open',
    export: 'done, finished, exported, runs: open',
  },
  'without workers': {
    submit: 'given, running, runs: open, 1 shift',
    resume: 'refused: no-job, without workers, runs: none',
    cancel: 'refused: no-job, without workers, runs: none',
    pause: 'refused: no-job, without workers, runs: none',
    run: 'done, without workers, held, runs: none',
    export: 'done, without workers, exported, runs: none',
  },
  'run on one machine': {
    submit: 'refused: locked, without workers, held, runs: none',
    resume: 'refused: no-job, without workers, held, runs: none',
    cancel: 'refused: no-job, without workers, held, runs: none',
    pause: 'refused: no-job, without workers, held, runs: none',
    run: 'refused: locked, without workers, held, runs: none',
    export: 'refused: locked, without workers, held, runs: none',
  },
  'stopped, and run on one machine': {
    submit: 'refused: locked, stopped, held, runs: open',
    resume: 'refused: locked, stopped, held, runs: open',
    cancel: 'done, cancelled, held, runs: stopped',
    pause: 'done, stopped, paused, held, runs: open',
    run: 'refused: locked, stopped, held, runs: open',
    export: 'refused: locked, stopped, held, runs: open',
  },
  exported: {
    submit: 'refused: ledger-elsewhere, without workers, exported, runs: none',
    resume: 'refused: no-job, without workers, exported, runs: none',
    cancel: 'refused: no-job, without workers, exported, runs: none',
    pause: 'refused: no-job, without workers, exported, runs: none',
    run: 'refused: ledger-elsewhere, without workers, exported, runs: none',
    export: 'refused: ledger-elsewhere, without workers, exported, runs: none',
  },
  'stopped, and exported': {
    submit: 'refused: ledger-elsewhere, stopped, exported, runs: open',
    resume: 'refused: no-job, stopped, exported, runs: open',
    cancel: 'refused: no-job, stopped, exported, runs: open',
    pause: 'refused: no-job, stopped, exported, runs: open',
    run: 'refused: ledger-elsewhere, stopped, exported, runs: open',
    export: 'refused: ledger-elsewhere, stopped, exported, runs: open',
  },
  'stopped, and another one of the app is running': {
    submit: 'refused: app-busy, stopped, runs: open',
    resume: 'refused: app-busy, stopped, runs: open',
    cancel: 'done, cancelled, runs: stopped',
    pause: 'done, stopped, paused, runs: open',
    run: 'refused: app-busy, stopped, runs: open',
    export: 'done, stopped, exported, runs: open',
  },
};

test.each(Object.keys(states))('what may be done with a job that is %s', async (state) => {
  const found: Record<string, string> = {};
  for (const [name, operation] of Object.entries(operations)) {
    if (Object.keys(found).length > 0) await fresh();
    await states[state]!();
    found[name] = await after(operation);
  }

  expect(found).toEqual(expected[state]);
});

/** The shifts of the job that workers have taken: step, kind, part, worker, and what has become of them. */
async function taken(...shifts: readonly string[]): Promise<void> {
  const values = shifts.map((shift) => {
    const [step, kind, part, worker, note, ...is] = shift.split(' ');
    const releasedAt = is.includes('released') ? 'clock_timestamp()' : 'NULL';
    const noted = note === '-' ? 'NULL' : `'${note}'`;
    return `((SELECT id FROM chatferry.job WHERE plan = '${plan.id}'), '${step}', '${kind === '-' ? '' : kind}',
             ${part}, '${worker}', clock_timestamp(), ${releasedAt}, ${noted}, ${is.includes('done')})`;
  });
  await shared.rows(`INSERT INTO chatferry.shift VALUES ${values.join(', ')}`);
}

test('a job that is resumed begins a run, and knows what the runs before have done', async () => {
  await given();
  await drained(shared, queue);
  await shared.rows(`
    INSERT INTO chatferry.lane (job, kind, lane, requests, failed)
      SELECT j.id, k, lane, 3, CASE WHEN k = 'users' THEN 2 ELSE 0 END
      FROM chatferry.job j, unnest(ARRAY['users', 'messages']) AS k, generate_series(0, 1) AS lane;
    UPDATE chatferry.job SET state = 'stopped', step = 'send', kind = 'users', reason = '{}', paused = true,
      per_minute = 0, no_key_at = clock_timestamp()`);
  await taken('check - 0 w - done', 'send users 0 w - ', 'send users 1 w no-key released');
  expect(await resumeJob(shared.store, await nameOf())).toBe(true);

  const [row] = await shared.rows(
    `SELECT j.state, step, kind, run, j.reason, paused, per_minute, no_key_at, failed_before, requests_before
     FROM chatferry.job j JOIN chatferry.run r ON r.job = j.id AND r.number = j.run`,
  );
  expect({ ...row, failed_before: JSON.parse(String(row!['failed_before'])) as unknown }).toEqual({
    state: 'running',
    step: 'check',
    kind: null,
    run: '2',
    reason: null,
    paused: false,
    per_minute: 0,
    no_key_at: null,
    failed_before: { users: 4, messages: 0 },
    requests_before: '12',
  });
  // Requests of a worker that was killed may still be in flight.
  expect(await shared.rows('SELECT step, kind, part FROM chatferry.shift')).toEqual([
    { step: 'send', kind: 'users', part: 0 },
  ]);
  expect((await drained(shared, queue)).map(({ shift }) => shift)).toMatchObject([
    { step: 'check', part: 0 },
  ]);
});

test('what the queue has lost is offered again, without what is done', async () => {
  await given();
  await drained(shared, queue);
  await shared.rows("UPDATE chatferry.job SET step = 'send', kind = 'users'");
  await taken('check - 0 w - done', 'send users 0 w - released done');

  await offerMissing(shared.store, queue, 'another pool');
  expect(await drained(shared, queue)).toEqual([]);
  await offerMissing(shared.store, queue, 'pool');
  expect((await drained(shared, queue)).map(({ shift }) => shift)).toMatchObject([
    { step: 'send', kind: 'users', part: 1 },
  ]);
});

/** Workers, notes and the lack of a key, where others had shifts of other steps. */
async function shown(change: string, shifts: readonly string[]): Promise<unknown> {
  await shared.rows(`DELETE FROM chatferry.shift; UPDATE chatferry.job SET ${change}`);
  await taken(
    'check - 0 w9 old',
    'send groups 0 w8 old released',
    'compare users 0 w7 -',
    ...shifts,
  );
  const [{ workers, notes, lacksKey } = {}] = await jobStates(shared.store, await nameOf());
  return [workers?.toSorted().join(' '), notes?.toSorted().join(' '), lacksKey];
}

test('a job has the workers and the notes of its present step', async () => {
  await given();
  const sending = "state = 'running', step = 'send', kind = 'users', no_key_at = clock_timestamp()";
  const waiting = ['send users 2 w3 no-key released', 'send users 3 w4 gave-up released'];
  const over = ['send users 4 w5 x released done', 'send users 5 w6 y done'];

  expect(
    await shown(sending, ['send users 0 w1 -', 'send users 1 w2 y', ...waiting, ...over]),
  ).toEqual(['w1 w2', 'gave-up no-key', false]);
  expect(await shown(sending, [...waiting, ...over])).toEqual(['', 'gave-up no-key', true]);
  expect(await shown(`${sending} - interval '4 min'`, waiting)).toEqual([
    '',
    'gave-up no-key',
    false,
  ]);
  expect(
    await shown("state = 'stopped', no_key_at = clock_timestamp()", ['send users 0 w1 -']),
  ).toEqual(['', '', false]);
  expect(await shown("state = 'running', step = 'check', kind = NULL", [])).toEqual([
    'w9',
    '',
    false,
  ]);
});

test('jobs are listed in the order of their submission, without those that have left the store', async () => {
  await given();
  const first = await nameOf();
  const target = { appId: 'other', region: 'eu' } as const;
  await given({ target });
  const names = async (name?: string): Promise<unknown[]> =>
    (await jobStates(shared.store, name)).map(({ target: { appId } }) => appId);

  expect(await names()).toEqual([somewhere.target.appId, 'other']);
  expect(await names(first)).toEqual([somewhere.target.appId]);
  await shared.rows(`UPDATE chatferry.job SET exported_at = now() WHERE name = '${first}'`);
  expect(await names()).toEqual(['other']);
  await expect(names(first)).rejects.toMatchObject({ code: 'no-job' });
});

test('of two plans that are submitted for an app at the same time, one is given', async () => {
  for (let round = 0; round < 3; round++) {
    await fresh();
    const both = [given({ allowsLive: true }), given({ allowsLive: true, plan: friends })];
    const settled = await Promise.allSettled(both);

    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('a job is spread over no more shifts than it has lanes, and no process holds it', async () => {
  await held();
  await shared.rows("UPDATE chatferry.job SET seen_at = '-infinity'");

  expect(await given({ spread: plan.lanes + 1 })).toMatchObject({ is: 'given' });

  expect(await shared.rows('SELECT spread, lanes, holder FROM chatferry.job')).toEqual([
    { spread: plan.lanes, lanes: plan.lanes, holder: null },
  ]);
});

/** What a submission answers when neither, the chat route, live operations, or both are allowed. */
async function answers(more: Partial<Submission>): Promise<string[]> {
  const found: string[] = [];
  for (const allowsLive of [false, true])
    for (const allowsChat of [false, true]) {
      await fresh();
      const answer = given({ ...more, allowsLive, allowsChat });
      found.push(
        await answer.then(
          ({ is }) => is,
          ({ code }: { code: string }) => code,
        ),
      );
    }
  return found;
}

test('what is sent live, or through the chat API, is submitted only where that is allowed', async () => {
  const { settings } = submissionOf(plan, somewhere.target);
  const byChat = { ...settings, routes: { messages: 'chat' } } as const;

  expect(await answers({})).toEqual(['given', 'given', 'given', 'given']);
  expect(await answers({ plan: friends })).toEqual(['needs-live', 'needs-live', 'given', 'given']);
  expect(await answers({ settings: byChat })).toEqual([
    'needs-chat',
    'given',
    'needs-chat',
    'given',
  ]);
  // Replies are sent live, and there is no import of them.
  expect(await answers({ plan: replies })).toEqual([
    'needs-live',
    'needs-live',
    'needs-chat',
    'given',
  ]);
  expect(await answers({ plan: friends, settings: byChat })).toEqual([
    'needs-live',
    'needs-live',
    'given',
    'given',
  ]);
});
