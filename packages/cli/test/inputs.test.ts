import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

test('a pipe in place of a file is refused as a pipe, with the way that works', async () => {
  await using rig = await startRig();
  const pipe = path.join(rig.folder, 'users.csv');
  execFileSync('mkfifo', [pipe]);

  const { status, err } = await rig.cli(['plan', pipe]);

  expect(status).toBe(2);
  expect(err).toContain('is a pipe');
  const [, args = ''] = /cat \S+users\.csv \| chatferry (.*)/.exec(err) ?? [];
  const planned = await rig.cli(args.split(' '), { stdin: 'uid,name\nann,Ann\n' });
  expect(planned.out).toMatch(/^users +1 +1 /m);
});

test('a pipe in a folder is not waited for', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  execFileSync('mkfifo', [path.join(folder, 'users-2.csv')]);

  const { status, out } = await rig.cli(['plan', folder]);

  expect(status).toBe(0);
  expect(out).toContain('users-2.csv');
});

test('a folder whose files are given by name is not listed as ignored', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  for (const name of ['more', 'other']) mkdirSync(path.join(folder, name));
  const more = rig.write('export/more/users.csv', 'uid,name\ndan,Dan\n');

  const { out } = await rig.cli(['plan', folder, more]);

  expect(out).toContain(path.join(folder, 'other'));
  expect(out).not.toMatch(/ignored.*more/i);
});

test('JSON in a file named .csv is named, with the option that reads it', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', '[{"uid":"ada","name":"Ada"}]');

  const { status, err } = await rig.cli(['plan', file]);
  expect(status).toBe(2);
  expect(err).toContain('contains JSON');

  const users = rig.write('users.json', '[{"uid":"ada","name":"Ada"}]');
  expect((await rig.cli(['plan', users])).status).toBe(0);
});

test('inputs on the command line replace those of the configuration', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nada,Ada\n');
  rig.write('users-2.csv', 'uid,name\nbob,Bob\ncy,Cy\n');
  const config = rig.write('chatferry.yaml', `inputs: ['${rig.folder}/users-2.csv']\n`);
  const rows = async (...given: string[]): Promise<unknown> =>
    JSON.parse((await rig.cli(['plan', ...given, '--config', config, '--json'])).out).kinds.users
      .rows;

  expect([await rows(), await rows(users)]).toEqual([2, 1]);
});

test('a number among the inputs is to be put in quotes', async () => {
  await using rig = await startRig();
  const config = rig.write('chatferry.yaml', 'inputs: [04]\n');

  const { status, err } = await rig.cli(['plan', '--config', config]);

  expect(status).toBe(2);
  expect(err).toContain('chatferry.yaml:1: inputs.0: needs a text: put the value in quotes');
});

test.each(['latin-1', 'latin1', 'ISO_8859-1', 'windows-1252'])(
  'the encoding %s is accepted',
  async (encoding) => {
    await using rig = await startRig();
    const config = rig.write('chatferry.yaml', `kinds: { users: { encoding: ${encoding} } }\n`);
    const users = rig.write('users.csv', Buffer.from('uid,name\njoe,Jörg\n', 'latin1'));

    expect((await rig.cli(['plan', users, '--config', config])).status).toBe(0);
    const { out } = await rig.cli(['explain', 'users:joe']);
    expect(out).toContain('Jörg');
  },
);

test('a pattern with many stars is matched without delay', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  rig.write(`export/${'a'.repeat(120)}.csv`, 'uid,name\ndan,Dan\n');
  const config = rig.write('chatferry.yaml', `files: { '${'*a'.repeat(8)}*b': { kind: users } }\n`);

  expect((await rig.cli(['plan', folder, '--config', config])).status).toBe(0);
});

test('a link in an input folder that leads outside it is named, and read with --follow-links', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  const outside = rig.write('elsewhere.csv', 'uid,name\ndan,Dan\n');
  const link = path.join(folder, 'users-2.csv');
  symlinkSync(outside, link);
  const usersOf = async (...more: string[]): Promise<number> => {
    const { out } = await rig.cli(['plan', folder, '--json', ...more]);
    return JSON.parse(out).kinds.users.rows;
  };

  const before = await usersOf();
  const { out } = await rig.cli(['plan', folder]);
  expect(out).toContain(`${link} (a link that leads outside the folder`);
  expect((await rig.cli(['init', folder, `--config=${folder}.yaml`])).out).toContain(
    `${link}: not read: a link that leads outside the folder`,
  );
  expect(await usersOf('--follow-links')).toBe(before + 1);
});

test('links within an input folder are followed, and so is an input that is a link', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  mkdirSync(path.join(folder, 'parts'));
  renameSync(path.join(folder, 'users.csv'), path.join(folder, 'parts', 'a.csv'));
  symlinkSync(path.join('parts', 'a.csv'), path.join(folder, 'users.csv'));
  const link = path.join(rig.folder, 'latest');
  symlinkSync(folder, link);

  const { status, out } = await rig.cli(['plan', link]);

  expect(status).toBe(0);
  expect(out).not.toContain('leads outside');
});
