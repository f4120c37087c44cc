import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

test('status says in another process what holds a run up, and nothing of it afterwards', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig, 5)]);
  await rig.cli(['pause']);
  const running = rig.spawn(['run', ...rig.target]);
  await running.until(
    () => rig.hasInJob('progress.json') && rig.inJob('progress.json').includes('"waiting":{'),
  );

  const { out } = await rig.cli(['status']);
  const json = JSON.parse((await rig.cli(['status', '--json'])).out) as Record<string, never>;
  running.child.kill('SIGTERM');
  await running.ended();

  expect(out).toContain('Requests a minute: no quota.\nWaiting: The run is paused.');
  expect(json).toMatchObject({
    startedAt: expect.stringMatching(/^20.*Z$/) as string,
    progress: { quota: 'unlimited', waiting: { why: 'paused' } },
  });
  expect(rig.hasInJob('progress.json')).toBe(false);
  expect((await rig.cli(['status'])).out).not.toContain('Waiting');
});

test('status says nothing of the pace of a run that was killed', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig, 5)]);
  const waiting = { why: 'paused', message: 'The run is paused.' };
  rig.write('job/progress.json', JSON.stringify({ at: '', quota: 60, waiting }));

  const { out } = await rig.cli(['status']);
  const json = await rig.cli(['status', '--json']);

  expect(out).not.toMatch(/Waiting|quota/);
  expect(JSON.parse(json.out)).not.toHaveProperty('progress');
});
