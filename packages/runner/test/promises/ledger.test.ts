import { expect, test } from 'vitest';
import { openLedger, run } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { somewhere, startRig } from '../support/rig.ts';
import { messages, users } from '../support/rows.ts';
import { openLedgerWithout, runWithout } from '../support/without.ts';

const sent = async (open: typeof openLedger): Promise<string> => {
  await using first = await startRig({ users: users(4) });
  await using second = await startRig({
    users: users(4).map((user) => ({ ...user, name: 'X' })),
  });
  await first.run();
  using ledger = open(first.ledgerPath, second.plan, somewhere);
  const { result } = await second.run({}, { ledger });
  return `${result!.end}, ${second.held('users').length} of 4 there`;
};

test('without the plan’s id in the ledger, records of another plan count as sent and never are', async () => {
  await expect(sent(openLedger)).rejects.toThrow('belongs to another plan');
  const open = await openLedgerWithout(
    'ledger/sqlite/open-ledger.ts',
    "if (plan.includes(values.get('plan') ?? '')) return;",
    'return;',
  );
  expect(await sent(open)).toBe('finished, 0 of 4 there');
});

test('without the app in the ledger, what landed in one app is forgotten for another one', async () => {
  const elsewhere = { ...somewhere, target: { appId: 'other-app', region: 'eu' } } as const;
  const createdAfter = async (open: typeof openLedger): Promise<number> => {
    await using rig = await startRig({ users: users(4) });
    await rig.run();
    using ledger = open(rig.ledgerPath, rig.plan, elsewhere);
    return (await ledger.counts()).users.created;
  };
  await expect(createdAfter(openLedger)).rejects.toThrow('have been sent to');
  const open = await openLedgerWithout(
    'ledger/sqlite/destination.ts',
    '    if (hasSettled(db))\n      throw new',
    '    if (false)\n      throw new',
  );
  expect(await createdAfter(open)).toBe(0);
});

/** A ledger is lost after messages were sent live. @returns how often the one message is there in the end */
async function copiesAfterLoss(sending: typeof run): Promise<number> {
  await using rig = await startRig({ users: users(2), messages: messages(1, 2) });
  const routes = { messages: 'chat' } as const;
  await rig.run({ routes }, { run: sending });
  rig.forgetLedger();
  await rig.run({ routes }, { run: sending });
  return rig.held('messages').length;
}

test('without reading a conversation first, a message is in it twice when the ledger was lost', async () => {
  expect(await copiesAfterLoss(run)).toBe(1);
  const sending = await runWithout(
    'sending/look-up.ts',
    'return mayHaveLanded ? route.isThere !== undefined : route.isStored !== undefined;',
    'return false;',
  );
  expect(await copiesAfterLoss(sending)).toBe(2);
});

/** The answer to a live message is lost. @returns how often the message is there in the end */
async function copiesAfterLostAnswer(sending: typeof run): Promise<number> {
  await using rig = await startRig(
    { users: users(2), messages: messages(1, 2) },
    { clock: new ManualClock() },
  );
  rig.service.setFaults([{ fault: 'reset-after', operation: 'messages.send', when: { nth: 1 } }]);
  await rig.run({ routes: { messages: 'chat' } }, { run: sending });
  return rig.held('messages').length;
}

test('without looking it up, a live message whose answer was lost is in the conversation twice', async () => {
  expect(await copiesAfterLostAnswer(run)).toBe(1);
  const sending = await runWithout(
    'sending/look-up.ts',
    'return mayHaveLanded ? route.isThere !== undefined : route.isStored !== undefined;',
    'return false;',
  );
  expect(await copiesAfterLostAnswer(sending)).toBe(2);
});

const outcomes = async (sending: typeof run): Promise<string> => {
  const rows = { users: users(2), messages: messages(1, 2) };
  await using rig = await startRig(rows, { recordsPerRequest: 1 });
  const when = { nth: 1 };
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_NAME', when },
  ]);
  const { result } = await rig.run({}, { run: sending });
  const { failed, skipped } = result!.counts.messages;
  return `${failed} failed, ${skipped} skipped`;
};

test('without skipping what refers to it, messages fail for a user that the service refused', async () => {
  expect(await outcomes(run)).toBe('0 failed, 1 skipped');
  const sending = await runWithout(
    'sending/run-kind.ts',
    'await ports.blockedRecords.in(progress.batch, due)',
    'new Map() as never',
  );
  expect(await outcomes(sending)).toBe('1 failed, 0 skipped');
});
