import { expect, test } from 'vitest';
import { type JobTarget, type LedgerError, openLedger, placeOf } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

const sendTo = (appId: string) => ({ target: { appId, region: 'eu' }, options: {} }) as const;

test('what was about to be sent to one app is not taken for sent to another', async () => {
  await using rig = await startRig({ users: users(3) });
  const now = new AbortController();
  const hang = new Promise<never>(() => {});
  await using front = await startFront(rig.service, () => {
    now.abort();
    return hang;
  });
  await rig.run({}, { baseUrl: front.baseUrl, stop: { now: now.signal } });
  openLedger(rig.ledgerPath, rig.plan, sendTo('another-app'))[Symbol.dispose]();
  rig.service.seed({ users: users(3) });

  const { result } = await rig.run();

  expect(front.requests).toHaveLength(1);
  expect(result?.counts.users).toMatchObject({ present: 3, presentByThisJob: 0, presentSame: 3 });
});

test('a job of which any record has an outcome, also an unknown one, is kept to its app', async () => {
  await using rig = await startRig({ users: users(1) });
  for (const marks of ['c', 'p', 'f', 's', 'u']) {
    const path = `${rig.ledgerPath}-${marks}`;
    const ledger = openLedger(path, rig.plan, sendTo('app'));
    const after = { state: 'settled', marks, attempts: 1 } as const;
    const batch = rig.plan.batch(1);
    await ledger.write({ batch, before: undefined, after, outcomes: [], troubles: [], at: 1 });
    ledger.close();

    expect(() => openLedger(path, rig.plan, sendTo('another-app'))).toThrow(
      expect.objectContaining({ code: 'other-target' }),
    );
  }
});

test.each<{ to: JobTarget; refusal: string | undefined }>([
  { to: { appId: 'app', region: 'eu' }, refusal: undefined },
  { to: { appId: 'app', region: 'us' }, refusal: 'other-target' },
  { to: { appId: 'app' }, refusal: 'other-target' },
  { to: { appId: 'app', baseUrl: 'http://127.0.0.1:4000/v3' }, refusal: 'other-target' },
])('a job that was sent to app in eu may go to $to: $refusal', async ({ to, refusal }) => {
  await using rig = await startRig({ users: users(1) });
  const ledger = openLedger(rig.ledgerPath, rig.plan, sendTo('app'));
  const after = { state: 'settled', marks: 'c', attempts: 1 } as const;
  const batch = rig.plan.batch(1);
  await ledger.write({ batch, before: undefined, after, outcomes: [], troubles: [], at: 1 });
  ledger.close();
  let code: string | undefined;

  try {
    openLedger(rig.ledgerPath, rig.plan, { target: to, options: {} }).close();
  } catch (error) {
    ({ code } = error as LedgerError);
  }

  expect(code).toBe(refusal);
});

function placeOn(port: number, appId = 'app'): string {
  return placeOf({ appId, baseUrl: `http://127.0.0.1:${port}/v3` });
}

test('a service on this machine is the same one on another port, and another one with another app', () => {
  expect(placeOn(4000)).toBe(placeOn(5000));
  expect(placeOn(4000)).not.toBe(placeOn(4000, 'other'));
});
