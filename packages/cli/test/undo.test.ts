import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/undo.md'), 'utf8');
/** The commands of the page, in their order. */
const commands = [...page.matchAll(/^chatferry (undo.*)$/gm)].map((match) => match[1]!.split(' '));
/** What the page shows of the dry run. */
const shown = /```\n(To be removed[\s\S]*?)```/.exec(page)![1]!.trimEnd();

const NOW = Math.floor(Date.now() / 1000) - 3600;

async function imported(rig: Rig): Promise<void> {
  const message = { muid: 'm1', sender: 'ann', receiver: 'bob', receiverType: 'user', text: 'Hi' };
  const rows = [
    { ...message, sentAt: NOW },
    { ...message, muid: 'm2', sentAt: NOW + 1 },
    { ...message, muid: 'm3', receiver: 'den', receiverType: 'group', sentAt: NOW + 2 },
  ];
  const files = [
    rig.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\n'),
    rig.write('groups.csv', 'guid,name,type,owner\nden,Den,public,ann\n'),
    rig.write('members.csv', 'guid,uid,scope\nden,ann,admin\n'),
    rig.write('messages.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  ];
  const { status, err } = await rig.cli(['import', ...files, ...rig.target]);
  expect(err).not.toContain('Error');
  expect(status).toBe(0);
}

function usersIn(rig: Rig): unknown[] {
  return rig.service.db
    .prepare('SELECT uid FROM users ORDER BY uid')
    .all()
    .map(({ uid }) => uid);
}

test('the commands of the page do what it says', async () => {
  await using rig = await startRig();
  await imported(rig);
  const [dryRun, asking, scripted, forced] = commands.map((args) =>
    args.map((arg) => (arg === 'APP' ? rig.service.appId : arg)),
  );

  const dry = await rig.cli(dryRun!);
  expect(dry.out.replaceAll(rig.service.baseUrl, 'http://127.0.0.1:8787/v3')).toBe(shown);
  expect(dry.status).toBe(0);
  const refused = await rig.cli(asking!, { ask: async () => 'another' });
  expect(refused.err).toContain("'another' is not the app id");
  expect(refused.status).toBe(2);
  expect((await rig.cli([...scripted!.slice(0, -1), 'other'])).status).toBe(2);
  expect((await rig.cli(asking!)).err).toContain('An undo has to be confirmed.');
  expect(usersIn(rig)).toEqual(['ann', 'bob']);

  await using client = createClient(rig.service);
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  const live = { receiverType: 'user', category: 'message', type: 'text', data: { text: 'Live' } };
  for (const receiver of ['ann', 'bob'])
    await client.call('messages.send', { onBehalfOf: 'eve', body: { ...live, receiver } as never });
  const kept = await rig.cli(scripted!);
  expect(kept.out).toContain('2 of the users and groups hold records that this job did not create');
  expect(kept.out).toContain('users        0 removed, 2 kept');
  expect(kept.status).toBe(1);
  expect((await rig.cli(['status'])).out).toContain(
    'Undone in part. 5 records were reported as removed, 2 are left.',
  );
  expect((await rig.cli(['explain', 'users:ann'])).out).toContain('undo: kept: It holds messages:');
  expect(rig.inJob('report.html')).toContain('Undone in part. 5 records');

  const unconfirmed = await rig.cli(asking!);
  expect(unconfirmed.err).toContain('An undo has to be confirmed.');
  const number = (wrong: number): string[] => [...forced!.slice(0, -1), String(wrong)];
  for (const wrong of [1, 3])
    expect((await rig.cli(number(wrong))).err).toContain('--force --kept 2');
  const last = await rig.cli(forced!);
  expect(last.out).toContain(
    'Undone. What this job created was reported as removed. 0 records are left.',
  );
  expect(last.status).toBe(0);
  expect(usersIn(rig)).toEqual(['eve']);
  // A process that is killed at the end leaves the ledger where it was.
  renameSync(path.join(rig.job, 'ledger-undone.sqlite'), path.join(rig.job, 'ledger.sqlite'));
  expect((await rig.cli(['undo', '--json'])).out).toContain('"state":"done"');
  expect(rig.hasInJob('ledger.sqlite')).toBe(false);
  await imported(rig);
});

test('an undo in progress is finished first, and its plan is not sent by other commands', async () => {
  await using rig = await startRig();
  await imported(rig);
  const yes = ['undo', '--yes', rig.service.appId];
  const fault = 'status-before' as const;
  rig.service.setFaults([
    { fault, operation: 'groups.delete', status: 401, code: 'AUTH_ERR_NO_ACCESS' },
  ]);
  const stopped = await rig.cli(yes);
  expect(stopped.status).toBe(3);
  expect(stopped.out).toContain('Continue with: chatferry undo');

  for (const command of ['run', 'retry', 'verify']) {
    const { status, err } = await rig.cli([command, ...rig.target.slice(0, 2)]);
    expect(err).toContain('Finish it with chatferry undo.');
    expect(status).toBe(2);
  }
  const status = await rig.cli(['status']);
  expect(status.out).toContain(
    'The undo is not finished: 4 of 7 records were reported as removed.',
  );
  expect(status.out).toContain('Finish it with: chatferry undo');
  const removal = await rig.cli(['run', `--job=${path.join(rig.job, 'undo')}`]);
  expect(removal.err).toContain('removes records from the app');
  expect(usersIn(rig)).toEqual(['ann', 'bob']);

  // What is typed is compared, although the undo was confirmed when it began.
  for (const wrong of [['--yes', 'another'], ['--yes'], ['--yes', 'another', '--dry-run']])
    expect(await rig.cli(['undo', ...wrong])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining(`is not the app id ${rig.service.appId}`),
    });

  // Nobody has confirmed the number.
  expect(await rig.cli(['undo', '--force'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('begun without --force'),
  });
  expect(usersIn(rig)).toEqual(['ann', 'bob']);

  rig.service.setFaults([]);
  const other = [`--app-id=other`, rig.target[1]!];
  expect((await rig.cli(['undo', ...other, '--yes', 'other'])).err).toContain('have been sent to');
  // It was confirmed when it began.
  expect((await rig.cli(['undo', '--json'])).out).toContain('"removed":2');
  expect(usersIn(rig)).toEqual([]);
  // Also when nothing is left to do.
  expect((await rig.cli(['undo', '--yes', 'another'])).status).toBe(2);
  expect((await rig.cli(yes)).status).toBe(0);
});

test('an undo that leaves a single user ends with status 1, in text and as JSON', async () => {
  await using rig = await startRig();
  await rig.cli(['import', rig.write('users.csv', 'uid,name\nann,Ann\n'), ...rig.target]);
  await using client = createClient(rig.service);
  await client.call('groups.create', {
    body: { guid: 'den', name: 'Den', type: 'public', owner: 'ann' },
  });
  const options = ['--yes', rig.service.appId, ...rig.target.slice(0, 2)];

  expect(await rig.cli(['undo', '--json', ...options])).toMatchObject({ status: 1 });
  expect(await rig.cli(['undo', ...options])).toMatchObject({ status: 1 });
  expect(usersIn(rig)).toEqual(['ann']);

  rig.service.setFaults([
    { fault: 'status-before', operation: 'users.delete', status: 401, code: 'AUTH_ERR_NO_ACCESS' },
  ]);
  const forced = ['undo', '--force', '--kept=1'];
  expect(await rig.cli([...forced, ...options])).toMatchObject({ status: 3 });
  rig.service.setFaults([]);
  expect((await rig.cli(['undo', '--force', '--kept=2'])).err).toContain('--force --kept 1');
  expect(usersIn(rig)).toEqual(['ann']);
  expect(await rig.cli(forced)).toMatchObject({ status: 0 });
  expect(usersIn(rig)).toEqual([]);
});

test('an undo of which all records are gone ends with status 0, and has nothing to list', async () => {
  await using rig = await startRig();
  await rig.cli(['import', rig.write('users.csv', 'uid,name\nann,Ann\n'), ...rig.target]);
  rig.service.db.exec('DELETE FROM users');

  const undo = ['undo', '--yes', rig.service.appId, ...rig.target.slice(0, 2)];
  const { status, out } = await rig.cli(undo);

  expect([status, out]).toEqual([0, expect.stringMatching(/^Undone\. .* 0 records are left\./m)]);
});
