import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('a harness that loaded the embedded PostgreSQL ends with its own status', () => {
  const file = path.join(import.meta.dirname, '../src/databases/embedded-postgres.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { loadEmbeddedPostgres } from ${JSON.stringify(file)};
       await loadEmbeddedPostgres();
       process.exitCode = 3;`,
    ],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
});
