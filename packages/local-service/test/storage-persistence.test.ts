import { copyFileSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startLocalService } from '../src/index.ts';
import { message, importSample, importMessages } from './support/records.ts';
import { startRig } from './support/rig.ts';

const folder = () => mkdtempDisposable(path.join(tmpdir(), 'local-service-'));

test('a restarted service has its data and its keys', async () => {
  await using dir = await folder();
  const db = path.join(dir.path, 'service.sqlite');
  const first = await startRig({ db, appId: 'kept', region: 'in' });
  await importSample(first);
  await importMessages(first, message('m1'));
  const { apiKey, authOnlyKey, management } = first.service;
  expect((await stat(db)).mode & 0o777).toBe(0o600);
  await first.service.close();

  await using second = await startRig({ db });

  expect(second.service).toMatchObject({
    appId: 'kept',
    region: 'in',
    apiKey,
    authOnlyKey,
    management,
  });
  expect(await second.data('messages.list')).toMatchObject([{ id: '1', muid: 'm1' }]);
  expect(await importMessages(second, message('m2'))).toEqual(['2']);
});

/** The service in a separate process. */
const SERVE = `
  import { startLocalService } from '@chatferry/local-service';
  const service = await startLocalService({ db: process.argv[1], importRequestsPerMinute: 'unlimited' });
  console.log(JSON.stringify({ baseUrl: service.baseUrl, apiKey: service.apiKey }));
`;

test('answered requests survive a kill -9', async () => {
  await using dir = await folder();
  const db = path.join(dir.path, 'service.sqlite');
  const child = spawn(
    process.execPath,
    ['--conditions=@chatferry/source', '--input-type=module-typescript', '--eval', SERVE, db],
    { cwd: path.join(import.meta.dirname, '..'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
  for (let number = 0; number < 20; number++) {
    const response = await fetch(`${baseUrl}/data_import/users`, {
      method: 'POST',
      headers: { apikey: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ users: { [`u${number}`]: { uid: `u${number}`, name: 'U' } } }),
    });
    expect(response.status).toBe(200);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');

  await using service = await startLocalService({ db });

  expect(service.db.prepare('SELECT count(*) AS users FROM users').get()).toEqual({ users: 20 });
  expect(service.apiKey).toBe(apiKey);
});

test('a file of another program is not changed', async () => {
  await using dir = await folder();
  const db = path.join(dir.path, 'other.sqlite');
  using other = new DatabaseSync(db);
  other.exec('CREATE TABLE things (id)');
  const text = path.join(dir.path, 'notes.txt');
  await writeFile(
    text,
    'These are no database, and long enough to be taken for the head of one.'.repeat(20),
  );

  await expect(startLocalService({ db })).rejects.toMatchObject({ code: 'unusable-database' });
  await expect(startLocalService({ db: text })).rejects.toMatchObject({
    code: 'unusable-database',
  });
  await expect(
    startLocalService({ db: path.join(dir.path, 'no/such/folder') }),
  ).rejects.toMatchObject({
    code: 'unusable-database',
  });
  expect(other.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'things' }]);
});

test('a database of another program stays unchanged byte for byte, its log included', async () => {
  await using dir = await folder();
  const db = path.join(dir.path, 'other.sqlite');
  using other = new DatabaseSync(db);
  other.exec('CREATE TABLE things (id)');
  using crashed = new DatabaseSync(path.join(dir.path, 'crashed.sqlite'));
  crashed.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (id); PRAGMA wal_checkpoint');
  crashed.exec('INSERT INTO things VALUES (1)');
  const copy = path.join(dir.path, 'copy.sqlite');
  for (const suffix of ['', '-wal'])
    copyFileSync(path.join(dir.path, `crashed.sqlite${suffix}`), `${copy}${suffix}`);
  const files = [db, copy, `${copy}-wal`];
  const before = files.map((file) => readFileSync(file));

  for (const file of [db, copy])
    await expect(startLocalService({ db: file })).rejects.toMatchObject({
      code: 'unusable-database',
      message: expect.stringContaining('another program') as string,
    });

  expect(files.map((file) => readFileSync(file).equals(before[files.indexOf(file)]!))).toEqual([
    true,
    true,
    true,
  ]);
});

test('a port in use is named', async () => {
  await using service = await startLocalService();

  await expect(startLocalService({ port: service.port })).rejects.toMatchObject({
    code: 'port-in-use',
    message: expect.stringContaining(String(service.port)) as string,
  });
});
