import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

/** As npm links it when it installs the workspace. */
const linked = path.join(import.meta.dirname, '../../../node_modules/.bin');
const env = { ...process.env, PATH: `${linked}${path.delimiter}${process.env['PATH']}` };
const run = promisify(execFile);

test('after npm ci the command runs from any folder, and its JSON is JSON from the first byte', async () => {
  await using rig = await startRig();
  writeForum(rig);

  const { stdout } = await run('chatferry', ['plan', 'export', '--json'], { cwd: rig.folder, env });

  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ type: 'plan', accepted: true });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches the program', async (signal) => {
  await using rig = await startRig();
  const serving = spawn('chatferry', ['serve', '--port', '0', '--db', ':memory:'], {
    cwd: rig.folder,
    env,
  });
  await once(serving.stdout, 'data');

  serving.kill(signal);
  await once(serving, 'exit');

  // The program has heard it and ended by itself; otherwise the signal would have ended it.
  expect(serving.signalCode).toBeNull();
});
