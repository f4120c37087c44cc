import { expect, test } from 'vitest';
import { startRig } from '../../runner/test/support/rig.ts';
import { messages, users } from '../../runner/test/support/rows.ts';
import { Store } from '../src/index.ts';
import { takenLedger, testStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

test('a run lands every record once and in order while it loses PostgreSQL', async () => {
  await using shared = await testStore();
  await using wire = await wireTo(shared.address);
  await using store = new Store(wire.address, { giveUpAfterMs: 20_000 });
  await using rig = await startRig(
    { users: users(20), messages: messages(200, 20) },
    {
      recordsPerRequest: 5,
      lanes: 3,
      service: { faults: [{ fault: 'reset-after', when: { from: 3, to: 4 } }] },
    },
  );
  const ledger = await takenLedger(store, rig.plan);
  let settled = 0;
  const cuts = { 5: 'cut', 12: 'stall', 20: 'lose' } as Readonly<Record<number, string>>;
  const disturb = (how: string | undefined): void => {
    if (how === 'cut') wire.cut();
    if (how === 'stall') wire.stall();
    if (how === 'lose') wire.loseAnswerTo('settled');
    if (how === 'cut' || how === 'stall') setTimeout(wire.join, 300);
  };

  const { result } = await rig.run(
    {},
    { ledger, onEvent: ({ type }) => void (type === 'batch-settled' && disturb(cuts[++settled])) },
  );

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { pending: 0, failed: 0 }, messages: { pending: 0, failed: 0 } },
  });
  expect(rig.held('messages')).toHaveLength(200);
  expect(settled).toBeGreaterThan(20);
  // What a lane has settled adds up, whatever was written twice.
  const [sums] = await shared.rows(
    'SELECT sum(created + present)::int AS landed FROM chatferry.lane',
  );
  expect(sums).toEqual({ landed: 220 });

  const { result: again } = await rig.run({}, { ledger: await takenLedger(store, rig.plan) });
  expect(again).toMatchObject({ end: 'finished', requests: 0 });
});
