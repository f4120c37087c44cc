import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobFolder, makeJobFolder } from '@chatferry/job/planned';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chatferry-folder-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([0o777, 0o720, 0o702])('a job folder that others can write is closed to them', (mode) => {
  chmodSync(folder, mode);

  makeJobFolder(jobFolder(folder));

  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.skipIf(process.getuid?.() !== 0)('a job folder of another user is refused', () => {
  chownSync(folder, 12_345, 12_345);

  expect(() => makeJobFolder(jobFolder(folder))).toThrow('belongs to another user (uid 12345)');
});

/** Mounting takes rights that not everybody has. */
function mount(at: string, ...options: string[]): boolean {
  return spawnSync('mount', [...options, at]).status === 0;
}

test('where modes cannot be changed, one line warns', ({ skip }) => {
  const volume = path.join(folder, 'volume');
  const job = path.join(volume, 'job');
  mkdirSync(volume);
  if (!mount(volume, '-t', 'tmpfs', 'tmpfs')) skip('nothing can be mounted');
  try {
    mkdirSync(job);
    chmodSync(job, 0o777);
    mount(volume, '-o', 'remount,ro');
    const warnings: string[] = [];

    makeJobFolder(jobFolder(job), (line) => warnings.push(line));

    expect(warnings).toEqual([expect.stringContaining('its mode cannot be changed')]);
  } finally {
    spawnSync('umount', [volume]);
  }
});

test.each([
  'plan.sqlite',
  'plan.sqlite.building',
  'ledger.sqlite',
  'ledger.sqlite-wal',
  'lock.sqlite',
  'run.log',
  'control.json',
  'control.json.new',
  'progress.json.new',
  'report.html',
  'failed',
  'undo',
  'export-rows',
])('%s as a link is refused, and what it leads to stays as it is', (name) => {
  const outside = path.join(folder, 'precious');
  const inside = path.join(folder, 'job');
  writeFileSync(outside, 'precious');
  mkdirSync(inside);
  symlinkSync(outside, path.join(inside, name));

  expect(() => makeJobFolder(jobFolder(inside))).toThrow(`${name} is a link`);
  expect(readFileSync(outside, 'utf8')).toBe('precious');
});

test.each(['plan.sqlite.building', 'plan.sqlite.again.building', 'failed', 'export-rows'])(
  'a link in the folder %s is refused',
  (name) => {
    const inside = path.join(folder, name);
    mkdirSync(inside);
    symlinkSync(folder, path.join(inside, 'a-file'));

    expect(() => makeJobFolder(jobFolder(folder))).toThrow('a-file is a link');
  },
);

test('a new job folder is closed to others', () => {
  const job = path.join(folder, 'job');

  makeJobFolder(jobFolder(job));

  expect(statSync(job).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform !== 'linux').each([
  ['/proc/x/y', '/proc/x cannot be created: the folder around it takes none (ENOENT).'],
  ['/dev/null/x', '/dev/null/x cannot be created: a file is in the place of one of its folders'],
  ['/dev/full', 'The job folder /dev/full is a file.'],
])('a job folder that cannot be created is refused with a fix: %s', async (place, line) => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nu1,Ann\n');

  const { status, err } = await rig.cli(['plan', file, `--job=${place}`]);

  expect(status).toBe(2);
  expect(err).toContain(line);
  expect(err).toMatch(/Choose a(nother job)? folder/);
});

test('files of other names are left alone, links among them', () => {
  symlinkSync(folder, path.join(folder, 'planning'));
  symlinkSync(folder, path.join(folder, 'my-ledger.sqlite'));

  expect(() => makeJobFolder(jobFolder(folder))).not.toThrow();
});

test('every command that writes checks the job folder first, and closes it to others', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  const commands = [
    ['plan', rig.export],
    ['run', ...rig.target],
    ['retry', ...rig.target],
    ['verify', ...rig.target],
    ['pause'],
    ['resume'],
    ['rate', '20'],
  ];
  for (const args of commands) {
    chmodSync(rig.job, 0o777);
    await rig.cli(args);
    expect([args[0], statSync(rig.job).mode & 0o777]).toEqual([args[0], 0o700]);
  }
  const link = path.join(rig.job, 'control.json.new');
  symlinkSync(path.join(rig.folder, 'elsewhere'), link);
  for (const args of [...commands, ['status'], ['explain', 'users:ada'], ['check']]) {
    const { status, err } = await rig.cli(args);
    expect([args[0], status, err]).toEqual([args[0], 2, expect.stringContaining('is a link')]);
  }
});

test.each([
  ['a folder', mkdirSync],
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file])],
])('%s in place of lock.sqlite ends status and run with 2', async (what, plant) => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  const file = path.join(rig.job, 'lock.sqlite');
  rmSync(file);
  plant(file);

  for (const args of [['status'], ['run', ...rig.target]]) {
    const { status, err } = await rig.cli(args);
    expect([status, err]).toEqual([2, expect.stringContaining(`lock.sqlite is ${what}`)]);
  }
});
