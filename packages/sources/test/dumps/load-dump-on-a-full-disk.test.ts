import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('open-in-little-space.ts', import.meta.url));

test('a full disk for temporary files is not blamed on the dump', ({ skip }) => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'dumps-'));
  const small = path.join(folder.path, 'small');
  mkdirSync(small);
  const dump = path.join(folder.path, 'dump.sql');
  const rows = Array.from({ length: 60_000 }, (_, n) => `(${n},'${'name '.repeat(20)}')`);
  writeFileSync(
    dump,
    `CREATE TABLE users (id int, name text);\nINSERT INTO users VALUES ${rows.join(',')};\n`,
  );
  const read = (): string =>
    spawnSync(process.execPath, ['--conditions=@chatferry/source', script, dump], {
      encoding: 'utf8',
      env: { ...process.env, SQLITE_TMPDIR: small },
    }).stdout.trim();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status !== 0)
    skip('nothing can be mounted');
  try {
    expect(read()).toBe(
      `database-lost: There is no space left for temporary files, in which the rows of the dump '${dump}' are kept. Nothing was planned. ` +
        'Free some space in the folder for temporary files, or name another one in the environment variable SQLITE_TMPDIR. Then plan again.',
    );
  } finally {
    spawnSync('umount', [small]);
  }
  expect(read()).toBe('opened dump');
});
