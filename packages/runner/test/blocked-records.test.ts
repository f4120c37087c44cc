import { expect, test } from 'vitest';
import { failedRecords, recordStory, retry } from '../src/index.ts';
import { ChangeTally } from '../src/sending/change-tally.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';
import { addRole, runWithoutRole, townWithoutRole } from './support/without-role.ts';

test('what needs a user that failed is skipped without a request, with the user named as the cause', async () => {
  await using rig = await startRig(townWithoutRole());

  const { result } = await runWithoutRole(rig);

  // u1 owns the group, so everything about the group falls with it too.
  expect(result?.counts).toMatchObject({
    users: { created: 5, failed: 1 },
    groups: { skipped: 1 },
    members: { skipped: 5 },
    messages: { created: 15, skipped: 15, pending: 0 },
  });
  expect(rig.service.requests.map(({ operation }) => operation)).not.toContain('dataImport.groups');
  const skipped = rig
    .withLedger((ledger) => [...failedRecords(ledger)])
    .filter(({ outcome }) => outcome === 'skipped');
  expect(skipped).toHaveLength(21);
  for (const { code, message, attempts } of skipped)
    expect({ code, message, attempts }).toEqual({
      code: 'NEEDS_OTHER_RECORD',
      message: expect.stringMatching(/^users:u1 failed with ERR_ROLE_NOT_FOUND/),
      attempts: 0,
    });
});

test('a retry sends exactly what failed and was skipped, and returns what changed', async () => {
  await using rig = await startRig(townWithoutRole());
  await runWithoutRole(rig);
  addRole(rig);
  const before = rig.held('messages');

  const again = rig.withLedger((ledger) => retry(ledger, Date.now()));
  const { result } = await rig.run();

  expect(again).toMatchObject({
    users: { failed: 1, skipped: 0 },
    groups: { skipped: 1 },
    members: { skipped: 5 },
    messages: { skipped: 15 },
  });
  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { created: 6, failed: 0 }, messages: { created: 30, skipped: 0 } },
  });
  expect(result?.changes).toEqual([
    { kind: 'users', from: 'failed', to: 'created', records: 1 },
    { kind: 'groups', from: 'skipped', to: 'created', records: 1 },
    { kind: 'members', from: 'skipped', to: 'created', records: 5 },
    { kind: 'messages', from: 'skipped', to: 'created', records: 15 },
  ]);
  expect(rig.held('messages').slice(0, before.length)).toEqual(before);
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toEqual([]);
});

test('a retry that changes nothing returns no changes, and the records stay failed', async () => {
  await using rig = await startRig(townWithoutRole());
  const first = await runWithoutRole(rig);

  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const { result } = await rig.run();

  expect(result?.changes).toEqual([]);
  expect(result?.counts).toEqual(first.result?.counts);
});

test('an interrupted retry loses sight of nothing', async () => {
  await using rig = await startRig(townWithoutRole());
  await runWithoutRole(rig);
  addRole(rig);

  rig.withLedger((ledger) => retry(ledger, Date.now()));
  await rig.run({}, { onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined) });
  const { result } = await rig.run();

  expect(result?.counts).toMatchObject({
    users: { created: 6 },
    messages: { created: 30, pending: 0 },
  });
  expect(new Set(rig.held('messages')).size).toBe(30);
});

test('what a retry has sent before it was stopped is known as its own when it resumes', async () => {
  await using rig = await startRig(townWithoutRole(), { clock: new ManualClock() });
  await runWithoutRole(rig);
  addRole(rig);
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  rig.service.setFaults([{ fault: 'reset-after', operation: 'dataImport.members' }]);

  await rig.run({}, { onEvent: ({ type }) => (type === 'retrying' ? 'enough' : undefined) });
  rig.service.setFaults([]);
  const { result } = await rig.run();

  expect(result?.counts.members).toMatchObject({ created: 0, present: 5, presentByThisJob: 5 });
});

test('the story of a record can be read: what failed at first, what came of it', async () => {
  await using rig = await startRig(townWithoutRole());
  await runWithoutRole(rig);
  const { batch, index } = rig.plan.find('members', 'square_member_u2')!;

  const skipped = rig.withLedger((ledger) => recordStory(ledger, batch, index));
  addRole(rig);
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  await rig.run();
  const landed = rig.withLedger((ledger) => recordStory(ledger, batch, index));

  expect(skipped).toMatchObject({
    outcome: 'skipped',
    sent: false,
    cause: 'users:u1',
    attempts: 0,
  });
  expect(landed).toMatchObject({ outcome: 'created', sent: true, attempts: 1 });
});

test('a message that brings its sender along is sent although the row of the sender failed', async () => {
  const [first, second] = users(2);
  const [plain] = messages(1, 2);
  const senderUserDetails = { uid: 'u1', name: 'User 1' };
  await using rig = await startRig({
    users: [{ ...first!, role: 'elder' }, second!],
    messages: [plain!, { ...plain!, muid: 'm2', senderUserDetails }],
  });

  const { result } = await runWithoutRole(rig);

  expect(result?.counts.users).toMatchObject({ created: 1, failed: 1 });
  expect(result?.counts.messages).toMatchObject({ created: 1, skipped: 1 });
  expect(rig.held('messages')).toEqual(['m2']);
});

test('a message to a group is sent although a user with the id of the group failed', async () => {
  const rows = townWithoutRole();
  const group = { ...rows.groups![0], guid: 'u1', owner: 'u2' };
  const toGroup = { ...messages(1, 2)[0], sender: 'u2', receiver: 'u1', receiverType: 'group' };
  await using rig = await startRig({ users: rows.users!, groups: [group], messages: [toGroup] });

  const { result } = await runWithoutRole(rig);

  expect(result?.counts).toMatchObject({
    users: { failed: 1 },
    groups: { created: 1 },
    messages: { created: 1, skipped: 0 },
  });
});

test('changes are counted apart by kind and by both outcomes', () => {
  const tally = new ChangeTally();
  tally.add('users', 'failed', 'created');
  tally.add('users', 'skipped', 'created');
  tally.add('groups', 'failed', 'created');
  tally.add('users', 'failed', 'created');

  expect(tally.all).toEqual([
    { kind: 'users', from: 'failed', to: 'created', records: 2 },
    { kind: 'users', from: 'skipped', to: 'created', records: 1 },
    { kind: 'groups', from: 'failed', to: 'created', records: 1 },
  ]);
});
