import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFailed, test } from 'vitest';

// The demo compares the forum with the app row by row, and fails when it has not shown what it prints.
test('the demonstration of a cut-over while people write ends with an app that holds what the forum holds', async () => {
  const demo = path.join(import.meta.dirname, '../src/follow-demo.ts');
  let said = '';
  onTestFailed(() => console.log(said));

  const running = promisify(execFile)(process.execPath, ['--conditions=@chatferry/source', demo], {
    cwd: path.join(import.meta.dirname, '../..'),
    maxBuffer: 2 ** 24,
  });
  for (const stream of [running.child.stdout!, running.child.stderr!])
    stream.on('data', (text: string) => (said += text));
  const { stdout } = await running;

  expect(stdout).toMatch(/^[1-9]\d* writes, [1-9]\d* of them refused while the server was down$/m);
});
