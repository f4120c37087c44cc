import { closeSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createNewFile, systemCode } from '../src/index.ts';

test('a file that was left is replaced by one that only its owner can read', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));
  const file = path.join(folder.path, 'file');
  writeFileSync(file, 'left', { mode: 0o644 });

  closeSync(createNewFile(file));

  expect(readFileSync(file, 'utf8')).toBe('');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

/** Puts a link to `to` at `at`, again as soon as it is removed. */
const plantLinks = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { symlinkSync } = require('node:fs');
  parentPort.postMessage('ready');
  for (;;)
    try {
      symlinkSync(workerData.to, workerData.at);
    } catch {}
`;

test('a link that appears at the very moment is not followed', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));
  const [at, to] = [path.join(folder.path, 'file'), path.join(folder.path, 'victim')];
  const planting = new Worker(plantLinks, { eval: true, workerData: { at, to } });
  await once(planting, 'message');
  let refused = 0;

  // The victim does not exist: whatever follows a link creates it.
  while (refused < 20 && statSync(to, { throwIfNoEntry: false }) === undefined)
    try {
      closeSync(createNewFile(at));
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      refused++;
    }
  await planting.terminate();

  expect(refused).toBe(20);
});
