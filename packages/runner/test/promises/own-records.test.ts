import { expect, test } from 'vitest';
import { type RunEvent, run } from '../../src/index.ts';
import { startFront } from '../support/front.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { lastMonth, users } from '../support/rows.ts';
import { runWithout } from '../support/without.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const untilRetry = ({ type }: RunEvent): string | false => type === 'retrying' && 'enough';

/** The first request stores its record, no answer comes, and the process is killed. @returns how many are the job's in the end */
async function ownAfterKill(sending: typeof run): Promise<number> {
  await using rig = await startRig({ users: users(1) });
  rig.service.setFaults([{ fault: 'reset-after', when: { nth: 1 } }]);
  await rig.run({}, { run: sending, onEvent: untilRetry });
  const { result } = await rig.run({}, { run: sending });
  return result!.counts.users.presentByThisJob;
}

test('without the intent before a request, what it stored is no longer known as the job’s', async () => {
  expect(await ownAfterKill(run)).toBe(1);
  const intent = '      if (isToSend) await this.#recordIntent(part);\n';
  const sending = await runWithout('sending/send-batch.ts', intent);
  expect(await ownAfterKill(sending)).toBe(0);
});

test('without the memory of the requests of earlier runs, neither', async () => {
  const sent = "this.#mayBeThere = new Set(positionsOf(this.#marks, 'u', 'r'))";
  const sending = await runWithout(
    'sending/batch-progress.ts',
    sent,
    'this.#mayBeThere = new Set()',
  );
  expect(await ownAfterKill(sending)).toBe(0);
});

/** The first request is lost on its way, somebody else registers under the same id, and the job runs again. */
async function afterStranger(sending: typeof run, name: string): Promise<string> {
  await using rig = await startRig({ users: [{ uid: 'u1', name: 'User 1' }] });
  rig.service.setFaults([{ fault: 'reset-before', when: { nth: 1 } }]);
  await rig.run({}, { run: sending, onEvent: untilRetry });
  register(rig, 'u1', name);
  const { result } = await rig.run({ maxDifferent: 1 }, { run: sending });
  const { presentByThisJob, presentSame, presentDifferent } = result!.counts.users;
  return `${presentByThisJob} own, ${presentSame} the same, ${presentDifferent} different`;
}

function register({ service }: Rig, uid: string, name: string): void {
  const columns = 'uid, name, role, tags, created_at, created_at_given';
  service.db
    .prepare(`INSERT INTO users (${columns}) VALUES (?, ?, 'default', '[]', ?, 0)`)
    .run(uid, name, lastMonth);
}

test('without a proof, an account that somebody else has registered is called the job’s', async () => {
  expect(await afterStranger(run, 'User 1')).toBe('0 own, 1 the same, 0 different');
  const proof = "  return provedBy === 'id' || (provedBy === 'time' && ";
  const sending = await runWithout('comparing/proof.ts', proof, '  return true || (');
  expect(await afterStranger(sending, 'User 1')).toBe('1 own, 0 the same, 0 different');
});

test('without the comparison after a kind, another person’s account counts as sent', async () => {
  expect(await afterStranger(run, 'Somebody')).toBe('0 own, 0 the same, 1 different');
  const sending = await runWithout('steps.ts', '  await comparePresent(kind, ports);\n');
  expect(await afterStranger(sending, 'Somebody')).toBe('0 own, 0 the same, 0 different');
});

const held = async (sending: typeof run): Promise<readonly string[]> => {
  await using rig = await startRig({ users: users(3) });
  register(rig, 'u2', 'Somebody');
  await rig.run({}, { run: sending });
  return rig.held('users');
};

test('without the check before the first write, people are written beside an account with another name', async () => {
  expect(await held(run)).toEqual(['u2']);
  const sending = await runWithout('steps.ts', '  await preflight(ports);\n');
  expect(await held(sending)).toEqual(['u2', 'u1', 'u3']);
});

/** Somebody has blocked another user before the job does the same. @returns the job's blocks, and those that were there */
async function blocksOf(sending: typeof run): Promise<string> {
  const block = { uid: 'u1', blocked: 'u2' };
  await using rig = await startRig({ users: users(2), blocks: [block] });
  rig.service.seed({ users: users(2), blocks: [{ uid: 'u1', blockedUid: 'u2' }] });
  const { result } = await rig.run({}, { run: sending });
  const { created, present } = result!.counts.blocks;
  return `${created} created, ${present} present`;
}

test('without reading what the service holds, a block of somebody else is called the job’s', async () => {
  expect(await blocksOf(run)).toBe('0 created, 1 present');
  const read = 'await route.heldBefore?.(batch, positions, reader, isAgain)';
  const sending = await runWithout('sending/state-before.ts', read, 'new Set<number>()');
  expect(await blocksOf(sending)).toBe('1 created, 0 present');
});

/** The same, where the list cannot be read. */
async function blocksUnread(sending: typeof run): Promise<string> {
  const block = { uid: 'u1', blocked: 'u2' };
  await using rig = await startRig({ users: users(2), blocks: [block] });
  const status = { fault: 'status-before', status: 404, code: 'ERR_UID_NOT_FOUND' } as const;
  rig.service.setFaults([{ ...status, operation: 'users.blockedUsers.list' }]);
  const { result } = await rig.run({}, { run: sending });
  const { created, present } = result!.counts.blocks;
  return `${created} created, ${present} present`;
}

test('without the doubt about what cannot be read, such a block is called the job’s too', async () => {
  expect(await blocksUnread(run)).toBe('0 created, 1 present');
  const doubt = 'answered: async (...answer) => withoutProof(...answer)';
  const sending = await runWithout('sending/state-before.ts', doubt, 'answered');
  expect(await blocksUnread(sending)).toBe('1 created, 0 present');
});

/** Somebody makes a role right before the request of the job, and the service answers success for what exists. */
async function rolesOf(sending: typeof run): Promise<string> {
  await using rig = await startRig({ roles: [{ role: 'staff', name: 'Staff' }] });
  const role = { role: 'staff', name: 'Staff', createdAt: lastMonth };
  await using front = await startFront(rig.service, ({ path }) => {
    if (!path.endsWith('/roles')) return 'pass';
    rig.service.seed({ roles: [{ role: 'staff', name: 'Staff' }] });
    return { status: 200, body: { data: role } };
  });
  const { result } = await rig.run({}, { run: sending, baseUrl: front.baseUrl });
  const { created, presentByThisJob, present } = result!.counts.roles;
  return `${created} created, ${present} present, ${presentByThisJob} of them own`;
}

test('without asking the service twice, a role that another process has made meanwhile is called the job’s', async () => {
  expect(await rolesOf(run)).toBe('0 created, 1 present, 0 of them own');
  const sending = await runWithout(
    'sending/state-before.ts',
    '(await route.refusesHeld?.(batch, sent.positions, reader)) !== false',
    'true',
  );
  expect(await rolesOf(sending)).toBe('1 created, 0 present, 0 of them own');
});
