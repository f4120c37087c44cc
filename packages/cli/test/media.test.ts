import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const quickstart = path.join(import.meta.dirname, '../../../samples/quickstart');
const OLD_HOST = 'https://files.tram-depot.example';

/** A server of files: `answer` has the bytes of a path, or nothing. */
async function serve(answer: (path: string) => string | Buffer | undefined) {
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    const name = url.split('?')[0]!;
    asked.push(name);
    const found = answer(name);
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': 'application/octet-stream',
    });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, asked, stop, [Symbol.asyncDispose]: stop };
}

const local = '--private-host=127.0.0.1';

/** The quickstart, with its pictures at another host. */
function writeQuickstart(rig: Rig, host: string): void {
  mkdirSync(rig.export);
  for (const name of readdirSync(quickstart)) {
    if (!/^(?:roles|users|groups|members|messages)\./.test(name)) continue;
    const file = path.join(quickstart, name);
    const bytes = readFileSync(file);
    const text = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const lines = text.toString().replaceAll(OLD_HOST, host).split('\n');
    // Of the messages, those with pictures are enough.
    const moved = lines
      .filter((line) => name !== 'messages.ndjson.gz' || line.includes(host))
      .join('\n');
    writeFileSync(path.join(rig.export, name.replace('.gz', '')), moved);
  }
}

test('a quickstart whose pictures are on a server that is stopped shows every picture from its copy', async () => {
  await using rig = await startRig();
  await using old = await serve((name) => `the picture ${name}`);
  const media = path.join(rig.folder, 'media');
  await using copies = await serve((name) => readFileSync(path.join(media, 'files', name)));
  writeQuickstart(rig, old.base);
  const config = rig.write('chatferry.yaml', `media: { map: ${media}/map.ndjson }\n`);

  const copied = await rig.cli([
    'media',
    'copy',
    rig.export,
    `--to=${media}`,
    `--public-base=${copies.base}`,
    local,
    '--json',
  ]);
  const verified = await rig.cli(['media', 'verify', media]);
  await old.stop();
  const imported = await rig.cli([
    'import',
    rig.export,
    `--config=${config}`,
    '--require-media',
    '--max-rejects=100%',
    '--yes',
    ...rig.target,
  ]);

  const result = JSON.parse(copied.out) as { files: number; copied: number };
  expect(copied.status).toBe(0);
  expect(result.copied).toBe(result.files);
  expect(new Set(old.asked).size).toBe(old.asked.length);
  expect(verified.status).toBe(0);
  expect(imported.err + imported.out).toContain('of copies.');
  await using client = createClient(rig.service);
  let pictures = 0;
  const show = async (url: string, of: string | undefined): Promise<void> => {
    expect(url).toMatch(new RegExp(`^${copies.base}/[0-9a-f]{2}/[0-9a-f]{64}\\.\\w+$`));
    pictures++;
    const shown = await (await fetch(url)).text();
    // Some ids of users had to be changed.
    expect(shown).toBe(`the picture ${of ?? /\/avatars\/\d+\.webp/.exec(shown)?.[0]}`);
  };
  const rows = readFileSync(`${rig.export}/users.csv`, 'utf8').split('\n');
  for await (const { uid, avatar } of client.users.list({}))
    if (avatar !== undefined)
      await show(
        avatar,
        rows
          .map((row) => /^([^,]+),.*?(\/avatars\/[^,]+)/.exec(row))
          .find((row) => row?.[1] === uid)?.[2],
      );
  for await (const message of client.messages.list({})) {
    const { data } = message as { data?: { attachments?: { url: string; name: string }[] } };
    for (const { url, name } of data?.attachments ?? []) await show(url, `/posts/${name}`);
  }
  expect(pictures).toBeGreaterThan(350);
  expect(rig.inJob('report.html')).toMatch(/are those of copies.\s+Every file has one/);
});

test('a file with a new signature, or at a new address, is no change of a delta', async () => {
  await using rig = await startRig();
  await using old = await serve(() => 'the same picture');
  const media = path.join(rig.folder, 'media');
  const config = rig.write('chatferry.yaml', `media: { map: ${media}/map.ndjson }\n`);
  const write = (address: string): string => {
    rig.write('users.csv', 'uid,name\nada,Ada\nbob,Bob\n');
    const attachments = [
      { url: address, name: 'a.webp', mimeType: 'image/webp', extension: 'webp' },
    ];
    return rig.write(
      'messages.ndjson',
      JSON.stringify({
        muid: 'm1',
        sender: 'ada',
        receiver: 'bob',
        receiverType: 'user',
        type: 'image',
        category: 'message',
        sentAt: Math.floor(Date.now() / 1000) - 600,
        data: { attachments },
      }).replace(/"sentAt":\d+/, '"sentAt":1795000000'),
    );
  };
  const copy = (): Promise<{ status: number | null }> =>
    rig.cli([
      'media',
      'copy',
      `${rig.folder}/users.csv`,
      `${rig.folder}/messages.ndjson`,
      `--to=${media}`,
      '--public-base=https://m.example.com',
      local,
    ]);
  const inputs = [`${rig.folder}/users.csv`, `${rig.folder}/messages.ndjson`, `--config=${config}`];

  write(`${old.base}/a.webp?Expires=4000000000&Signature=one&Key-Pair-Id=K`);
  await copy();
  await rig.cli(['import', ...inputs, '--retention-months=none', ...rig.target]);
  const first = rig.inJob('plan.sqlite');
  write(`${old.base}/moved.webp?Expires=4000000001&Signature=two&Key-Pair-Id=K`);
  const again = await copy();
  const delta = await rig.cli([
    'plan',
    ...inputs,
    '--retention-months=none',
    `--after=${rig.job}`,
    `--job=${rig.folder}/delta`,
    '--json',
  ]);

  expect(first).toContain('https://m.example.com/');
  expect(first).not.toContain('Signature');
  expect(again.status).toBe(0);
  const { kinds, media: summary } = JSON.parse(delta.out) as {
    kinds: { messages: { unchanged: number; changed: number } };
    media: object;
  };
  expect(kinds.messages).toMatchObject({ unchanged: 1, changed: 0 });
  expect(summary).toEqual({ mapped: 1, hosts: ['m.example.com'], unmapped: [] });
});

test('addresses without a copy are counted by cause, and can be required', async () => {
  await using rig = await startRig();
  await using old = await serve((name) => (name === '/gone.png' ? undefined : 'x'));
  const media = path.join(rig.folder, 'media');
  const config = rig.write('chatferry.yaml', `media: { map: ${media}/map.ndjson }\n`);
  const users = rig.write(
    'users.csv',
    `uid,name,avatar\nada,Ada,${old.base}/a.png\nbob,Bob,${old.base}/gone.png\n`,
  );
  const copied = await rig.cli([
    'media',
    'copy',
    users,
    `--to=${media}`,
    '--public-base=https://m.example.com',
    local,
  ]);
  cpSync(users, `${rig.folder}/users-2.csv`);
  writeFileSync(`${rig.folder}/users-2.csv`, `uid,name,avatar\ncy,Cy,${old.base}/later.png\n`);

  const planned = await rig.cli(['plan', users, `${rig.folder}/users-2.csv`, `--config=${config}`]);
  const required = await rig.cli(['plan', users, `--config=${config}`, '--require-media']);
  const withoutMap = await rig.cli(['plan', users, '--require-media']);

  expect(copied.status).toBe(1);
  expect(copied.out).toContain('gone: 1 file of 127.0.0.1');
  expect(planned.out).toContain(
    'Files: 1 address of copies, 2 without a copy (gone 1, not-in-map 1).',
  );
  expect(required.status).toBe(2);
  expect(required.err).toContain('1 address of files without a copy (gone: 1)');
  expect(withoutMap.status).toBe(2);
});

test('the files of an export are copied from it, and messages point to the copies', async () => {
  await using rig = await startRig();
  const media = path.join(rig.folder, 'media');
  const config = rig.write('chatferry.yaml', `media: { map: ${media}/map.ndjson }\n`);
  const at = {
    type: 'message',
    date: '2026-11-20T10:00:00',
    date_unixtime: '1795168800',
    from: 'Ola',
    from_id: 'user501',
    text: '',
    text_entities: [],
  };
  mkdirSync(`${rig.export}/photos`, { recursive: true });
  writeFileSync(`${rig.export}/photos/1.jpg`, 'a picture');
  writeFileSync(
    `${rig.export}/result.json`,
    JSON.stringify({
      name: 'Rowing',
      type: 'private_supergroup',
      id: 1_500_000_001,
      messages: [{ ...at, id: 1, photo: 'photos/1.jpg' }],
    }),
  );

  const checked = await rig.cli(['media', 'check', rig.export]);
  const copied = await rig.cli([
    'media',
    'copy',
    rig.export,
    `--to=${media}`,
    '--public-base=https://m.example.com',
  ]);
  const planned = await rig.cli([
    'plan',
    rig.export,
    `--config=${config}`,
    '--require-media',
    '--retention-months=none',
  ]);
  const twice = rig.write(
    'twice.yaml',
    `media: { map: ${media}/map.ndjson }\nsources: { telegram: { filesUrl: 'https://files.example.com' } }\n`,
  );
  const both = await rig.cli(['plan', rig.export, `--config=${twice}`]);

  expect(checked.out).toContain('in the export itself: 1 file');
  expect(copied.status).toBe(0);
  expect(planned.status).toBe(0);
  expect(planned.out).toContain('Files: 1 address of copies.');
  expect(planned.out).not.toContain('keep these hosts running');
  expect(rig.inJob('plan.sqlite')).toMatch(
    /"url":"https:\/\/m\.example\.com\/[0-9a-f]{2}\/[0-9a-f]{64}\.jpg"/,
  );
  expect(both.status).toBe(2);
  expect(both.err).toContain('filesUrl');
  expect(rig.hasInJob('export-rows')).toBe(false);
});

test('check counts what a plan points to without asking any host', async () => {
  await using rig = await startRig();
  await using old = await serve(() => 'x');
  const users = rig.write(
    'users.csv',
    `uid,name,avatar\nada,Ada,${old.base}/a.png\nbob,Bob,https://files.slack.com/files-pri/b.png\n`,
  );
  await rig.cli(['plan', users]);

  const checked = await rig.cli(['media', 'check', '--json']);
  const sampled = await rig.cli(['media', 'check', users, '--sample=5', local, '--json']);

  const { hosts } = JSON.parse(checked.out) as { hosts: { host: string; access: object }[] };
  expect(hosts.map(({ host, access }) => [host.split(':')[0], access])).toEqual([
    ['127.0.0.1', { local: 0, signed: 0, token: 0, open: 1 }],
    ['files.slack.com', { local: 0, signed: 0, token: 1, open: 0 }],
  ]);
  expect(JSON.parse(sampled.out)).toMatchObject({
    hosts: [{ sampled: { asked: 1, available: 1 } }, {}],
  });
  expect(old.asked).toEqual(['/a.png']);
});

test('files of rows that cannot be records are not counted, and the check reports the rows', async () => {
  await using rig = await startRig();
  const old = { sender: 'a', receiver: 'b', receiverType: 'user', type: 'image', sentAt: 1 };
  const data = { attachments: [{ url: 'https://files.example.com/a.png' }] };
  const file = rig.write('messages.ndjson', `${JSON.stringify({ muid: 'm', ...old, data })}\n`);

  const { out } = await rig.cli(['media', 'check', file]);

  expect(out).toContain('No record points to a file.');
  expect(out).toContain('1 row cannot be a record');
});

test('a private host is allowed as the report names it, with its port', async () => {
  await using rig = await startRig();
  await using old = await serve(() => 'a picture');
  const row = JSON.stringify({ uid: 'ada', name: 'Ada', avatar: `${old.base}/ada.png` });
  const file = rig.write('users.ndjson', `${row}\n`);
  const to = `--to=${path.join(rig.folder, 'media')}`;
  const host = new URL(old.base).host;

  const { status } = await rig.cli(['media', 'copy', file, to, `--private-host=${host}`]);

  expect(status).toBe(0);
  expect(old.asked).toEqual(['/ada.png']);
});

test('check of a plan without files proposes no copy', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', 'uid,name\nada,Ada\n')]);

  const checked = await rig.cli(['media', 'check', '--json']);

  expect(JSON.parse(checked.out)).toMatchObject({ files: 0, hosts: [], next: [] });
});

test('a copy that got no file proposes to try again, and no upload', async () => {
  await using rig = await startRig();
  await using old = await serve(() => undefined);
  const file = rig.write('users.csv', `uid,name,avatar\nada,Ada,${old.base}/ada.png\n`);
  const none = rig.write('users-2.csv', 'uid,name\nada,Ada\n');
  const to = path.join(rig.folder, 'media');

  const args = ['media', 'copy', file, `--to=${to}`, '--public-base=https://m.example', local];
  const failed = await rig.cli(args);
  const next = await rig.cli([...args, '--json']);
  const empty = await rig.cli(['media', 'copy', none, '--kind=users', `--to=${to}-2`]);

  expect(failed.out).toContain('gone: 1 file of 127.0.0.1');
  expect(failed.out).not.toMatch(/Upload|map/);
  expect((JSON.parse(next.out) as { next: string[] }).next).toEqual([
    expect.stringMatching(/media copy .* --private-host 127\.0\.0\.1 /),
  ]);
  expect(empty).toMatchObject({ status: 0, out: 'No record points to a file.' });
});

test('mistakes are refused with what to do', async () => {
  await using rig = await startRig();
  const none = await rig.cli(['media']);
  const other = await rig.cli(['media', 'cop']);
  const noFolder = await rig.cli(['media', 'copy']);
  const noCopies = await rig.cli(['media', 'verify', rig.folder]);
  const secret = 'xoxp-1';
  const headers = await rig.cli(['media', 'copy', '--to=x'], {
    env: { CHATFERRY_MEDIA_HEADERS: `{"a": "${secret}"` },
  });
  const inside = await rig.cli(['media', 'copy', rig.folder, `--to=${rig.folder}/media`]);
  for (const each of [none, other, noFolder, noCopies, headers, inside])
    expect(each.status).toBe(2);
  expect(inside.err).toContain('inside of the input');
  expect(noFolder.err).toContain('--to');
  expect(headers.err).not.toContain(secret);
});
