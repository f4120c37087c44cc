import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startNight } from './support/night.ts';
import { hasTerminal, PseudoTerminal } from '../../output/test/support/pseudo-terminal.ts';

/** The lines without the times, and without what takes another time each time. */
function shown(text: string): string {
  return text
    .replaceAll(/^\d\d:\d\d:\d\d /gm, '')
    .replaceAll(/^\d{4}-\d\d-\d\d, times in .*$/gm, 'DATE, times in ZONE')
    .replaceAll(/\d+(\.\d)? s\b/g, 'N s')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'HH:MM:SS');
}

test('a person is asked for each step, and sees each state', async () => {
  await using night = await startNight();
  const asked: string[] = [];
  await night.post(2);

  const { status, out, err } = await night.rig.cli(['cut-over', ...night.options], {
    ask: async (question) => {
      asked.push(question);
      if (asked.length === 1) return 'yes';
      if (asked.length === 2) await night.post(3);
      return asked.length === 2 ? 'frozen' : 'open';
    },
  });

  expect(asked).toEqual([
    'Stop writing in the legacy system, then type frozen: ',
    'Stop writing in the legacy system, then type frozen: ',
    'Open the app, then type open: ',
  ]);
  expect(shown(err.split('\nNext: ')[0]!)).toMatchInlineSnapshot(`
    "DATE, times in ZONE
    armed      The last round took N s: people will not be able to write for about that long.
    frozen     Changes from now on are too late.
    drained    1 changed row: 1 message.
    verified   1 of 1 record is as planned, 2 requests. Nothing has changed since.
    open       People could not write for N s."
  `);
  expect(shown(out)).toBe(
    'The app is open. People could not write for N s. Everything is in it as planned.',
  );
  expect(status).toBe(0);
  expect(night.held).toEqual(['1', '2', '3']);
});

function endsWith(text: string): (lines: readonly string[]) => boolean {
  return (lines) => lines.at(-1)?.trimEnd().endsWith(text) === true;
}

test.skipIf(!hasTerminal).each([120, 80, 40])(
  'at a terminal of %i columns a person types the words below a drawing that is redrawn meanwhile',
  async (columns) => {
    await using night = await startNight();
    await night.post(2);
    using terminal = new PseudoTerminal(
      [
        process.execPath,
        process.env['CHATFERRY_TEST_COMMAND']!,
        'cut-over',
        '--deadline=10m',
        ...night.options,
      ],
      { columns, rows: 24 },
      { CHATFERRY_API_KEY: night.rig.service.apiKey },
    );

    await terminal.until(endsWith('type frozen:'));
    terminal.type('frozne\u007f\u007fen');
    await terminal.until(endsWith('type frozen: frozen'));
    terminal.type('\r');
    const asked = await terminal.until(endsWith('type open:'));
    const later = await terminal.until(
      (lines) => endsWith('type open:')(lines) && lines[0] !== asked[0],
    );
    terminal.type('open\r');
    const lines = await terminal.ended();

    expect(later[0]).toMatch(
      /verified .*(people cannot write: \d+ s so far|no writing for \d+ s)$/,
    );
    expect(lines.filter((line) => /^\d\d:\d\d:\d\d (\w+)/.test(line)).length).toBe(5);
    expect(lines.filter((line) => line.includes('then type'))).toEqual([]);
    expect(lines.join('').replaceAll(' ', '')).toContain('Theappisopen.Peoplecouldnotwritefor');
    expect(terminal.status).toBe(0);
  },
);

test('commands replace the person, and what they print is shown', async () => {
  await using night = await startNight();
  await night.post(2, 'stranger');

  const { status, out, err } = await night.rig.cli([
    'cut-over',
    ...night.commands(undefined, { freeze: '; echo closing the forum' }),
    '--deadline=60s',
    ...night.options,
  ]);

  expect(shown(err)).toContain('| closing the forum');
  expect(shown(out)).toBe(
    'The app is open. People could not write for N s. 1 row was rejected for a missing record.',
  );
  expect(status).toBe(1);
  expect(night.writable).toEqual(['app']);
});

test('with --json each state is a line, and what the commands are and print is in none', async () => {
  await using night = await startNight();
  await night.post(2);

  const { status, out } = await night.rig.cli([
    'cut-over',
    ...night.commands(undefined, { freeze: '; echo a-secret; false' }),
    '--json',
    ...night.options,
  ]);

  const lines = out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const types = lines.map(({ type }) => type);
  expect(types.slice(types.indexOf('armed'))).toEqual([
    'armed',
    'freezing',
    'command-failed',
    'thawing',
    'thawed',
    'cut-over',
  ]);
  expect(lines.at(-1)).toMatchObject({ state: 'following', reason: { code: 'freeze-failed' } });
  expect(out).not.toContain('a-secret');
  expect(out).not.toContain('touch');
  expect(status).toBe(3);
  expect(night.writable).toEqual(['legacy']);
});

test('without a terminal and without commands nothing is begun', async () => {
  await using night = await startNight();

  const { status, err } = await night.rig.cli(['cut-over', ...night.options]);

  expect(err).toContain('There is no command to freeze, and no person to be asked.');
  expect(err).toContain('The options are --freeze, --thaw and --open.');
  expect(status).toBe(2);
});

test.each(['freeze', 'open'] as const)(
  'a process that is killed while the command to %s runs is continued by the same command',
  async (step) => {
    await using night = await startNight();
    await night.post(2);
    const args = ['cut-over', ...night.commands(step), ...night.options];

    const killed = await night.rig.spawn(args).ended();
    const opened = await night.rig.spawn(args).ended();

    expect(killed.status).toBe(null);
    expect(opened.err).toContain(
      'Continued. People have not been able to write in the legacy system since',
    );
    expect(opened.status).toBe(0);
    expect(night.writable).toEqual(['app']);
    expect(night.held).toEqual(['1', '2']);
  },
);

test('a process that is killed while the command to thaw runs is continued by the same command', async () => {
  await using night = await startNight();
  const failing = { freeze: '; false' };
  const args = ['cut-over', ...night.commands('thaw', failing), ...night.options];

  const killed = await night.rig.spawn(args).ended();
  const thawed = await night.rig.spawn(args).ended();

  expect(killed.status).toBe(null);
  expect(thawed.err).toContain('The command to freeze failed. The legacy system is open again.');
  expect(thawed.status).toBe(3);
  expect(night.writable).toEqual(['legacy']);
});

test.each(['frozen ', 'drained '])(
  'a process that is killed when it has printed %s is continued by the same command',
  async (state) => {
    await using night = await startNight();
    await night.post(2);
    const args = ['cut-over', ...night.commands(), ...night.options];
    // The app is not open before the process is killed, however late that is noticed.
    const slow = args.map((each) => (each.startsWith('--open=') ? '--open=sleep 10' : each));
    using doomed = night.rig.spawn(slow);

    await doomed.until(() => doomed.err.includes(state));
    doomed.child.kill('SIGKILL');
    await doomed.ended();
    const between = await night.rig.cli(['status', ...night.options.slice(0, 1)]);
    const opened = await night.rig.cli(args);

    expect(between.out).toMatch(
      /^Cut-over: (frozen|drained|verified|opening)\. The legacy system was closed/m,
    );
    expect(between.out).toContain('Continue the cut-over with: chatferry cut-over --job ');
    expect(opened.status).toBe(0);
    expect(night.writable).toEqual(['app']);
    expect(night.held).toEqual(['1', '2']);
  },
);

test('a cut-over that was killed is given up with --abort, and another one opens', async () => {
  await using night = await startNight();
  const args = ['cut-over', ...night.commands('freeze'), ...night.options];
  await night.rig.spawn(args).ended();
  const killed = night.writable;

  const aborted = await night.rig.cli([...args, '--abort']);
  const between = night.writable;
  const opened = await night.rig.cli(args);

  expect(killed).toEqual([]);
  expect(aborted.err).toContain('thawing    Given up.');
  expect(aborted.status).toBe(0);
  expect(between).toEqual(['legacy']);
  expect(opened.status).toBe(0);
  expect(night.writable).toEqual(['app']);
});

test('Ctrl-C while people cannot write opens the legacy system again', async () => {
  await using night = await startNight();
  const args = [
    'cut-over',
    ...night.commands(undefined, { freeze: '; sleep 60' }),
    ...night.options,
  ];
  using command = night.rig.spawn(args);

  await command.until(() => command.err.includes('freezing'));
  command.child.kill('SIGINT');
  const { status, err } = await command.ended();

  expect(err).toContain('The cut-over was interrupted. The legacy system is open again.');
  expect(status).toBe(130);
  expect(night.writable).toEqual(['legacy']);
});

test('following after the app is open is refused', async () => {
  await using night = await startNight();
  await night.rig.cli(['cut-over', ...night.commands(), ...night.options]);

  const { status, err } = await night.rig.cli(['follow', '--once', ...night.options]);
  const state = await night.rig.cli(['status', '--json', ...night.options.slice(0, 1)]);

  expect(err).toContain('has opened the app');
  expect(status).toBe(2);
  expect(JSON.parse(state.out)).toMatchObject({
    follow: { cutOver: { state: 'open', isFinished: true, openedAt: expect.any(String) } },
    next: [expect.stringMatching(/^chatferry verify /)],
  });
});

test('no file of the job has a command', async () => {
  await using night = await startNight();
  await night.post(2);
  await night.rig.cli(['cut-over', ...night.commands(), ...night.options]);

  for (const file of ['run.log', 'follow.sqlite', 'ledger.sqlite', 'report.html'])
    expect(readFileSync(path.join(night.file('follow'), file), 'latin1')).not.toContain('touch');
});
