import { createClient, systemClock } from '@chatferry/client';
import { expect, test } from 'vitest';
import {
  type Lease,
  openLedger,
  type RunEvent,
  type RunOptions,
  runShift,
  type ShiftJob,
  type ShiftResult,
  type ShiftStep,
} from '../src/index.ts';
import { quick, type Rig, somewhere, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

const held: Lease = { lost: new AbortController().signal, check: () => {} };
const lost = { code: 'ledger', message: 'Another process has it.', fix: 'Wait.' } as const;

/** One step of the job of a rig, as a worker does it. */
async function stepOf(
  rig: Rig,
  step: ShiftStep,
  options: Partial<RunOptions> = {},
  more: Partial<ShiftJob> = {},
): Promise<ShiftResult & { readonly events: readonly RunEvent['type'][] }> {
  const { appId, baseUrl, apiKey } = rig.service;
  await using client = createClient({ appId, baseUrl, apiKey });
  using ledger = openLedger(rig.ledgerPath, rig.plan, somewhere);
  const lanes = Array.from({ length: rig.plan.lanes }, (_, lane) => lane);
  const ports = { plan: rig.plan, ledger, client, clock: systemClock, random: () => 0.5 };
  const job: ShiftJob = { ...ports, lanes, lease: held, failedBefore: {}, ...more };
  const shift = runShift(job, step, { ...quick, ...options });
  const events: RunEvent['type'][] = [];
  for (;;) {
    const next = await shift.next();
    if (next.done === true) return { ...next.value, events };
    events.push(next.value.type);
  }
}

const sendUsers = { step: 'send', kind: 'users' } as const;
const compareUsers = { step: 'compare', kind: 'users' } as const;

test('a shift that has lost its job before it begins sends nothing, and says why', async () => {
  await using rig = await startRig({ users: users(3) });
  const lease = { ...held, lost: AbortSignal.abort(lost) };

  const result = await stepOf(rig, sendUsers, {}, { lease });

  expect(result).toMatchObject({ end: 'stopped', reason: lost, requests: 0 });
  expect(rig.service.requests).toEqual([]);
});

test('users that were there before are settled by a shift without being sent, and its requests are counted', async () => {
  await using rig = await startRig({ users: users(3) });
  rig.service.seed({ users: [{ uid: 'u1', name: 'Another' }] });

  const result = await stepOf(rig, sendUsers);

  expect(result.end).toBe('done');
  expect(result.requests).toBe(rig.service.requests.length);
  using ledger = openLedger(rig.ledgerPath, rig.plan, somewhere);
  expect((await ledger.counts()).users).toMatchObject({ created: 2, presentDifferent: 1 });
});

test('a kind that the service refused whole stops the job, unless that is allowed or was so before', async () => {
  await using rig = await startRig({ users: users(3) });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_BAD_REQUEST' }]);
  expect(await stepOf(rig, sendUsers)).toMatchObject({ end: 'done' });

  expect(await stepOf(rig, compareUsers)).toMatchObject({
    end: 'stopped',
    reason: { code: 'too-many-failures' },
  });
  expect(await stepOf(rig, compareUsers, { maxFailures: 'none' })).toMatchObject({ end: 'done' });
  const before = { failedBefore: { users: 3 } };
  expect(await stepOf(rig, compareUsers, {}, before)).toMatchObject({ end: 'done' });
});

test('what failed before the first shift does not count for the failures that are allowed', async () => {
  await using rig = await startRig({ users: users(4) }, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_BAD_REQUEST' }]);
  const atMostOne = { maxFailures: 1 };

  const first = await stepOf(rig, sendUsers, atMostOne);
  expect(first).toMatchObject({ end: 'stopped', reason: { code: 'too-many-failures' } });
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_BAD_REQUEST', when: { nth: 1 } }]);
  const rest = await stepOf(rig, sendUsers, atMostOne, { failedBefore: { users: 2 } });

  expect(rest).toMatchObject({ end: 'done' });
});
