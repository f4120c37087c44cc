import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { hasTerminal, PseudoTerminal } from '../../output/test/support/pseudo-terminal.ts';
import { type Rig, startRig } from './support/rig.ts';

/** The command in a terminal. */
function inTerminal(rig: Rig, args: readonly string[], columns: number): PseudoTerminal {
  return new PseudoTerminal(
    [process.execPath, process.env['CHATFERRY_TEST_COMMAND']!, ...args, '--job', rig.job],
    { columns, rows: 24 },
    { CHATFERRY_API_KEY: rig.service.apiKey },
  );
}

async function planned(options: Parameters<typeof startRig>[0] = {}): Promise<Rig> {
  const rig = await startRig(options);
  await rig.cli(['plan', writeForum(rig, 12), '--records-per-request=2']);
  return rig;
}

/** Requests with messages are answered late enough to be seen. */
const late = { fault: 'latency', operation: 'dataImport.messages', ms: 2500 } as const;

test.skipIf(!hasTerminal).each([120, 80, 40])(
  'in a terminal of %i columns a run leaves one drawing, with the final percent',
  async (columns) => {
    await using rig = await planned();
    using terminal = inTerminal(rig, ['run', ...rig.target, '--yes'], columns);
    const lines = await terminal.ended();

    expect(lines.filter((line) => /^(job .* {3})?100 % {3}\d+ s/.test(line))).toHaveLength(1);
    expect(
      lines.filter((line) => line.startsWith('messages ') && line.includes('100 %')),
    ).toHaveLength(1);
    expect(lines.join(' ')).toContain('Finished.');
  },
);

test.skipIf(!hasTerminal)(
  'a paused run shows its way on at each width of the terminal, and another terminal watches it',
  async () => {
    await using rig = await planned();
    await rig.cli(['pause']);
    using terminal = inTerminal(rig, ['run', ...rig.target], 120);

    const wide = await terminal.until((lines) => lines.at(-1)?.startsWith('paused at ') === true);
    using other = inTerminal(rig, ['status', '--watch'], 80);
    const watched = await other.until((lines) => lines.at(-1)?.startsWith('process ') === true);
    await terminal.resize({ columns: 40, rows: 24 });
    const narrow = await terminal.until((lines) =>
      lines.some((line) => line.startsWith('chatferry resume')),
    );
    await rig.cli(['resume']);
    const lines = await terminal.ended();
    other.type('\u0003');
    await other.ended();

    expect(wide.at(-1)).toMatch(/^paused at \d\d:\d\d(\. | by `chatferry pause`\. )Resume with:/);
    expect(watched[0]).toMatch(/^job( → .*)? {3}0 % {3}\d+ s +paused \d+ s$/);
    expect(watched.at(-2)).toMatch(/^chatferry resume --job|^paused at .* --job /);
    expect(narrow.filter((line) => line.startsWith('messages '))).toHaveLength(1);
    // The wrapped lines of the wide drawing are gone.
    expect(narrow.filter((line) => / paused \d+ s$/.test(line))).toHaveLength(1);
    expect(lines.join(' ')).toContain('Finished.');
  },
);

test.skipIf(!hasTerminal)(
  'Ctrl-C in a terminal is answered there, and notes appear above the drawing',
  async () => {
    await using rig = await planned({ faults: [late] });
    using terminal = inTerminal(rig, ['run', ...rig.target, '--concurrency=1'], 80);
    await terminal.until((lines) => lines.some((line) => /^members .* 100 % /.test(line)));

    terminal.type('\u0003');
    await terminal.until((lines) =>
      lines.some((line) => line.startsWith('stopping: waits for answers')),
    );
    const lines = await terminal.ended();

    expect(lines[0]).toMatch(/^(\^C)?Quota: unlimited/);
    expect(lines.filter((line) => /^messages +[█░]/.test(line))).toHaveLength(1);
    expect(lines.join(' ')).toMatch(/Stopped\. \d+ of \d+ records are not sent yet\./);
  },
);

test.skipIf(!hasTerminal).each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a question ends the command with 130, and nothing is removed', async (_, key) => {
  await using rig = await planned();
  await rig.cli(['run', ...rig.target]);
  using terminal = inTerminal(rig, ['undo', ...rig.target.slice(0, 2)], 120);
  await terminal.until((lines) => lines.at(-1)?.includes('type the app id') === true);

  terminal.type(key);
  const lines = await terminal.ended();

  expect(terminal.status).toBe(130);
  expect(lines.at(-1)).toBe('stopping');
  expect(rig.service.db.prepare('SELECT muid FROM messages').all()).not.toEqual([]);
});

test.skipIf(!hasTerminal).each([120, 40])(
  'in a terminal of %i columns a verification shows its progress, and leaves its result only',
  async (columns) => {
    await using rig = await planned();
    await rig.cli(['run', ...rig.target]);
    rig.service.setFaults([{ fault: 'latency', operation: 'messages.list', ms: 800 }]);
    using terminal = inTerminal(rig, ['verify', ...rig.target.slice(0, 2)], columns);
    const during = await terminal.until((lines) =>
      lines.some((line) => line.startsWith('messages ')),
    );
    const lines = await terminal.ended();

    expect(during[0]).toMatch(/^(job ⇄ .* {3})?\d+ % {3}\d+ s/);
    expect(lines.some((line) => line.includes('░') || line.includes('█'))).toBe(false);
    expect(lines.join('')).toContain('The report to hand over');
  },
);
