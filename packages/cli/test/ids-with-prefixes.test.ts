import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { startRig } from './support/rig.ts';

function message(sender: string): string {
  const data = { text: 'Hi' };
  return JSON.stringify({
    muid: '1',
    sender,
    receiverType: 'user',
    receiver: 'b',
    sentAt: anHourAgo,
    data,
  });
}

test('two exports that count from 1 go into one app side by side', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\na,A\nb,B\n');
  const messages = rig.write('messages.ndjson', message('a'));
  const inputs = ['import', users, messages, ...rig.target];

  const first = await rig.cli([...inputs, `--job=${rig.folder}/one`]);
  const second = await rig.cli([
    ...inputs,
    `--job=${rig.folder}/two`,
    '--muid-prefix=two/',
    '--id-prefix=two-',
  ]);

  expect([first.status, second.status]).toEqual([0, 0]);
  expect(second.out).toContain('1 = 1 created');

  const delta = ['plan', users, `--job=${rig.folder}/three`, `--after=${rig.folder}/two`];
  expect((await rig.cli([...delta, '--muid-prefix=two/'])).status).toBe(0);
  const other = await rig.cli([...delta, '--id-prefix=other-']);
  expect(other.err).toContain('idPrefix was "two-", now "other-"');
  expect(other.status).toBe(2);
});

test('the id map lists the new ids, and a bad prefix is refused with what it needs', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\na,A\nb,B\n');
  const messages = rig.write('messages.ndjson', message('a'));

  await rig.cli(['plan', users, messages, '--muid-prefix=m/', '--id-prefix=x-']);
  const refused = await rig.cli(['plan', users, '--id-prefix=Über']);

  expect(rig.inJob('id-map.csv').trim().split('\n')).toEqual([
    'kind,legacy_id,service_id',
    'messages,1,m/1',
    'users,a,x-a',
    'users,b,x-b',
  ]);
  expect(refused.status).toBe(2);
  expect(refused.err).toContain('a-z 0-9 - _');
});

test('failed rows taken from the plan get their prefixes when they are planned again', async () => {
  await using rig = await startRig({
    faults: [
      {
        fault: 'refuse-records',
        operation: 'dataImport.messages',
        code: 'ERR_INVALID_MESSAGE_DATA',
      },
    ],
  });
  const users = rig.write('users.csv', 'uid,name\na,A\nb,B\n');
  const messages = rig.write('messages.ndjson', message('a'));
  const prefixes = ['--muid-prefix=m/', '--id-prefix=x-'];

  await rig.cli(['plan', users, messages, ...prefixes]);
  rmSync(messages);
  await rig.cli(['run', ...rig.target]);

  expect(JSON.parse(rig.inJob('failed/messages.ndjson'))).toMatchObject({
    muid: '1',
    sender: 'a',
    receiver: 'b',
  });
});
