import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const users = 'uid,name\nada,Ada\nbob,Bob\n';

/** The command after these words, as arguments. */
function proposed(text: string, words: string): string[] {
  const line = text.split('\n').find((each) => each.startsWith(words));
  if (line === undefined) throw new Error(`No line begins with ${words}`);
  return line.slice(words.length).split(' ').slice(1);
}

test('an app id that was mistyped is in no proposed command, and the quota that was typed is', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', users)]);
  const target = [`--base-url=${rig.service.baseUrl}`, '--requests-per-minute=600'];

  const { status, out } = await rig.cli(['run', '--app-id=mistyped', ...target]);

  expect(status).toBe(3);
  const again = proposed(out, 'Continue with: ').join(' ');
  expect(again).toContain('run --job');
  expect(again).toContain('--requests-per-minute 600 --app-id ID --region REGION');
  expect(again).not.toContain('mistyped');
  expect(rig.inJob('report.html')).not.toMatch(/chatferry run[^<]*mistyped/);
  expect((await rig.cli(['status'])).out).not.toContain('mistyped');
  const bare = await rig.cli(['run']);
  expect([bare.status, bare.err]).toEqual([2, expect.stringContaining('The app id is not set.')]);
});

test('a key that the service does not know is stated once, without rows of zeros', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', users)]);

  const { status, out } = await rig.cli(['run', ...rig.target], {
    env: { CHATFERRY_API_KEY: 'wrong' },
  });

  expect(status).toBe(3);
  expect(out.match(/AUTH_ERR_APIKEY_NOT_FOUND/g)).toHaveLength(1);
  expect(out).not.toContain('= 0');
  expect(out).toContain('The key belongs in the environment variable CHATFERRY_API_KEY.');
  const again = await rig.cli(proposed(out, 'Continue with: '));
  expect(again.status).toBe(0);
});

test('the command that a run without permission proposes sends the rest', async () => {
  await using rig = await startRig();
  await rig.cli([
    'plan',
    rig.write('users.csv', users),
    rig.write('friends.csv', 'uid,friend\nada,bob\n'),
  ]);

  const stopped = await rig.cli(['run', ...rig.target]);
  const { out } = await rig.cli(['status']);
  const again = proposed(stopped.out, 'Continue with: ');

  expect(again).toEqual(expect.arrayContaining(['--yes', 'unlimited']));
  expect(proposed(out, 'Continue with: ')).toContain('--yes');
  expect(rig.inJob('report.html')).toMatch(/chatferry run --yes/);
  const finished = await rig.cli(again);
  expect([stopped.status, finished.status]).toEqual([3, 0]);

  // An app without a quota has none for reading either.
  const verify = proposed(finished.out, 'Compare what the service holds with: ');
  expect(verify.join(' ')).toContain('--requests-per-minute unlimited');
  expect((await rig.cli(verify)).status).toBe(0);
});

test('status takes a job folder, and watches it until it is interrupted', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', users)]);
  const drawn: string[] = [];
  let interrupt: (() => void) | undefined;

  const named = await rig.cli(['status', rig.job], { isJobConfigured: true });
  const watched = await rig.cli(['status', rig.job, '--watch'], {
    isJobConfigured: true,
    screen: {
      columns: () => 80,
      rows: () => 24,
      draw: (lines) => {
        drawn.push(lines.join('\n'));
        interrupt?.();
      },
      done: () => {},
    },
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
  });
  const missing = await rig.cli(['status', path.join(rig.folder, 'none')]);
  const twice = await rig.cli(['status', rig.job, `--job=${rig.job}`]);

  expect(named.out).toContain('0 of 2 records settled.');
  expect(watched.status).toBe(0);
  expect(drawn).toEqual([expect.stringContaining('0 of 2 records settled.')]);
  expect([missing.status, missing.err]).toEqual([2, expect.stringContaining('no job folder')]);
  expect([twice.status, twice.err]).toEqual([2, expect.stringContaining('given twice')]);
});

test('a plan of the folder it works in does not list its own files', async () => {
  await using rig = await startRig();
  rig.write('users.csv', users);
  rig.write('notes.txt', 'x');
  for (const own of ['chatferry.yaml', 'chatferry-service.sqlite', 'chatferry-service.sqlite-wal'])
    rig.write(own, '');

  const job = `--job=${path.join(rig.folder, 'my-job')}`;
  await rig.cli(['plan', rig.folder, job]);
  const { out } = await rig.cli(['plan', rig.folder, job]);

  expect(out).toMatch(/Ignored, because their names show no kind: [^ ]*notes\.txt$/m);
});

test('a mistyped kind is answered with the command', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', users)]);

  const { status, err } = await rig.cli(['explain', 'user:ada']);
  const explained = await rig.cli(proposed(err, 'Did you mean: '));
  const unknown = await rig.cli(['explain', 'robot:1']);

  expect([status, explained.status]).toEqual([2, 0]);
  expect(explained.out).toContain('Ada');
  expect(unknown.err).toMatch(/The kinds of files are roles, users, .*blocks\./);
});
