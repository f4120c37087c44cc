import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** The last line of stdout, which is what a program reads. */
async function lastJson(rig: Rig, args: readonly string[]): Promise<Record<string, unknown>> {
  const { out } = await rig.cli(args);
  return JSON.parse(out.split('\n').at(-1)!) as Record<string, unknown>;
}

test('a command that ends before it did anything says why in JSON', async () => {
  await using rig = await startRig();

  expect(await lastJson(rig, ['plan', 'nowhere', '--json'])).toEqual({
    type: 'error',
    status: 2,
    code: 'no-input',
    message: "There is no file or folder 'nowhere'.",
    fix: 'Check the path and the permissions.',
  });
  expect(await lastJson(rig, ['plan', '--jsno', '--json'])).toMatchObject({ status: 2 });
});

test('a file that cannot be read is named with its code', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,nam\nada,Ada\n');

  expect(await lastJson(rig, ['plan', users, '--json'])).toMatchObject({
    type: 'error',
    status: 2,
    code: 'unknown-column',
  });
});

test('a run that stops says why in JSON', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig, 5)]);

  const { out, status } = await rig.cli(['run', ...rig.target, '--json'], {
    env: { CHATFERRY_API_KEY: 'wrong' },
  });

  expect(status).toBe(3);
  expect(JSON.parse(out.split('\n').at(-1)!)).toMatchObject({ reason: { code: 'key-refused' } });
});
