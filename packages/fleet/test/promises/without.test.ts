import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { entry } from '../../../runner/test/support/ledger-contract.ts';
import { somewhere } from '../../../runner/test/support/rig.ts';
import { openPostgresLedger, Store } from '../../src/index.ts';
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
