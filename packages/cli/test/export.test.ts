import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Ended, type Rig, startRig } from './support/rig.ts';

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/export.md'), 'utf8');

function blockWith(words: string): string {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text]) => text!);
  return blocks.find((text) => text.includes(words))!;
}

/**
 * Runs the commands of a shell block of the page, in the folder of a rig; each has to end with 0.
 *
 * @param other the app OTHER of the page
 */
async function typed(
  rig: Rig,
  having: string,
  { other = rig, more = [] }: { readonly other?: Rig; readonly more?: readonly string[] } = {},
): Promise<Ended> {
  let ended: Ended = { status: 0, out: '', err: '' };
  for (const line of blockWith(having)
    .split('\n')
    .filter((each) => each.startsWith('chatferry '))) {
    const app = line.includes('OTHER') ? other : rig;
    const args = line
      .replace(/--app-id \w+ --region \w+/, app.target.join(' '))
      .replaceAll('./', `${rig.folder}/`)
      .replace(/--job (\w)/, `--job ${rig.folder}/$1`)
      .split(' ');
    ended = await app.cli([...args.slice(1), ...more]);
    if (ended.status !== 0) throw new Error(`${line}: ${ended.err}`);
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

/** The lines of each file of an export, in no order, without the fields that an import sets by itself according to the page. */
function contentOf(folder: string): Record<string, readonly string[]> {
  const table = /^## What an import sets by itself\n([\s\S]*?)^## /m.exec(page)![1]!;
  const fields = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  const rowsOf = (name: string): readonly string[] =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(new RegExp(`,"(?:${fields.join('|')})":\\d+`, 'g'), ''))
      .toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
}

test('the quickstart is exported, and moves to another app that then has the same export, as the page shows', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'other-app' });
  const quickstart = path.join(root, 'samples/quickstart');
  await rig.cli(['import', quickstart, ...rig.target, '--max-rejects=1%', '--yes', '--quiet']);

  const exported = await typed(rig, 'chatferry export ./app --app-id');
  expect(page).toContain(`\`\`\`\n${asOnThePage(exported.out, rig)}\n\`\`\``);

  const { out: planned } = await typed(rig, 'chatferry plan ./app --job move --ret');
  expect(planned).not.toContain('Roles that must exist');
  const { out } = await typed(rig, 'chatferry run --job move --app-id OTHER', { other });
  expect(out).toContain('Rehearsal. Finished. Every row is in the app');
  const again = path.join(rig.folder, 'again');
  await other.cli(['export', again, ...other.target]);
  expect(contentOf(again)).toEqual(contentOf(path.join(rig.folder, 'app')));

  const updated = await typed(rig, '--since last');
  expect(updated.out).toContain('Everything that the app had at');
});

test('the move on one machine is done as the page shows', async () => {
  await using rig = await startRig({ appId: 'local-app' });
  await using other = await startRig({ appId: 'local-app' });
  const lines = ['old/users.csv', '8788/v3 --requests'].map((words) =>
    blockWith(words).split('\n'),
  );
  let out = '';
  for (const [index, block] of lines.entries()) {
    const app = index === 0 ? rig : other;
    const shell = block.filter((line) => /^(?:mkdir|printf) /.test(line));
    execFileSync('bash', ['-c', shell.join('\n')], { cwd: rig.folder });
    for (const line of block.filter((each) => each.startsWith('chatferry '))) {
      const args = line
        .replace(/http:\S+/, app.service.baseUrl)
        .replaceAll('./', `${rig.folder}/`)
        .replace(/--job (\w)/, `--job ${rig.folder}/$1`);
      const ended = await app.cli(args.split(' ').slice(1));
      expect({ line, ...ended }).toMatchObject({ line, status: 0 });
      ({ out } = ended);
    }
  }

  const [, result = ''] = /^It prints `(.+)`$/m.exec(page) ?? [];
  expect(out).toContain(result);
  expect(result).not.toBe('');
});

test('the files of an app are copied while their signatures last, and a plan points to the copies, as the page shows', async () => {
  await using rig = await startRig();
  const url = `${new URL(rig.service.baseUrl).origin}/media/a.png`;
  const lines = readFileSync(path.join(writeForum(rig, 6), 'messages.ndjson'), 'utf8').split('\n');
  const [first = ''] = lines;
  const attachments = [{ url, name: 'a.png', mimeType: 'image/png', extension: 'png' }];
  const message = { ...(JSON.parse(first) as object), type: 'image', data: { attachments } };
  rig.write('export/messages.ndjson', [JSON.stringify(message), ...lines.slice(1)].join('\n'));
  await rig.cli(['import', rig.export, ...rig.target]);
  rig.service.setFaults([{ fault: 'signed-media', seconds: 900 }]);
  const app = path.join(rig.folder, 'app');

  const without = await rig.cli(['export', app, ...rig.target]);
  const copied = await typed(rig, '--media ./media');
  const [, yaml = ''] = /echo '(.*)'/.exec(blockWith('--require-media')) ?? [];
  const config = rig.write('chatferry.yaml', yaml.replace('./', `${rig.folder}/`));
  const planned = await typed(rig, '--require-media', { more: [`--config=${config}`] });
  const misplaced = await rig.cli([
    'export',
    app,
    ...rig.target,
    '--public-base=https://m.example',
  ]);

  expect(without.out).toMatch(/Copy the files with: chatferry export .* --media \.\/media$/m);
  expect(copied.out).toContain('has 1 of 1 file: 1 copy');
  expect(planned.out).toContain('Files: 1 address of copies.');
  expect(misplaced).toMatchObject({ status: 2, err: expect.stringContaining('--media') });
  const files = readdirSync(rig.folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name));
  const signed = files.filter((file) => readFileSync(file, 'latin1').includes('Signature='));
  expect(signed).toEqual([]);
});

test('what an export knows about itself is no ignored file of a plan, and records that it does not read are', async () => {
  await using rig = await startRig();
  const forum = writeForum(rig, 3);
  await rig.cli(['import', forum, ...rig.target, '--quiet']);
  const folder = `${rig.folder}/app`;
  await rig.cli(['export', folder, ...rig.target, '--quiet']);
  writeFileSync(path.join(folder, 'calls.ndjson'), '{}\n');

  const { out } = await rig.cli(['plan', folder, '--job', `${rig.folder}/moved`, '--json']);

  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['manifest.json', 'export.sqlite', 'not-exported.jsonl']),
  );
  expect(JSON.parse(out)).toMatchObject({ ignored: [`${folder}/calls.ndjson`] });
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

test('a folder whose first attempt read nothing is not kept for an app that was mistyped', async () => {
  await using rig = await startRig();
  const app = path.join(rig.folder, 'app');
  const elsewhere = ['--app-id', 'mistyped', '--base-url', 'http://127.0.0.1:9/v3'];

  const mistyped = await rig.cli(['export', app, ...elsewhere]);
  const corrected = await rig.cli(['export', app, ...rig.target]);

  expect(mistyped.status).toBe(3);
  expect(corrected.status).toBe(0);
  expect(corrected.out).toContain('Everything that the app had at');
});

test('an export that is interrupted proposes the command that continues it', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 6), ...rig.target]);
  const app = path.join(rig.folder, 'app');

  const stopped = await rig.cli(['export', app, ...rig.target], {
    onInterrupt: (listener) => {
      listener();
      return () => {};
    },
  });
  const next = /Continue with: chatferry (.*)$/.exec(stopped.err)?.[1] ?? '';
  const continued = await rig.cli(next.split(' '));

  expect(stopped.status).toBe(130);
  expect(continued).toMatchObject({ status: 0 });
  expect(continued.out).toMatch(/^messages +6$/m);
});

test('an export that the service breaks off says how it continues, and then has everything', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 6), ...rig.target, '--quiet']);
  const app = path.join(rig.folder, 'app');
  const whole = path.join(rig.folder, 'whole');
  await rig.cli(['export', whole, ...rig.target]);
  const wrongKey = await rig.cli(['export', app, ...rig.target], {
    env: { CHATFERRY_API_KEY: 'wrong' },
  });
  rig.service.setFaults([{ fault: 'status-before', operation: 'messages.list', status: 400 }]);

  const broken = await rig.cli(['export', app, ...rig.target]);
  rig.service.setFaults([]);
  const continued = await rig.cli(['export', app, ...rig.target]);

  expect(wrongKey).toMatchObject({ status: 3, err: expect.stringContaining('Check the key') });
  expect(wrongKey.err.match(/the app id and the region/g)).toHaveLength(1);
  expect(wrongKey.err).not.toContain('What was read is kept');
  expect(broken.status).not.toBe(0);
  expect(broken.err).toMatch(/What was read is kept\. Continue with: chatferry export /);
  expect(continued.status).toBe(0);
  expect(contentOf(app)).toEqual(contentOf(whole));
});

test('the way back of a job needs neither app nor address, and proposes no plan', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 6), ...rig.target]);
  const back = path.join(rig.folder, 'back');

  const since = '--since=2026-01-01T00:00Z';
  const { status, out } = await rig.cli(['export', back, `--job=${rig.job}`, since]);

  expect({ status, out }).toMatchObject({ status: 0 });
  expect(out).toContain('What people wrote in the app between 2026-01-01 00:00 and');
  expect(out).not.toMatch(/^users|^messages|Plan it with/m);
});
