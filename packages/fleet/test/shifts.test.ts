import { entryOf, type Plan } from '@chatferry/planner';
import { LedgerError } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { quick, startRig } from '../../runner/test/support/rig.ts';
import { messages, town, users } from '../../runner/test/support/rows.ts';
import { cancelJob, pauseJobs, resumeJob, setJobRate } from '../src/index.ts';
import { startFleetRig } from './support/fleet-rig.ts';
import { sharedStore } from './support/test-stores.ts';

const shared = sharedStore();

test('two workers land every record once and in order, and the sums of the job agree', async () => {
  await using rig = await startFleetRig(
    shared,
    {
      ...town(40, 400),
      friends: [{ uid: 'u1', friend: 'u2' }],
      reactions: [{ muid: 'm1', uid: 'u2', reaction: '👍' }],
    },
    {
      recordsPerRequest: 5,
      lanes: 4,
      service: { faults: [{ fault: 'reset-after', when: { from: 3, to: 6 } }] },
    },
  );
  await expect(rig.submit()).resolves.toMatchObject({ is: 'given' });
  await expect(rig.submit()).resolves.toMatchObject({ is: 'there' });

  const events = await Promise.all([rig.work({ shifts: 1 }), rig.work({ shifts: 1 })]);

  const state = await rig.state();
  expect(state).toMatchObject({
    state: 'finished',
    workers: [],
    counts: { users: { pending: 0 } },
  });
  const landed = Object.values(state.counts).map(
    ({ created, presentByThisJob }) => created + presentByThisJob,
  );
  expect(landed.reduce((sum, each) => sum + each, 0)).toBe(40 + 1 + 39 + 400 + 1 + 1);
  expect(rig.held('messages')).toHaveLength(400);
  expect(outOfOrder(rig.plan, rig.held('messages'))).toEqual([]);
  expect(new Set(events.flat().map(({ app }) => app))).toEqual(new Set([rig.service.appId]));
  const walked = events
    .flat()
    .filter((event) => event.type === 'shift-ended' && event.kind === 'messages');
  // Two parts, and no comparison, as no message was there before; which of the workers has them is a matter of chance.
  expect(walked.map(({ step, part }) => `${step} ${part}`).toSorted()).toEqual([
    'send 0',
    'send 1',
  ]);
});

test('records that were there before are compared after their kind', async () => {
  const rows = { users: users(3), messages: messages(20, 3) };
  await using rig = await startFleetRig(shared, rows);
  const { appId, baseUrl, apiKey } = rig.service;
  await using other = await startRig(rows, { service: { appId } });
  expect((await other.run({}, { baseUrl, apiKey })).result).toMatchObject({ end: 'finished' });
  await rig.submit();

  const events = await rig.work();

  const compared = events.filter(({ type, step }) => type === 'shift-ended' && step === 'compare');
  expect(compared).toMatchObject([{ kind: 'messages', how: 'done' }]);
  expect(await rig.state()).toMatchObject({
    state: 'finished',
    counts: { users: { presentSame: 3 }, messages: { present: 20, presentSame: 20 } },
  });

  // The records went to another local service than the one that answers now.
  const { name } = await rig.state();
  await shared.rows(`UPDATE chatferry.job SET instance = 'another' WHERE name = '${name}'`);
  await resumeJob(shared.store, name);
  await rig.work();
  expect(await rig.state()).toMatchObject({
    state: 'stopped',
    reason: { code: 'request-refused' },
  });
});

test('a worker without the key gives the shift back, and the status names the app', async () => {
  await using rig = await startFleetRig(shared, { users: users(5) });
  await rig.submit();
  const stop = new AbortController();

  await rig.work({
    keyOf: () => undefined,
    stop: stop.signal,
    onEvent: ({ type }) => type === 'shift-ended' && stop.abort(),
  });

  expect(await rig.state()).toMatchObject({ state: 'running', lacksKey: true, notes: ['no-key'] });
  expect(rig.service.requests).toEqual([]);
});

test('a worker that is to end records what is in flight and gives its shifts back at once', async () => {
  await using rig = await startFleetRig(
    shared,
    { users: users(20), messages: messages(300, 20) },
    { recordsPerRequest: 5, lanes: 4 },
  );
  await rig.submit();
  const stop = new AbortController();
  let settled = 0;

  const events = await rig.work({
    stop: stop.signal,
    onEvent: (event) =>
      event.type === 'run' &&
      event.event.type === 'batch-settled' &&
      ++settled === 15 &&
      stop.abort(),
  });

  const ends = events.filter(({ type }) => type === 'shift-ended').slice(-2);
  expect(ends).toMatchObject([{ how: 'given-back' }, { how: 'given-back' }]);
  const counts = await rig.state().then(({ counts: all }) => all.messages);
  expect(counts.created).toBe(rig.held('messages').length);

  const rest = await rig.work();
  expect(rest.filter((event) => event.type === 'shift-taken' && event.tookOver)).toEqual([]);
  expect(await rig.state()).toMatchObject({
    state: 'finished',
    counts: { messages: { created: 300, presentByThisJob: 0 } },
  });
});

test('a job is paused, cancelled and resumed from elsewhere', async () => {
  await using rig = await startFleetRig(
    shared,
    { users: users(20), messages: messages(500, 20) },
    { recordsPerRequest: 5, lanes: 2 },
  );
  // Slow enough that the pause comes before the end, however slow this machine is.
  const { name } = await rig.submit({ settings: { ...quick, requestsPerMinute: 600 } });
  const { store } = shared;
  const settings = (await rig.state()).settings;
  const stop = new AbortController();
  let settled = 0;
  const working = rig.work({
    stop: stop.signal,
    untilDone: false,
    onEvent: (event) => {
      if (event.type !== 'run' || event.event.type !== 'batch-settled') return;
      if (++settled === 10) void pauseJobs(store, name, true);
    },
  });
  await until(async () => (await rig.state()).paused);
  await quiet(() => rig.sends().length);
  const whilePaused = rig.sends().length;
  expect(whilePaused).toBeLessThan(100);
  await cancelJob(store, name);
  await pauseJobs(store, name, false);
  await quiet(() => rig.sends().length);
  expect(rig.sends()).toHaveLength(whilePaused);
  expect(await rig.state()).toMatchObject({ state: 'cancelled', settings });

  await setJobRate(store, name, 'unlimited');
  expect(await resumeJob(store, name)).toBe(true);
  expect(await resumeJob(store, name)).toBe(false);
  await until(async () => (await rig.state()).state === 'finished');
  stop.abort();
  await working;

  expect(rig.held('messages')).toHaveLength(500);
});

test('a worker waits for a store that fails, and ends with a defect', async () => {
  await using rig = await startFleetRig(shared, { users: users(5) });
  const errors = [
    new LedgerError('disk-full', 'The store is full.', { file: shared.store.name, fix: '' }),
    new TypeError('a defect'),
  ];
  const fetch = async (): Promise<never> => {
    throw errors.shift()!;
  };

  const queue = { fetch, offer: async () => {}, touch: async () => new Set<string>() };
  const working = rig.work({ queue: { ...queue, complete: async () => {} } });

  await expect(working).rejects.toThrow('a defect');
  expect(errors).toEqual([]);
});

test('what an operator has to change stops the job, and it resumes after that', async () => {
  await using rig = await startFleetRig(shared, { users: users(20) });
  const { name } = await rig.submit();

  await rig.work({ keyOf: () => 'wrong-key' });
  expect(await rig.state()).toMatchObject({ state: 'stopped', reason: { code: 'key-refused' } });
  await resumeJob(shared.store, name);
  await rig.work();

  expect(await rig.state()).toMatchObject({
    state: 'finished',
    counts: { users: { created: 20 } },
  });
});

test('a kind that the service refuses whole stops the job once, and it continues without them', async () => {
  await using rig = await startFleetRig(
    shared,
    { users: users(20), messages: messages(10, 20) },
    {
      service: {
        faults: [{ operation: 'dataImport.messages', fault: 'refuse-records', code: 'ERR_BAD' }],
      },
    },
  );
  const { name } = await rig.submit();

  await rig.work();
  expect(await rig.state()).toMatchObject({
    state: 'stopped',
    reason: { code: 'too-many-failures', message: expect.stringContaining('all 10 messages') },
  });
  const settings = { ...(await rig.state()).settings, concurrency: 1 };
  await expect(rig.submit({ settings })).resolves.toMatchObject({ is: 'changed' });
  await resumeJob(shared.store, name);
  await rig.work();

  expect(await rig.state()).toMatchObject({
    state: 'finished',
    settings: { concurrency: 1 },
    counts: { messages: { failed: 10, pending: 0 } },
  });
});

test('what earlier shifts of a job have lost counts for the failures that are allowed', async () => {
  const refused = { fault: 'refuse-records', code: 'ERR_BAD' } as const;
  await using rig = await startFleetRig(
    shared,
    { users: users(20), messages: messages(20, 20) },
    {
      recordsPerRequest: 20,
      lanes: 1,
      service: {
        faults: [
          { operation: 'dataImport.users', ...refused, share: 0.1 },
          { operation: 'dataImport.messages', ...refused, share: 0.1 },
        ],
      },
    },
  );
  await rig.submit({ settings: { ...quick, maxFailures: 2 } });

  await rig.work();

  expect(await rig.state()).toMatchObject({
    state: 'stopped',
    reason: { code: 'too-many-failures' },
    counts: { users: { failed: 2 } },
  });
});

/** Messages that the service got before an earlier one of the same lane; a conversation is in one lane. */
function outOfOrder(plan: Plan, held: readonly string[]): string[] {
  const place = new Map(held.map((muid, index) => [muid, index]));
  const found: string[] = [];
  for (let lane = 0; lane < plan.lanes; lane++) {
    let last = -1;
    for (const batch of plan.batches('messages', lane, 0))
      for (const position of batch.origins.keys()) {
        const { id } = entryOf(batch, position);
        const at = place.get(id) ?? -1;
        if (at < last) found.push(id);
        last = at;
      }
  }
  return found;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Waits until a number has not changed for two seconds. */
async function quiet(read: () => number): Promise<void> {
  for (let before = -1; before !== read();) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
