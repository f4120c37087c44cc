import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import type { openDatabase } from '../../src/index.ts';

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

test('a database file that another program keeps locked is named, with what to do', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-sources-'));
  const sqlite = path.join(folder.path, 'chat.db');
  using other = new DatabaseSync(sqlite);
  other.exec('CREATE TABLE people (uid TEXT PRIMARY KEY, name TEXT); BEGIN EXCLUSIVE');
  const { openDatabase: open } = await importWithout<{ openDatabase: typeof openDatabase }>(
    source('index.ts'),
    {
      file: source('databases/sqlite.ts'),
      code: 'const TIMEOUT_MS = 10_000;',
      instead: 'const TIMEOUT_MS = 20;',
    },
  );
  const kinds = { users: { query: 'SELECT uid, name FROM people' } };

  await expect(open({ sqlite, kinds })).rejects.toMatchObject({
    code: 'no-database',
    message: expect.stringMatching(/^There is no connection to .*: database is locked\.$/),
    fix: 'Check the path, and that the file is a database that no other program locks.',
  });
});
