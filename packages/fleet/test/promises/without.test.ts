import { randomUUID } from 'node:crypto';
import type { NoSlot, Slot } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { entry } from '../../../runner/test/support/ledger-contract.ts';
import { ManualClock } from '../../../runner/test/support/manual-clock.ts';
import { somewhere } from '../../../runner/test/support/rig.ts';
import { openPostgresLedger, Store } from '../../src/index.ts';
import { HOLD } from '../../src/quota/reserve-statement.ts';
import { SharedPace } from '../../src/quota/shared-pace.ts';
import { SharedQuotas } from '../../src/quota/shared-quotas.ts';
import { testStore, takenLedger, withUsersPlan } from '../support/test-stores.ts';

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

test('without the token in each write, a worker that was taken over writes over the work of its successor', async () => {
  const safeguard = {
    file: source('ledger/group-statement.ts'),
    code: ' AND l.token = c.token AND l.writes = c.writes\n  RETURNING',
    instead: '\n  RETURNING',
  };
  const { openPostgresLedger: open } = await importWithout<{
    openPostgresLedger: typeof openPostgresLedger;
  }>(source('ledger/open-postgres-ledger.ts'), safeguard);
  await using stored = await testStore();
  await withUsersPlan(async (plan) => {
    const late = { state: 'settled', marks: 'f' } as const;
    const marksAfter = async (opening: typeof openPostgresLedger): Promise<unknown> => {
      await stored.rows('DELETE FROM chatferry.batch; UPDATE chatferry.job SET holder = NULL');
      await using store = new Store(stored.address, { giveUpAfterMs: 20_000 });
      const { ledger: first } = await opening(store, plan, somewhere);
      const second = await takenLedger(stored.store, plan);
      await second.write(entry({ seq: 1, after: { state: 'settled', marks: 'c' } }));
      await first.write(entry({ seq: 1, after: late })).catch(() => {});
      return (await second.batch(1))?.marks;
    };

    expect(await marksAfter(openPostgresLedger)).toBe('c');
    expect(await marksAfter(open)).toBe('f');
  });
});

/** The service has asked a worker of the app to wait. @returns what another worker gets for its next request */
async function slotOfOther(quotas: typeof SharedQuotas): Promise<Slot | NoSlot> {
  await using stored = await testStore();
  const token = randomUUID();
  const [job] = await stored.rows(
    `INSERT INTO chatferry.job (name, plan, place, inputs, target, options, state)
     VALUES ('job', '', 'app', '[]', '{}', '{}', 'running') RETURNING id`,
  );
  const id = job!['id'] as number;
  await stored.rows(
    `INSERT INTO chatferry.lane (job, kind, lane, token) VALUES (${id}, 'users', 0, '${token}')`,
  );
  const other = new quotas(stored.store, new ManualClock());
  const holder = { job: id, app: 'app', kind: 'users', lane: 0, token, onLost: () => {} };
  const pace = new SharedPace(other, holder, 'import', () => 60);
  await pace.reserve(); // Makes the row.
  await stored.store.query({ text: HOLD, values: ['app', 30_000] });
  return await pace.reserve();
}

test('without the wait in the row of the quota, a worker sends while another one of its app was asked to wait', async () => {
  expect(await slotOfOther(SharedQuotas)).toMatchObject({ why: 'held' });
  const { SharedQuotas: quotas } = await importWithout<{ SharedQuotas: typeof SharedQuotas }>(
    source('quota/shared-quotas.ts'),
    {
      file: source('quota/reserve-statement.ts'),
      code: 'AND q.hold_until <= clock_timestamp()\n',
      instead: 'AND true\n',
    },
  );
  // A slot of a statement that took too long is lost.
  await expect.poll(() => slotOfOther(quotas)).toMatchObject({ leaveInMs: expect.any(Number) });
});
