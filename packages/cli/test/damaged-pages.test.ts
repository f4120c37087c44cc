import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

const databases = ['plan.sqlite', 'ledger.sqlite'] as const;

/** A job whose messages the service refused, so that `retry` has something to send. Its databases are copied aside. */
async function sentJob(): Promise<Rig> {
  const rig = await startRig();
  writeForum(rig);
  const users = Array.from({ length: 300 }, (_, n) => `n${n},New ${n}`);
  rig.write('export/users-2.csv', ['uid,name', ...users].join('\n'));
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.messages', code: 'ERR_BAD_REQUEST' },
  ]);
  await rig.cli(['import', rig.export, '--records-per-request=2', ...rig.target]);
  rig.service.setFaults([]);
  using ledger = new DatabaseSync(path.join(rig.job, 'ledger.sqlite'));
  ledger.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (const name of databases) copyFileSync(path.join(rig.job, name), path.join(rig.folder, name));
  return rig;
}

function restore(rig: Rig): void {
  for (const name of databases) {
    for (const suffix of ['-wal', '-shm'])
      rmSync(path.join(rig.job, name + suffix), { force: true });
    copyFileSync(path.join(rig.folder, name), path.join(rig.job, name));
  }
}

function pageBytes(database: Buffer): number {
  return database.readUInt16BE(16);
}

/** Overwrites the second half of a page, as a disk does that loses sectors. */
function damagePage(rig: Rig, name: string, page: number): void {
  const bytes = readFileSync(path.join(rig.folder, name));
  const size = pageBytes(bytes);
  bytes.fill(0x5a, (page + 0.5) * size, (page + 1) * size);
  writeFileSync(path.join(rig.job, name), bytes);
}

/** Every page in `npm run test:long`; otherwise every fourth, from another one each time. */
const STEP = process.env['PROPERTY_RUNS'] === undefined ? 4 : 1;

test.each(databases)(
  'whichever page of %s is damaged, every command that fails over it names the file',
  async (name) => {
    await using rig = await sentJob();
    const whole = readFileSync(path.join(rig.folder, name));
    const commands = [
      ['status'],
      ['explain', 'users:n7'],
      ['verify', ...rig.target],
      ['run', ...rig.target],
      ['retry', ...rig.target],
      ['check'],
    ];
    const ends: unknown[] = [];

    const first = Math.floor(Math.random() * STEP);
    for (let page = first; page < whole.length / pageBytes(whole); page += STEP)
      for (const args of commands) {
        restore(rig);
        damagePage(rig, name, page);
        const { status, out, err } = await rig.cli(args);
        const isNamed = `${out}${err}`.includes(`${name} is damaged`);
        if (status === 4 || (status! > 1 && !isNamed)) ends.push({ page, args, status, out, err });
      }

    expect(ends).toEqual([]);
  },
);
