import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { somewhere, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';
import { openLedgerWithout } from './support/without.ts';

test('a ledger that another program keeps locked stops the run with a sentence, and nothing is sent', async () => {
  await using rig = await startRig({ users: users(2) });
  const open = await openLedgerWithout(
    'ledger/sqlite/open-ledger.ts',
    'const TIMEOUT_MS = 5000;',
    'const TIMEOUT_MS = 20;',
  );
  using ledger = open(rig.ledgerPath, rig.plan, somewhere);
  using other = new DatabaseSync(rig.ledgerPath);
  other.exec('BEGIN IMMEDIATE');
  const busy = {
    code: 'busy',
    message: `${rig.ledgerPath} is locked by another program (database is locked).`,
    fix: 'Close whatever has the file open, and run again.',
  };

  await expect(ledger.announce('users', 0, 1, 1)).rejects.toMatchObject(busy);
  expect(() => open(rig.ledgerPath, rig.plan, somewhere)).toThrow(expect.objectContaining(busy));

  other.exec('ROLLBACK');
  const { result } = await rig.run({}, { ledger });
  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 2 } } });
});
