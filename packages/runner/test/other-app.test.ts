import { expect, test } from 'vitest';
import { openLedger } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

test('what was about to be sent to one app is not taken for sent to another', async () => {
  await using rig = await startRig({ users: users(3) });
  const now = new AbortController();
  const hang = new Promise<never>(() => {});
  await using front = await startFront(rig.service, () => {
    now.abort();
    return hang;
  });
  await rig.run({}, { baseUrl: front.baseUrl, stop: { now: now.signal } });
  const elsewhere = { target: { appId: 'another-app', region: 'eu' }, options: {} } as const;
  openLedger(rig.ledgerPath, rig.plan, elsewhere)[Symbol.dispose]();
  rig.service.seed({ users: users(3) });

  const { result } = await rig.run();

  expect(front.requests).toHaveLength(1);
  expect(result?.counts.users).toMatchObject({ present: 3, presentByThisJob: 0, presentSame: 3 });
});
