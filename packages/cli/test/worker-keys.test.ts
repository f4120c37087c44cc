import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workerKeys } from '../src/store/worker-keys.ts';

test('the key of an app is in the variable with its id in capitals, whatever number of dashes it has', () => {
  const keyOf = workerKeys(undefined, { CHATFERRY_API_KEY_MY_OWN_APP: ' key\n' });

  expect(keyOf('my-own-app')).toBe('key');
  expect(keyOf('my-other-app')).toBeUndefined();
});

test('a file of the folder has the key of the app that it is named after, and no other path is read', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-keys-'));
  mkdirSync(path.join(folder, 'keys'));
  for (const name of ['keys/my-own_App1', 'keys/a.b', 'outside'])
    writeFileSync(path.join(folder, name), ' key\n');
  writeFileSync(path.join(folder, 'keys/empty'), '\n');
  const keyOf = workerKeys(path.join(folder, 'keys'), { CHATFERRY_API_KEY_ABSENT: 'k' });
  const ids = [
    'my-own_App1',
    'empty',
    'absent',
    'a.b',
    '../outside',
    '../keys/my-own_App1',
    '..',
    '',
  ];

  expect(ids.map(keyOf)).toEqual(['key', ...Array.from({ length: ids.length - 1 })]);
  writeFileSync(path.join(folder, 'keys/absent'), 'added');
  expect(keyOf('absent')).toBe('added');
  rmSync(folder, { recursive: true });
});
