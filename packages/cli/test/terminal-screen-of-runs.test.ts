import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

/** What is used of a terminal that runs in the process. */
interface Emulator {
  readonly buffer: {
    readonly active: {
      readonly length: number;
      readonly getLine: (row: number) => { translateToString: (trim: boolean) => string };
    };
  };
  readonly write: (text: string, done: () => void) => void;
}

const require = createRequire(import.meta.url);

/** The screen of a terminal after it was given this output. */
async function screenAfter(output: string, cols: number): Promise<string[]> {
  const { Terminal } = require('@xterm/headless') as {
    Terminal: new (options: object) => Emulator;
  };
  const terminal = new Terminal({ cols, rows: 24, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) =>
    active.getLine(row).translateToString(true),
  );
  return rows.filter((row) => row !== '');
}

const hasScript = existsSync('/usr/bin/script');

test.skipIf(!hasScript).each([120, 80, 40])(
  'in a terminal of %i columns a run leaves one drawing, with the final percent',
  async (columns) => {
    await using rig = await startRig();
    await rig.cli(['plan', writeForum(rig, 12)]);
    const command = [
      process.execPath,
      process.env['CHATFERRY_TEST_COMMAND']!,
      'run',
      '--job',
      rig.job,
      ...rig.target,
    ];
    const quoted = command.map((each) => `'${each}'`).join(' ');
    const inTerminal = `stty cols ${columns} rows 24; exec ${quoted} --yes`;
    const child = spawn('script', ['-qfec', inTerminal, '/dev/null'], {
      env: {
        ...process.env,
        CHATFERRY_API_KEY: rig.service.apiKey,
        TERM: 'xterm-256color',
        CI: '',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    await new Promise((resolve) => child.on('close', resolve));

    const lines = await screenAfter(output, columns);
    const heads = lines.filter((line) => /^(job .*   )?100 %   \d+ s/.test(line));

    expect(heads).toHaveLength(1);
    expect(
      lines.filter((line) => line.startsWith('messages ') && line.includes('100 %')),
    ).toHaveLength(1);
    expect(lines.join(' ')).toContain('Finished.');
  },
);
