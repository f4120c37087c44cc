import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { takeLock } from '../../src/file-lock.ts';
import { publishFile } from '../../src/replace-file.ts';
import { transaction } from '../../src/sqlite.ts';
import { importWithout } from '../support/import-without.ts';
import { PowerCutDisk } from '../support/power-cut-disk.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function without<Module>(name: string, code: string, instead = ''): Promise<Module> {
  const file = source(name);
  return await importWithout<Module>(file, { file, code, instead });
}

const inFolder = () => mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));

/** Publishes a file, and cuts the power. @returns what is there then */
function afterPowerCut(publish: typeof publishFile): string | undefined {
  using folder = inFolder();
  using disk = new PowerCutDisk();
  const [finished, file] = ['rejects.new', 'rejects'].map((name) => path.join(folder.path, name));
  writeFileSync(finished!, 'every rejected row');
  publish(finished!, file!);
  return disk.afterPowerCut(file!);
}

test('without synchronising a file before it gets its name, a power cut leaves the name and no content', async () => {
  expect(afterPowerCut(publishFile)).toBe('every rejected row');
  const sync = '  syncToDisk(finished);\n';
  const module = await without<{ publishFile: typeof publishFile }>('replace-file.ts', sync);
  expect(afterPowerCut(module.publishFile)).toBe('');
});

test('without synchronising the folder after that, a power cut leaves no file of this name', async () => {
  const sync = '  syncToDisk(path.dirname(file));\n';
  const module = await without<{ publishFile: typeof publishFile }>('replace-file.ts', sync);
  expect(afterPowerCut(module.publishFile)).toBeUndefined();
});

const left = (change: typeof transaction): number => {
  using db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT');
  const both = (): void => {
    db.exec('INSERT INTO t VALUES (1)');
    db.exec('INSERT INTO t VALUES (1)');
  };
  expect(() => change(db, both)).toThrow('UNIQUE');
  if (db.isTransaction) db.exec('COMMIT'); // The next change of the process.
  return db.prepare('SELECT count(*) AS n FROM t').get()!['n'] as number;
};

test('without the roll-back, half of a change stays when the other half fails', async () => {
  expect(left(transaction)).toBe(0);
  const undo = "    if (db.isTransaction) db.exec('ROLLBACK');\n";
  const module = await without<{ transaction: typeof transaction }>('sqlite.ts', undo);
  expect(left(module.transaction)).toBe(1);
});

const holders = (take: typeof takeLock): number => {
  using folder = inFolder();
  const file = path.join(folder.path, 'lock.sqlite');
  const locks = [take(file, 1), take(file, 2)];
  const held = locks.filter((lock) => !('takenBy' in lock));
  for (const lock of held) (lock as Disposable)[Symbol.dispose]();
  return held.length;
};

test('without keeping its transaction open, two processes have one lock', async () => {
  expect(holders(takeLock)).toBe(1);
  const open = "    db.exec('COMMIT; BEGIN IMMEDIATE');\n";
  const module = await without<{ takeLock: typeof takeLock }>(
    'file-lock.ts',
    open,
    "    db.exec('COMMIT');\n",
  );
  expect(holders(module.takeLock)).toBe(2);
});
