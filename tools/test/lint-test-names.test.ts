import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['a file', 'packages/runner/src/pacing/even-pace.ts', 'packages/runner/test/even-pace.test.ts'],
  ['a room', 'packages/runner/src/pacing/gate.ts', 'packages/runner/test/pacing.test.ts'],
  [
    'a file below',
    'packages/disk/src/file-lock.ts',
    'packages/job/test/file-locks-of-jobs.test.ts',
  ],
  ['a command', 'packages/cli/src/commands/undo.ts', 'packages/runner/test/undo.test.ts'],
  ['a page', 'docs/systems/slack.md', 'packages/sources/test/slack-export.test.ts'],
  ['its folder', 'packages/sources/src/slack/read.ts', 'packages/sources/test/slack/any.test.ts'],
  ['a promise', 'docs/trust.md', 'packages/runner/test/promises/nothing-is-lost.test.ts'],
])('a test that is named after %s passes', (_, subject, name) => {
  expect(lintWith(subject, name)).toEqual([0, '']);
});

test.each([
  ['nothing', 'packages/disk/src/file-lock.ts', 'packages/disk/test/troubles.test.ts'],
  ['a part of a word', 'packages/runner/src/run.ts', 'packages/runner/test/runaway.test.ts'],
  ['a file above', 'packages/job/src/verify-job.ts', 'packages/disk/test/verify-job.test.ts'],
])('a test that is named after %s is reported', (_, subject, name) => {
  const why = 'name it after a file, a room, a command or a page';

  expect(lintWith(subject, name)).toEqual([1, `${name}: ${why}\n`]);
});

function lintWith(...files: readonly string[]): readonly unknown[] {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'lint-test-names-'));
  for (const file of files.map((name) => path.join(folder.path, name))) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  const script = path.join(import.meta.dirname, '../lint-test-names.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder.path], {
    encoding: 'utf8',
  });
  return [status, stderr];
}
