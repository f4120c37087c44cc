import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { startRig } from './support/rig.ts';

function message(muid: number, sender: string): string {
  const data = { text: 'Hi' };
  return JSON.stringify({
    muid: `m${muid}`,
    sender,
    receiverType: 'user',
    receiver: 'ann',
    sentAt: anHourAgo,
    data,
  });
}

test('three thousand unknown senders are one line, and do not push the others out', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\nbob,\n');
  const senders = Array.from({ length: 3000 }, (_, index) => message(index, `ghost${index}`));
  const messages = rig.write(
    'messages.ndjson',
    [...senders, message(3000, 'bob'), message(3001, 'bob')].join('\n'),
  );

  const { out } = await rig.cli(['plan', users, messages]);

  expect(out).toContain('3,000 users are not in the export: 3,000 messages.');
  expect(out).toContain('name is missing: 1 user.');
  expect(out).toContain('→ rejected with them: 2 messages');
  expect(out).not.toContain('more cause');
});

test('--json lists every cause, and sums them up by code', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\n');
  const senders = Array.from({ length: 10_500 }, (_, index) => message(index, `ghost${index}`));
  const few = rig.write('messages.ndjson', senders.slice(0, 300).join('\n'));

  const json = JSON.parse((await rig.cli(['plan', users, few, '--json'])).out);
  rig.write('messages.ndjson', senders.join('\n'));
  const most = JSON.parse((await rig.cli(['plan', users, few, '--json'])).out);

  expect(json.problems).toHaveLength(300);
  expect(json.problemsByCode).toMatchObject([{ code: 'missing-user', causes: 300, count: 300 }]);
  expect(json.problemsByCode[0]).not.toHaveProperty('more');
  expect(most.problems).toHaveLength(10_000);
  expect(most.problemsByCode).toMatchObject([{ causes: 10_500, count: 10_500, more: 500 }]);
});

test('a user whose row was rejected, or could not be parsed, is not called missing from the export', async () => {
  await using rig = await startRig();
  const users = rig.write(
    'users.ndjson',
    '{"uid":"ann","name":"Ann"}\n{"uid":5,"name":5}\n{"uid":"bob","name":"Bob"\n',
  );
  const messages = rig.write(
    'messages.ndjson',
    [message(1, '5'), message(2, 'bob'), message(3, 'zoe')].join('\n'),
  );

  const { out } = await rig.cli(['plan', users, messages]);
  const rejects = rig.inJob('rejects.jsonl');

  expect(rejects).toContain(`it was rejected: wrong-type at ${users}:2`);
  expect(rejects).toContain(`it was rejected: bad-json at ${users}:3`);
  expect(out).not.toContain('User 5 is not in the export');
  expect(out).not.toContain('User bob is not in the export');
  expect(out).toContain('User zoe is not in the export');
});
