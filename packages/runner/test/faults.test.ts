import { createServer } from 'node:net';
import type { FaultRule } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { failedRecords, type RunEvent } from '../src/index.ts';
import { startContinuingGateway } from './support/continuing-gateway.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { sortedIds, town, users } from './support/rows.ts';

/**
 * Hits every third request, so that the ones after it can get through, up to seven times. A record that meets a fault at each of eight
 * attempts, alone in the end, while others land, fails: which lane makes every third request is not known.
 */
const often = { operation: 'dataImport.*', when: { every: 3 } } as const;
const MOST = 7;

function rulesOf(rule: FaultRule): FaultRule[] {
  return rule.when !== undefined && 'every' in rule.when
    ? Array.from({ length: MOST }, (_, nth) => ({ ...rule, when: { nth: 3 * (nth + 1) } }))
    : [rule];
}

const faults: readonly { name: string; rule: FaultRule }[] = [
  { name: '500 before storing', rule: { fault: 'status-before', ...often } },
  { name: '500 after storing', rule: { fault: 'status-after', ...often } },
  {
    name: '503 from the service',
    rule: { fault: 'status-before', status: 503, code: 'ERR_MISSION_FAILED', ...often },
  },
  { name: 'a gateway’s HTML page', rule: { fault: 'html', status: 502, ...often } },
  { name: 'a connection dropped before storing', rule: { fault: 'reset-before', ...often } },
  { name: 'a connection dropped after storing', rule: { fault: 'reset-after', ...often } },
  {
    name: 'no answer at all',
    rule: { fault: 'silence', operation: 'dataImport.*', when: { nth: 2 } },
  },
  { name: 'an answer that breaks off', rule: { fault: 'cut-off', ...often } },
  { name: '200 with an empty body', rule: { fault: 'empty-200', ...often } },
  { name: '429 with Retry-After', rule: { fault: 'rate-limit', seconds: 7, ...often } },
  {
    name: '429 with rate headers',
    rule: { fault: 'rate-limit', seconds: 7, tells: 'rate-headers', ...often },
  },
  {
    name: '429 with the reset in milliseconds',
    rule: { fault: 'rate-limit', seconds: 7, tells: 'reset-milliseconds', ...often },
  },
  {
    name: '429 with the seconds left until the reset',
    rule: { fault: 'rate-limit', seconds: 7, tells: 'reset-seconds-left', ...often },
  },
  {
    name: '429 with a reset that has passed',
    rule: { fault: 'rate-limit', seconds: 7, tells: 'reset-past', ...often },
  },
  {
    name: '429 with a sentence',
    rule: { fault: 'rate-limit', seconds: 7, tells: 'sentence', ...often },
  },
  { name: 'answers that leave records out', rule: { fault: 'omit-records', share: 0.5, ...often } },
  { name: 'entities nested twice', rule: { fault: 'double-nesting', operation: 'dataImport.*' } },
  { name: 'a list in place of the object', rule: { fault: 'as-array', ...often } },
];

test.each(faults)('$name costs no record and doubles none', async ({ rule }) => {
  const rows = town(30, 90);
  const clock = new ManualClock();
  await using rig = await startRig(rows, {
    recordsPerRequest: 10,
    clock,
    answerTimeoutMs: 300,
    service: { faults: rulesOf(rule), now: () => clock.now() },
  });

  const { result } = await rig.run();

  expect(result?.end).toBe('finished');
  const landed = { users: 30, groups: 1, members: 29, messages: 90, deactivations: 0 };
  expect(sums(result!.counts)).toMatchObject(landed);
  expect(rig.held('users').toSorted()).toEqual(sortedIds(rows.users, 'uid'));
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

/** Records that are in the service, by kind. */
function sums(counts: Record<string, { created: number; present: number }>): object {
  return Object.fromEntries(
    Object.entries(counts).map(([kind, { created, present }]) => [kind, created + present]),
  );
}

test('answers as lists settle the records of all kinds at their first request', async () => {
  await using rig = await startRig(town(30, 90), { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([{ fault: 'as-array', operation: 'dataImport.*' }]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      users: { created: 30 },
      groups: { created: 1 },
      members: { created: 29 },
      messages: { created: 90 },
    },
  });
  expect(rig.sends()).toHaveLength(3 + 1 + 3 + 9);
});

test('of an answer as a list, a refused record is found and fails with its reason', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([
    { fault: 'refuse-records', share: 0.1, code: 'ERR_BAD_REQUEST', when: { nth: 1 } },
    { fault: 'as-array' },
  ]);

  const { result } = await rig.run();

  expect(result?.counts.users).toMatchObject({ created: 9, failed: 1 });
});

test('records whose answer was lost are counted apart from those that others had put there', async () => {
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, lanes: 1, clock: new ManualClock() },
  );
  rig.service.seed({ users: [{ uid: 'u11', name: 'Other' }] });
  rig.service.setFaults([{ fault: 'reset-after', when: { nth: 1 } }]);

  const { result } = await rig.run({ maxDifferent: 1 });

  expect(result?.counts.users).toMatchObject({ created: 9, present: 11, presentByThisJob: 10 });
});

test('an unknown code fails its record with the service’s own words', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([{ fault: 'unknown-code', share: 0.3 }]);

  const { result } = await rig.run();

  const failed = rig.withLedger((ledger) => [...failedRecords(ledger)]);
  expect(result?.counts.users).toMatchObject({ failed: 3, pending: 0 });
  expect(failed).toHaveLength(3);
  expect(failed[0]).toMatchObject({
    kind: 'users',
    outcome: 'failed',
    code: 'ERR_NEVER_SEEN_BEFORE',
    attempts: 1,
    file: 'users.ndjson',
  });
});

test('the details of a refusal reach the list of failed records', async () => {
  await using rig = await startRig({ users: users(10) });
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      share: 0.1,
      code: 'ERR_BAD_REQUEST',
      message: 'The request does not fit. See details.',
      details: { name: ['The name is too long.'], 'tags.0': ['The tag is blank.'] },
    },
  ]);

  await rig.run();

  const [failed] = rig.withLedger((ledger) => [...failedRecords(ledger)]);
  expect(failed?.message).toBe(
    'The request does not fit. See details. name: The name is too long. tags.0: The tag is blank.',
  );
});

test('a record the service never mentions stays unresolved, and is not taken for landed', async () => {
  await using rig = await startRig({ users: users(2) }, { clock: new ManualClock() });
  rig.service.setFaults([
    { fault: 'omit-records', which: 'last', share: 0.5, when: { from: 1, to: 8 } },
  ]);

  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

  expect(result?.counts.users).toMatchObject({ unresolved: 1, created: 1, pending: 0 });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { id: 'u2', outcome: 'unresolved', code: 'NOT_MENTIONED', attempts: 8 },
  ]);
});

test('answers that mention no record at all are an outage, and settle none', async () => {
  await using rig = await startRig({ users: users(20) }, { clock: new ManualClock() });
  rig.service.setFaults([{ fault: 'omit-records', share: 1 }]);

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { users: { unresolved: 0, created: 0, pending: 20 } },
  });
});

test('a service that is gone for a while is waited for with growing pauses', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(100) }, { recordsPerRequest: 10, clock });
  rig.service.setFaults([{ fault: 'html', status: 503, when: { from: 3, to: 12 } }]);

  const { result, events } = await rig.run({ giveUpAfterMs: 600_000 });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { failed: 0, unresolved: 0 } },
  });
  expect(waits(events)).toContain('trouble');
});

test('an unasked 100 Continue is named and waited out, and costs no record', async () => {
  const rows = town(30, 90);
  const clock = new ManualClock();
  await using rig = await startRig(rows, { recordsPerRequest: 10, clock });
  await using gateway = await startContinuingGateway(
    rig.service.baseUrl,
    (number) => number <= 12 || number % 5 === 0,
  );

  const { result, events } = await rig.run({}, { baseUrl: gateway.baseUrl });

  const troubles = events.flatMap((event) => (event.type === 'retrying' ? [event.trouble] : []));
  expect(troubles.length).toBeGreaterThan(12);
  for (const { message } of troubles) expect(message).toMatch(/100 Continue.*gateway/);
  expect(waits(events)).toContain('trouble');
  expect(result?.end).toBe('finished');
  const landed = { users: 30, groups: 1, members: 29, messages: 90, deactivations: 0 };
  expect(sums(result!.counts)).toMatchObject(landed);
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

test('an outage leaves no record marked as failed, however long it lasts', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(100) }, { recordsPerRequest: 10, clock });
  rig.service.setFaults([{ fault: 'status-before', when: { from: 3 } }]);

  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { users: { created: 20, failed: 0, pending: 80 } },
  });
});

test('a service that cannot be reached ends the run after the time to give up, and the next run resumes', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(30) }, { recordsPerRequest: 10, clock });
  const startedAt = clock.now();

  const { result, events } = await rig.run(
    { giveUpAfterMs: 600_000 },
    { baseUrl: `http://127.0.0.1:${await unusedPort()}/v3` },
  );
  const next = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { users: { pending: 30 } },
  });
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(600_000);
  expect(clock.now() - startedAt).toBeLessThan(720_000);
  expect(waits(events)).toContain('trouble');
  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { created: 30 } } });
});

test.each([
  { name: 'a host that does not exist', baseUrl: () => 'https://nowhere.invalid/v3' },
  { name: 'a certificate that is none', baseUrl: (port: number) => `https://127.0.0.1:${port}/v3` },
])('$name is reported while the run waits, and loses nothing', async ({ baseUrl }) => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(30) }, { recordsPerRequest: 10, clock });

  const { result, events } = await rig.run(
    { giveUpAfterMs: 120_000 },
    { baseUrl: baseUrl(rig.service.port) },
  );

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { users: { failed: 0, unresolved: 0, pending: 30 } },
  });
  expect(waits(events)).toContain('trouble');
});

test('a 429 pauses all lanes for as long as it asks for', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(80) },
    { recordsPerRequest: 10, clock, service: { now: () => clock.now() } },
  );
  rig.service.setFaults([{ fault: 'rate-limit', seconds: 58, when: { nth: 2 } }]);

  const { events, result } = await rig.run({ concurrency: 1 });

  const { requests } = rig.service;
  const limited = requests.findIndex(({ status }) => status === 429);
  expect(requests.at(limited + 1)!.at - requests.at(limited)!.at).toBeGreaterThanOrEqual(58_000);
  expect(events).toContainEqual({
    type: 'rate-limited',
    kind: 'users',
    waitMs: 58_000,
    isStated: true,
  });
  expect(result?.counts.users.created).toBe(80);
});

test.each([
  { rule: { seconds: 315_360_000 } },
  { rule: { seconds: 86_400, tells: 'reset-milliseconds' } },
  { rule: { seconds: 7200, tells: 'sentence' } },
] as const)(
  'a wait beyond the time to give up stops the run, with the time: $rule',
  async ({ rule }) => {
    const clock = new ManualClock();
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 10, clock, service: { now: () => clock.now() } },
    );
    rig.service.setFaults([{ fault: 'rate-limit', ...rule, when: { from: 2 } }]);
    const until = new Date(clock.now() + rule.seconds * 1000).toISOString().slice(0, 13);

    const { result } = await rig.run({ giveUpAfterMs: 3_600_000, concurrency: 1 });

    expect(result).toMatchObject({
      end: 'stopped',
      reason: {
        code: 'gave-up',
        message: expect.stringContaining(`asks to wait until ${until}`),
        fix: expect.stringContaining(`Run again after ${until}`),
      },
      counts: { users: { created: 10, pending: 10 } },
    });
  },
);

test.each(['retry-after', 'reset-past', 'nothing'] as const)(
  'a 429 without end (%s) is asked ever less often, and ends with the time to give up',
  async (tells) => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 10, clock, service: { now: () => clock.now() } },
    );
    rig.service.setFaults([{ fault: 'rate-limit', tells, seconds: 0 }]);

    const { result } = await rig.run({ giveUpAfterMs: 600_000, concurrency: 1 });

    expect(result).toMatchObject({ end: 'stopped', reason: { code: 'gave-up' } });
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(600_000);
    expect(rig.service.requestCount).toBeLessThan(25);
  },
);

test('413 makes batches smaller, for the rest of the run too', async () => {
  await using rig = await startRig(
    { users: users(100) },
    { lanes: 1, service: { maxRequestBytes: 2000 } },
  );

  const { result, events } = await rig.run();

  expect(result?.counts.users.created).toBe(100);
  const refused = rig.service.requests.filter(({ status }) => status === 413).length;
  expect(refused).toBe(events.filter(({ type }) => type === 'split').length / 2);
});

function waits(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'waiting' ? [event.why] : []));
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
