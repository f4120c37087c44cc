import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const users = 'uid,name,createdAt\nada,Ada,2023-11-14 22:13:20\n';

test('a file that the configuration skips is listed with its reason, whatever its name', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export);
  rig.write('export/users.csv', 'uid,name\nada,Ada\n');
  rig.write('export/groups.csv', 'not,groups\n');
  const config = rig.write(
    'chatferry.yaml',
    'files:\n  groups.csv: { skip: made by the backup program }\n',
  );

  const planned = await rig.cli(['plan', rig.export, `--config=${config}`]);
  const json = await rig.cli(['plan', rig.export, `--config=${config}`, '--json']);

  expect(planned).toMatchObject({ status: 0 });
  expect(planned.out).toContain(`Not read: ${rig.export}/groups.csv (made by the backup program)`);
  expect(planned.err).not.toContain('no input has this name');
  expect(JSON.parse(json.out)).toMatchObject({
    ignored: [`${rig.export}/groups.csv (made by the backup program)`],
  });
});

test('when all files are skipped, there is nothing to plan', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', users);
  const config = rig.write('chatferry.yaml', 'files:\n  users.csv: { skip: old }\n');

  const { status, err } = await rig.cli(['plan', file, `--config=${config}`]);

  expect(status).toBe(2);
  expect(err).toContain('is to be read');
  expect(err).toContain('in place of skip');
});

test('one zone holds for all files, unless a file has another one', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export);
  rig.write('export/users.csv', users);
  rig.write('export/users-2.csv', users.replace('ada,', 'bob,'));
  const config = rig.write(
    'chatferry.yaml',
    'zone: UTC\nfiles:\n  users-2.csv: { zone: Europe/Berlin }\n',
  );

  const imported = await rig.cli(['import', rig.export, `--config=${config}`, ...rig.target]);

  expect(imported).toMatchObject({ status: 0 });
  const createdAt = async (uid: string): Promise<unknown> =>
    JSON.parse((await rig.cli(['explain', `users:${uid}`, '--json'])).out);
  expect(JSON.stringify(await createdAt('ada'))).toContain('1700000000');
  expect(JSON.stringify(await createdAt('bob'))).toContain('1699996400');
});
