import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type MediaSource, verifyMedia } from '../src/index.ts';
import { attachment, startRig } from './support/rig.ts';

test('each file is fetched once, named after its content, and mapped', async () => {
  await using rig = await startRig();
  rig.server.file('/a.png', 'A');
  rig.server.file('/b.png', 'A');
  rig.server.file('/c.pdf', 'C', 'application/octet-stream');

  const result = await rig.copy([
    attachment(rig.server.url('/a.png')),
    attachment(rig.server.url('/a.png'), { kind: 'avatar' }),
    attachment(rig.server.url('/b.png')),
    attachment(rig.server.url('/c.pdf')),
  ]);

  expect(result).toMatchObject({
    files: 3,
    copied: 3,
    copies: 2,
    bytes: 2,
    pending: 0,
    failed: [],
  });
  expect(rig.server.timesAsked('/a.png')).toBe(1);
  const name = '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd';
  expect(rig.map()[0]).toEqual({
    from: rig.server.url('/a.png'),
    to: `https://media.example.com/chat/55/${name}.png`,
    sha256: name,
    bytes: 1,
    mimeType: 'image/png',
  });
  expect([...rig.copies().keys()].map((each) => path.extname(each)).toSorted()).toEqual([
    '.pdf',
    '.png',
  ]);
  expect(statSync(path.join(rig.to, 'files/55', `${name}.png`)).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(rig.to, 'media.sqlite')).mode & 0o777).toBe(0o600);
});

test('a second call fetches nothing again', async () => {
  await using rig = await startRig();
  rig.server.file('/a.png', 'A');
  await rig.copy([attachment(rig.server.url('/a.png'))]);
  const again = await rig.copy([attachment(rig.server.url('/a.png'))]);
  expect(again.copiedNow).toEqual({ files: 0, bytes: 0 });
  expect(rig.server.asked).toHaveLength(1);
});

test('what cannot be copied has a cause', async () => {
  await using rig = await startRig();
  const { server } = rig;
  server.on('/login', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><p>Sign in'),
  );
  server.on('/page-as-picture', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('\n<html><body>Sign in'),
  );
  server.file('/page.html', '<html>a file of its own', 'text/html');
  server.on('/key', (_, response) => response.writeHead(401).end());
  server.on('/ended', (_, response) => response.writeHead(403).end('Request has expired'));
  server.on('/old', (_, response) => response.writeHead(410).end());
  server.on('/teapot', (_, response) => response.writeHead(418).end());
  server.file('/large.bin', Buffer.alloc(3000));
  server.on('/endless', (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(500)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  server.on('/inside', (_, response) =>
    response.writeHead(302, { location: server.url('/x', 'localhost') }).end(),
  );
  server.on('/loop', (_, response) => response.writeHead(302, { location: '/loop' }).end());
  server.on('/script', (_, response) =>
    response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  );
  const url = (at: string): string => server.url(at);

  const { failed, copied } = await rig.copy(
    [
      attachment(url('/login')),
      attachment(url('/page-as-picture')),
      attachment(url('/page.html'), { name: 'page.html' }),
      attachment(url('/key')),
      attachment(url('/ended?Expires=1700000000&Signature=abc&Key-Pair-Id=K')),
      attachment(url('/old')),
      attachment(url('/teapot')),
      attachment(url('/large.bin')),
      attachment(url('/endless')),
      attachment(url('/inside')),
      attachment(url('/loop')),
      attachment(url('/script')),
      attachment('http://10.0.0.1/x'),
      attachment('http://[::ffff:127.0.0.2]/x'),
      attachment('http://2130706434/x'),
    ],
    { maxFileBytes: 2000 },
  );

  const causes = new Map<string, number>();
  for (const { cause, files } of failed) causes.set(cause, (causes.get(cause) ?? 0) + files);
  expect(copied).toBe(1);
  expect(Object.fromEntries(causes)).toEqual({
    'login-page': 2,
    'needs-key': 1,
    expired: 1,
    gone: 1,
    refused: 3,
    'too-large': 2,
    private: 4,
  });
  expect(server.timesAsked('/x')).toBe(0);
});

test('a name that leads to this machine is refused, and it is resolved once for each connection', async () => {
  await using rig = await startRig();
  rig.server.file('/a.png', 'A');
  let lookups = 0;
  const lookup = ((_name: string, _options: object, done: (...answer: unknown[]) => void) => {
    lookups++;
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  }) as never;
  const result = await rig.copy([attachment(rig.server.url('/a.png', 'rebound.example'))], {
    lookup,
  });
  expect(result.failed).toMatchObject([{ cause: 'private', files: 1 }]);
  expect(lookups).toBe(1);
  expect(rig.server.asked).toEqual([]);
});

test('a cut file is continued, and one that changed meanwhile begins again', async () => {
  await using rig = await startRig();
  const [one, two] = [randomBytes(200_000), randomBytes(200_000)];
  rig.server.on('/cut.bin', (request, response, times) => {
    const body = times <= 2 ? one : two;
    const etag = times <= 2 ? '"one"' : '"two"';
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    const isRest = from > 0 && request.headers['if-range'] === etag;
    const part = isRest ? body.subarray(from) : body;
    response.writeHead(isRest ? 206 : 200, {
      etag,
      'content-length': part.length,
      ...(isRest ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (times > 2) return response.end(part);
    return response.write(part.subarray(0, 70_000), () => response.destroy());
  });

  const { copied } = await rig.copy([attachment(rig.server.url('/cut.bin'))]);

  expect(copied).toBe(1);
  const ranges = rig.server.asked.map(({ headers }) => headers.range);
  expect(ranges[0]).toBeUndefined();
  expect(ranges[1]).toMatch(/^bytes=\d+-$/);
  expect([...rig.copies().values()]).toEqual([two]);
});

test('trouble is tried again, and Retry-After is kept', async () => {
  await using rig = await startRig();
  rig.server.on('/busy.png', (_, response, times) => {
    if (times === 1) response.writeHead(429, { 'retry-after': '7' }).end();
    else if (times === 2) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end('ok');
  });
  rig.server.on('/down.png', (_, response) => response.writeHead(500).end());

  const { copied, failed } = await rig.copy([
    attachment(rig.server.url('/busy.png')),
    attachment(rig.server.url('/down.png')),
  ]);

  expect(copied).toBe(1);
  expect(failed).toMatchObject([{ cause: 'unreachable', files: 1 }]);
  expect(rig.clock.slept).toContain(7000);
});

test('compressed answers are decoded', async () => {
  await using rig = await startRig();
  rig.server.on('/a.txt', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync('plain')),
  );
  await rig.copy([attachment(rig.server.url('/a.txt'))]);
  expect([...rig.copies().values()].map(String)).toEqual(['plain']);
});

test('budgets end a call, and the next one continues', async () => {
  await using rig = await startRig();
  const sources = ['/1', '/2', '/3', '/4'].map((at) => {
    rig.server.file(at, `file ${at}`);
    return attachment(rig.server.url(at));
  });
  const first = await rig.copy(sources, { maxFiles: 1 });
  expect(first).toMatchObject({ stopped: 'max-files', copied: 1, pending: 3 });
  const second = await rig.copy(sources, { maxBytes: 8 });
  expect(second).toMatchObject({ stopped: 'max-bytes', copied: 2, pending: 2 });
  const third = await rig.copy(sources);
  expect(third).toMatchObject({ stopped: undefined, copied: 4, pending: 0 });
});

function openFile(name: string): Iterable<Buffer> | undefined {
  return name === 'x/a.jpg' ? [Buffer.from('local')] : undefined;
}

test('files of an export are sources too', async () => {
  await using rig = await startRig();
  const sources = ['x/a.jpg', 'x/none.jpg'].map((file) => ({
    key: `export:${file}`,
    from: { file },
    kind: 'attachment' as const,
  }));
  const { copied, failed } = await rig.copy(sources, { openFile: openFile as never });
  expect({ copied, failed }).toMatchObject({ copied: 1, failed: [{ cause: 'gone', host: '' }] });
  expect(rig.map()).toMatchObject([
    { from: 'export:x/a.jpg', mimeType: 'image/jpeg' },
    { from: 'export:x/none.jpg', cause: 'gone' },
  ]);
});

test('a folder that holds anything else is refused, and so is a second process', async () => {
  await using rig = await startRig();
  mkdirSync(rig.to);
  writeFileSync(path.join(rig.to, 'letter.txt'), 'mine');
  await expect(rig.copy([])).rejects.toMatchObject({ code: 'not-a-media-folder' });
  expect(readFileSync(path.join(rig.to, 'letter.txt'), 'utf8')).toBe('mine');
});

test('verify finds copies that are missing, changed or added', async () => {
  await using rig = await startRig();
  const sources = ['/1', '/2', '/3'].map((at) => {
    rig.server.file(at, `file ${at}`);
    return attachment(rig.server.url(at));
  });
  await rig.copy(sources);
  expect(await verifyMedia(rig.to)).toMatchObject({
    sound: 3,
    counts: { missing: 0, changed: 0, extra: 0 },
  });
  const [name = ''] = rig.copies().keys();
  const file = path.join(rig.to, 'files', name.slice(0, 2), name);
  writeFileSync(file, 'File /1');
  writeFileSync(path.join(rig.to, 'files', 'other'), 'x');
  expect(await verifyMedia(rig.to)).toMatchObject({
    sound: 2,
    changed: [`${name.slice(0, 2)}/${name}`],
    extra: ['other'],
  });
  await rig.copy(sources);
  expect(await verifyMedia(rig.to)).toMatchObject({ sound: 3, changed: [] });
});

test('what failed is tried again by the next call, and immediately with a new signature', async () => {
  await using rig = await startRig();
  let isOpen = false;
  rig.server.on('/a.png', (request, response) => {
    if (isOpen && request.url!.includes('Signature=new')) response.writeHead(200).end('a');
    else response.writeHead(403).end();
  });
  rig.server.on('/later.png', (_, response) =>
    response.writeHead(isOpen ? 200 : 404).end(isOpen ? 'later' : ''),
  );
  const signed = (by: string, ends: number): string =>
    rig.server.url(`/a.png?Expires=${ends}&Signature=${by}&Key-Pair-Id=K`);

  const first = await rig.copy([
    attachment(signed('old', 1_700_000_000)),
    attachment(rig.server.url('/later.png')),
  ]);
  isOpen = true;
  const second = await rig.copy([
    attachment(signed('new', 4_000_000_000)),
    attachment(rig.server.url('/a.png')),
    attachment(rig.server.url('/later.png')),
  ]);

  expect(first.failed.map(({ cause }) => cause).toSorted()).toEqual(['expired', 'gone']);
  expect(second).toMatchObject({ files: 2, copied: 2, failed: [] });
});

test('an address without its signature does not replace one that has it', async () => {
  await using rig = await startRig();
  rig.server.on('/a.png', (request, response) =>
    response.writeHead(request.url!.includes('Signature') ? 200 : 403).end('a'),
  );
  const { copied } = await rig.copy([
    attachment(rig.server.url('/a.png?Expires=4000000000&Signature=s&Key-Pair-Id=K')),
    attachment(rig.server.url('/a.png')),
  ]);
  expect(copied).toBe(1);
});

test('a file that changes each time before it is complete has that as its cause', async () => {
  await using rig = await startRig();
  rig.server.on('/log.bin', (_, response, times) => {
    response.writeHead(200, { etag: `"${times}"`, 'content-length': 200_000 });
    response.write(Buffer.alloc(90_000), () => response.destroy());
  });
  const { failed } = await rig.copy([attachment(rig.server.url('/log.bin'))]);
  expect(failed).toMatchObject([{ cause: 'changed', files: 1 }]);
});

test('a bandwidth is kept', async () => {
  await using rig = await startRig();
  rig.server.file('/a.bin', randomBytes(500_000));
  const before = rig.clock.monotonicMs();
  await rig.copy([attachment(rig.server.url('/a.bin'))], { bytesPerSecond: 100_000 });
  // The last piece is written before its time is over.
  expect(rig.clock.monotonicMs() - before).toBeGreaterThan(3500);
});

test('one host is asked for at most four files at the same time, and another one does not wait for it', async () => {
  await using rig = await startRig();
  let [active, most] = [0, 0];
  const open = Promise.withResolvers<void>();
  for (let number = 0; number < 12; number++)
    rig.server.on(`/slow/${number}`, (_, response) => {
      most = Math.max(most, ++active);
      const answer = async (): Promise<void> => {
        await open.promise;
        active--;
        response.writeHead(200).end(`slow ${number}`);
      };
      void answer();
    });
  rig.server.on('/fast', (_, response) => {
    response.writeHead(200).end('fast');
    open.resolve();
  });
  const slow = Array.from({ length: 12 }, (_, number) =>
    attachment(rig.server.url(`/slow/${number}`)),
  );
  const { copied } = await rig.copy([...slow, attachment(rig.server.url('/fast', 'localhost'))], {
    privateHosts: ['127.0.0.1', 'localhost'],
  });
  expect(copied).toBe(13);
  expect(most).toBe(4);
});

test('files are copied while the sources are still read', async () => {
  await using rig = await startRig();
  const asked = Promise.withResolvers<void>();
  rig.server.on('/first', (_, response) => {
    asked.resolve();
    response.writeHead(200).end('first');
  });
  rig.server.file('/last', 'last');
  async function* sources(): AsyncGenerator<MediaSource> {
    for (let number = 0; number < 500; number++) yield attachment(rig.server.url('/first'));
    await asked.promise;
    yield attachment(rig.server.url('/last'));
  }
  const { copied } = await rig.copy(sources() as never);
  expect(copied).toBe(2);
});

test('no further source is read while many files wait', async () => {
  await using rig = await startRig();
  const [host, read] = [rig.server.url(''), { files: 0 }];
  const ahead: number[] = [];
  for (let number = 0; number < 3000; number++)
    rig.server.on(`/${number}`, (_, response) => {
      ahead.push(read.files - number);
      response.writeHead(200).end(String(number));
    });
  function* sources(): Generator<MediaSource> {
    for (; read.files < 3000; read.files++) yield attachment(`${host}/${read.files}`);
  }
  const { copied } = await rig.copy(sources() as never, { mostWaiting: 100 });
  expect(copied).toBe(3000);
  expect(Math.max(...ahead)).toBeLessThan(800);
});
