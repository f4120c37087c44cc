import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

function writeFriends(rig: Rig): string[] {
  return [
    rig.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\ncy,Cy\n'),
    rig.write('friends.csv', 'uid,friend\nann,bob\ncy,ann\nbob,ann\n'),
  ];
}

function friendsIn(rig: Rig): number {
  return rig.service.db.prepare('SELECT * FROM friends WHERE uid < friend').all().length;
}

test('the plan says what is sent live', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['plan', ...writeFriends(rig)]);

  expect(out).toContain(
    'Sent live, so that the app may notify users and call webhooks: 2 friendships.',
  );
});

test('a run stops before the first live operation, and --yes sends the rest', async () => {
  await using rig = await startRig();

  const stopped = await rig.cli(['import', ...writeFriends(rig), ...rig.target]);

  expect(stopped.status).toBe(3);
  expect(`${stopped.out}${stopped.err}`).toContain('The plan has 2 friendships, which are live');
  expect(`${stopped.out}${stopped.err}`).toContain('The option is --yes.');
  expect(friendsIn(rig)).toBe(0);

  const { status, out } = await rig.cli(['run', ...rig.target, '--yes']);

  expect(status).toBe(0);
  expect(out).toContain('Every row is accounted for.');
  expect(friendsIn(rig)).toBe(2);
});

test.each([
  { answer: 'y', status: 0, friends: 2 },
  { answer: '', status: 3, friends: 0 },
])('in a terminal a run asks, and $answer as the answer ends with $status', async (wanted) => {
  await using rig = await startRig();
  const asked: string[] = [];

  const { status } = await rig.cli(['import', ...writeFriends(rig), ...rig.target], {
    ask: async (question) => {
      asked.push(question);
      return wanted.answer;
    },
  });

  expect(asked).toEqual([expect.stringContaining('The plan has 2 friendships')]);
  expect(status).toBe(wanted.status);
  expect(friendsIn(rig)).toBe(wanted.friends);
});

test('a run that is interrupted while it asks sends nothing and ends with 130', async () => {
  await using rig = await startRig();
  const interrupts: (() => void)[] = [];

  const { status, out } = await rig.cli(['import', ...writeFriends(rig), ...rig.target], {
    onInterrupt: (listener) => {
      interrupts.push(listener);
      return () => {};
    },
    ask: async (_, stop) => {
      for (const interrupt of interrupts) interrupt();
      return stop?.aborted === true ? '' : 'y';
    },
  });

  expect(status).toBe(130);
  expect(out).toContain('Continue with: chatferry run');
  expect(rig.service.db.prepare('SELECT * FROM users').all()).toEqual([]);
});

test('the answer is remembered: a run that resumes does not ask again', async () => {
  await using rig = await startRig();
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 401,
      code: 'AUTH_ERR_APIKEY_NOT_FOUND',
      operation: 'users.friends.add',
    },
  ]);
  const first = await rig.cli(['import', ...writeFriends(rig), ...rig.target], {
    ask: () => Promise.resolve('y'),
  });
  expect(first.status).toBe(3);
  rig.service.setFaults([]);

  const { status } = await rig.cli(['run', ...rig.target], {
    ask: () => Promise.reject(new Error('asked')),
  });

  expect(status).toBe(0);
  expect(friendsIn(rig)).toBe(2);
});

test('a run without live operations asks nothing', async () => {
  await using rig = await startRig();
  const [users] = writeFriends(rig);

  const { status } = await rig.cli(['import', users!, ...rig.target], {
    ask: () => Promise.reject(new Error('asked')),
  });

  expect(status).toBe(0);
});

test('what was allowed for one app is not allowed for another', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'another' });
  rig.service.setFaults([
    { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND', operation: '*' },
  ]);
  const first = await rig.cli(['import', ...writeFriends(rig), ...rig.target, '--yes']);
  expect(first.status).toBe(3);

  const { status, out, err } = await rig.cli(['run', ...other.target], {
    env: { CHATFERRY_API_KEY: other.service.apiKey },
  });

  expect(`${out}${err}`).toContain('The plan has 2 friendships, which are live');
  expect([status, friendsIn(other)]).toEqual([3, 0]);
});
