import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { openLedger } from '../src/index.ts';
import {
  ledgerContract,
  makePlannedUsers,
  sameReports,
  withMemory,
  type WithStore,
} from './support/ledger-contract.ts';
import { MemoryLedger } from './support/memory-ledger.ts';
import { somewhere, startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

const withSqlite: WithStore = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-store-'));
  try {
    await makePlannedUsers(join(folder, 'plan.sqlite'));
    using plan = openPlan(join(folder, 'plan.sqlite'));
    using ledger = openLedger(join(folder, 'ledger.sqlite'), plan, somewhere);
    await use(ledger);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

ledgerContract('in SQLite', withSqlite);
ledgerContract('in memory', withMemory);

sameReports('SQLite', withSqlite);

test('a run on a ledger in memory lands every record, also after it was cut off', async () => {
  await using rig = await startRig(
    { users: users(20), messages: messages(60, 20) },
    {
      recordsPerRequest: 10,
      lanes: 2,
      service: { faults: [{ fault: 'reset-after', when: { from: 3, to: 3 } }] },
    },
  );
  const { kinds } = rig.plan.summary;
  const ledger = new MemoryLedger(byKind((kind) => kinds[kind].planned));
  let settled = 0;
  await rig.run(
    {},
    { ledger, onEvent: ({ type }) => type === 'batch-settled' && ++settled === 3 && 'enough' },
  );

  const { result } = await rig.run({}, { ledger });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { pending: 0, failed: 0 }, messages: { pending: 0, failed: 0 } },
  });
  expect(rig.held('users')).toHaveLength(20);
  expect(new Set(rig.held('messages')).size).toBe(60);
  expect(rig.held('messages')).toHaveLength(60);
});
