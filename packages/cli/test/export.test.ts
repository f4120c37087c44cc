import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Ended, type Rig, startRig } from './support/rig.ts';

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/export.md'), 'utf8');

/** Runs the commands of a shell block of the page, in the folder of a rig, up to one that fails. */
async function typed(rig: Rig, having: string): Promise<Ended> {
  const [, block] = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].find(([, text]) =>
    text!.includes(having),
  )!;
  const target = rig.target.slice(0, 2).join(' ');
  let ended: Ended = { status: 0, out: '', err: '' };
  for (const line of block!.split('\n').filter((each) => each.startsWith('chatferry '))) {
    const args = line
      .replace('--app-id APP --region eu', target)
      .replaceAll('./', `${rig.folder}/`)
      .replace(/--job (\w)/, `--job ${rig.folder}/$1`)
      .split(' ');
    ended = await rig.cli(args.slice(1));
    if (ended.status !== 0) break;
  }
  return ended;
}

/** What is printed, with the folder and the times of the page. */
function asOnThePage(out: string, { folder }: Rig): string {
  return out
    .replaceAll(`${folder}/app/`, 'app/')
    .replaceAll(`${folder}/`, './')
    .replaceAll(/at \d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'at 2026-11-20 21:12 UTC')
    .replaceAll(/in [\d,]+ requests/g, 'in 1,293 requests');
}

test('the quickstart is exported and planned again as the page shows', async () => {
  await using rig = await startRig();
  const quickstart = path.join(root, 'samples/quickstart');
  await rig.cli(['import', quickstart, ...rig.target, '--max-rejects=1%', '--yes', '--quiet']);

  const exported = await typed(rig, 'chatferry export ./app --app-id');
  const planned = await typed(rig, 'chatferry plan ./app');

  expect(exported.status).toBe(0);
  expect(page).toContain(`\`\`\`\n${asOnThePage(exported.out, rig)}\n\`\`\``);
  expect(planned).toMatchObject({ status: 0 });
});

test('an export is complete until it is asked to be brought up to date', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 6), ...rig.target]);
  const app = path.join(rig.folder, 'app');
  const before = rig.service.requestCount;
  expect(await rig.cli(['export', app, ...rig.target, '--since=last'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('no complete export'),
  });
  expect(rig.service.requestCount).toBe(before);

  await rig.cli(['export', app, ...rig.target]);
  const again = await rig.cli(['export', app, ...rig.target]);

  expect(again.out).toContain('The export is complete; nothing was read.');
});

test('a folder that holds something else, and an export of another app, are refused', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'other-app' });
  rig.write('notes.txt', 'mine');
  const app = path.join(rig.folder, 'app');
  await rig.cli(['export', app, ...rig.target]);

  expect(await rig.cli(['export', rig.folder, ...rig.target])).toMatchObject({
    status: 2,
    err: expect.stringContaining('is not a file of an export'),
  });
  expect(await other.cli(['export', app, ...other.target])).toMatchObject({
    status: 2,
    err: expect.stringContaining('has an export of'),
  });
});
