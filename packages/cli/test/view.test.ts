import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

test('view serves the pages of a plan until it is interrupted', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const command = rig.spawn(['view', '--json']);
  await command.until(() => command.out.includes('\n'));
  const { type, url } = JSON.parse(command.out) as { type: string; url: string };
  const page = await (await fetch(url)).text();
  command.child.kill('SIGINT');

  expect(type).toBe('view');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
  expect(page).toContain('Planned. 129 of 129 rows can be sent.');
  expect(page).toContain('chatferry run');
  expect((await command.ended()).status).toBe(0);
});

test.each([
  ['without a plan', ['view', 'nowhere'], 'There is no job folder'],
  [
    'of a zone that does not exist',
    ['view', '--time-zone=Berlin'],
    "There is no time zone 'Berlin'",
  ],
])('view %s is refused', async (_, args, message) => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const { status, err } = await rig.cli(args);

  expect(status).toBe(2);
  expect(err).toContain(message);
});
