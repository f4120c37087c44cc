import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compile, user } from './rig.ts';

/** Passes the calls on, and notes which file or folder was put on disk or renamed, by its name. */
function watchDisk(): { steps: string[] } & Disposable {
  const steps: string[] = [];
  const { openSync, fsyncSync, renameSync } = fs;
  const names = new Map<number, string>();
  fs.openSync = (file, ...rest) => {
    const descriptor = openSync(file, ...rest);
    names.set(descriptor, path.basename(String(file)));
    return descriptor;
  };
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    steps.push(`sync ${names.get(descriptor)}`);
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    steps.push(`rename ${path.basename(String(from))} to ${path.basename(String(to))}`);
  };
  syncBuiltinESMExports();
  return {
    steps,
    [Symbol.dispose]: () => {
      Object.assign(fs, { openSync, fsyncSync, renameSync });
      syncBuiltinESMExports();
    },
  };
}

test('a plan is on disk before it gets its name, and its name is on disk before it counts as made', async () => {
  using disk = watchDisk();

  using planned = await compile({ users: [user('ann'), user('bob')] });

  const [file, folder] = [path.basename(planned.path), path.basename(path.dirname(planned.path))];
  const rename = disk.steps.findIndex((step) => step.endsWith(` to ${file}`));
  expect(rename).toBeGreaterThan(0);
  expect(disk.steps.slice(0, rename)).toContain('sync plan.sqlite');
  expect(disk.steps.slice(rename + 1)).toContain(`sync ${folder}`);
});
