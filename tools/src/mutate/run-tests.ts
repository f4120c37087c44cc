import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Time limit for each file. A test that hangs counts as failed. */
const TIMEOUT_MS = 180_000;

/** Time limit for each test: many edits make one hang, and none of these tests takes seconds on an idle machine. */
const TEST_TIMEOUT_MS = 60_000;

/** The packages have their own numbers of workers, and vitest runs no files of packages that differ in it. */
const WORKERS = '--maxWorkers=2';

export interface TestResult {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs test files in a copy of the repository. @param files from its root */
export async function runTests(root: string, files: readonly string[]): Promise<TestResult> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--bail=1', WORKERS, `--testTimeout=${TEST_TIMEOUT_MS}`, ...files],
    {
      cwd: root,
      env: { ...process.env, CI: '1', NO_COLOR: '1' },
      detached: true,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-8000)));
  // The test processes are killed too: they are in one process group.
  const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), files.length * TIMEOUT_MS);
  await once(child, 'close');
  clearTimeout(limit);
  return { passed: child.exitCode === 0, output };
}
