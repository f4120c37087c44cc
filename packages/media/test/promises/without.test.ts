import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { copyMedia, readHostHeaders, verifyMedia } from '../../src/index.ts';
import { attachment, type MediaRig, startRig } from '../support/rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

type Copy = typeof copyMedia;

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function mediaWithout(
  file: string,
  code: string,
  instead = '',
): Promise<{ copyMedia: Copy; verifyMedia: typeof verifyMedia }> {
  return await importWithout(source('index.ts'), { file: source(file), code, instead });
}

const copyWithout = async (file: string, code: string, instead = ''): Promise<Copy> =>
  (await mediaWithout(file, code, instead)).copyMedia;

const contentsOf = (rig: MediaRig): string[] => [...rig.copies().values()].map(String);

/** A name leads to this machine, which has a page that is not for others. */
async function copiedFromName(copy: Copy): Promise<string[]> {
  await using rig = await startRig();
  rig.server.file('/admin', 'of this machine');
  const found = [{ address: '127.0.0.1', family: 4 }];
  const lookup = ((_name: string, _options: object, done: (...answer: unknown[]) => void) =>
    done(null, found)) as never;
  await rig.copy([attachment(rig.server.url('/admin', 'files.example'))], { lookup }, copy);
  return contentsOf(rig);
}

test('without the check of what a name leads to, a page of this machine is copied for everybody', async () => {
  expect(await copiedFromName(copyMedia)).toEqual([]);
  const check = '      if (isRefused) return done(privateName());\n';
  const copy = await copyWithout('network/private-addresses.ts', check);
  expect(await copiedFromName(copy)).toEqual(['of this machine']);
});

async function copiedByRedirect(copy: Copy): Promise<string[]> {
  await using rig = await startRig();
  rig.server.file('/admin', 'of this machine');
  rig.server.on('/a', (_, response) =>
    response.writeHead(302, { location: rig.server.url('/admin') }).end(),
  );
  const privateHosts = ['localhost'];
  await rig.copy([attachment(rig.server.url('/a', 'localhost'))], { privateHosts }, copy);
  return contentsOf(rig);
}

test('without the check of each address, a redirect leads to such a page', async () => {
  expect(await copiedByRedirect(copyMedia)).toEqual([]);
  const copy = await copyWithout('network/web.ts', '      this.#refusePrivate(url);\n');
  expect(await copiedByRedirect(copy)).toEqual(['of this machine']);
});

/** Two hosts have a file each, and the operator gives a token for one of them. @returns the hosts that got it */
async function hostsWithToken(copy: Copy): Promise<string[]> {
  await using rig = await startRig();
  const { server } = rig;
  server.file('/a', 'a');
  server.file('/b', 'b');
  const headers = readHostHeaders(
    JSON.stringify({ [`127.0.0.1:${server.port}`]: { authorization: 'Bearer token' } }),
  );
  const privateHosts = ['127.0.0.1', 'localhost'];
  const sources = [server.url('/a'), server.url('/b', 'localhost')].map((url) => attachment(url));
  await rig.copy(sources, { headers, privateHosts }, copy);
  const withToken = server.asked.filter((each) => each.headers.authorization !== undefined);
  return withToken.map(({ host }) => host.replace(/:\d+$/, '')).toSorted();
}

test('without the host of a token, every host gets it', async () => {
  expect(await hostsWithToken(copyMedia)).toEqual(['127.0.0.1']);
  const own = 'isSafe ? this.#options.headers.get(url.host) : undefined';
  const any = 'isSafe ? [...this.#options.headers.values()][0] : undefined';
  const copy = await copyWithout('network/web.ts', own, any);
  expect(await hostsWithToken(copy)).toEqual(['127.0.0.1', 'localhost']);
});

/** The host of a token redirects to another one, and that back. @returns whether it got the token for the second address */
async function hasTokenAfterReturn(copy: Copy): Promise<boolean> {
  await using rig = await startRig();
  const { server } = rig;
  const [there, back] = [server.url('/b', 'localhost'), server.url('/c')];
  server.on('/a', (_, response) => response.writeHead(302, { location: there }).end());
  server.on('/b', (_, response) => response.writeHead(302, { location: back }).end());
  server.file('/c', 'c');
  const headers = readHostHeaders(
    JSON.stringify({ [`127.0.0.1:${server.port}`]: { authorization: 'Bearer token' } }),
  );
  const privateHosts = ['127.0.0.1', 'localhost'];
  await rig.copy([attachment(server.url('/a'))], { headers, privateHosts }, copy);
  const found = server.asked.find(({ path: asked }) => asked === '/c')!;
  return found.headers.authorization !== undefined;
}

test('without taking the token away after a redirect, another host chooses what is read with it', async () => {
  expect(await hasTokenAfterReturn(copyMedia)).toBe(false);
  const end = '      if (next.origin !== url.origin) mayHaveKey = false;\n';
  expect(await hasTokenAfterReturn(await copyWithout('network/web.ts', end))).toBe(true);
});

const [one, two] = [randomBytes(200_000), randomBytes(200_000)];

/** A file changes after the connection broke; its host sends the rest of what it has now. @returns what the copy is */
async function copyOfChanged(copy: Copy): Promise<string> {
  await using rig = await startRig();
  rig.server.on('/a.bin', (request, response, times) => {
    const [body, etag] = times === 1 ? [one, '"one"'] : [two, '"two"'];
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    const isRest = from > 0 && (request.headers['if-range'] ?? etag) === etag;
    const part = isRest ? body.subarray(from) : body;
    response.writeHead(isRest ? 206 : 200, {
      etag,
      'content-length': part.length,
      ...(isRest ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (times > 1) return response.end(part);
    return response.write(part.subarray(0, 70_000), () => response.destroy());
  });
  await rig.copy([attachment(rig.server.url('/a.bin'))], {}, copy);
  const is = (whole: Buffer): boolean =>
    [...rig.copies().values()].some((bytes) => bytes.equals(whole));
  return is(two) ? 'the new one' : is(one) ? 'the old one' : 'of both';
}

test('without the version that the rest has to be of, a copy has the beginning of one file and the end of another', async () => {
  expect(await copyOfChanged(copyMedia)).toBe('the new one');
  const version = ", 'if-range': validator }";
  const copy = await copyWithout('fetching/fetch-file.ts', version, ' }');
  expect(await copyOfChanged(copy)).toBe('of both');
});

/** A host sends the rest of a file in pieces that are shorter than what it was asked for. */
async function bytesOfShortAnswers(copy: Copy): Promise<number> {
  await using rig = await startRig();
  rig.server.on('/a.bin', (request, response, times) => {
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    const part = one.subarray(from, from + 70_000);
    const range = `bytes ${from}-${from + part.length - 1}/${one.length}`;
    response.writeHead(times === 1 ? 200 : 206, {
      etag: '"one"',
      'content-length': times === 1 ? one.length : part.length,
      ...(times === 1 ? {} : { 'content-range': range }),
    });
    if (times > 1) return response.end(part);
    return response.write(part, () => response.destroy());
  });
  await rig.copy([attachment(rig.server.url('/a.bin'))], {}, copy);
  return Math.max(...[...rig.copies().values()].map(({ length }) => length));
}

test('without comparing its size, a part of a file counts as the file', async () => {
  expect(await bytesOfShortAnswers(copyMedia)).toBe(one.length);
  const check = 'if (expected.total !== undefined && partial.bytes !== expected.total) {';
  const copy = await copyWithout('fetching/fetch-file.ts', check, 'if (false) {');
  expect(await bytesOfShortAnswers(copy)).toBeLessThan(one.length);
});

async function copiedPages(copy: Copy): Promise<string[]> {
  await using rig = await startRig();
  rig.server.file('/a.png', '<!doctype html><title>Log in</title>', 'text/html');
  await rig.copy([attachment(rig.server.url('/a.png'), { mimeType: 'image/png' })], {}, copy);
  return contentsOf(rig);
}

test('without the check of what a host answers with, its login page is copied as a picture', async () => {
  expect(await copiedPages(copyMedia)).toEqual([]);
  const check = 'if (partial.bytes === 0 && isUnexpectedPage(type, value, file))';
  const copy = await copyWithout('fetching/fetch-file.ts', check, 'if (false)');
  expect(await copiedPages(copy)).toHaveLength(1);
});

/** A byte of a copy has changed on the disk. @returns the copies that are said to be sound */
async function soundAfterDamage(verify: typeof verifyMedia): Promise<number> {
  await using rig = await startRig();
  rig.server.file('/a.png', 'a picture');
  await rig.copy([attachment(rig.server.url('/a.png'))]);
  const files = path.join(rig.to, 'files');
  for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.png')) continue;
    const file = path.join(files, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('picture', 'pictuRe'));
  }
  return (await verify(rig.to)).sound;
}

test('without the digest of a copy, one that the disk has changed counts as sound', async () => {
  expect(await soundAfterDamage(verifyMedia)).toBe(0);
  const digest = '(await sha256Of(file, found.size, signal)) !== copy.sha256';
  const module = await mediaWithout('verifying/verify-media.ts', digest, 'false');
  expect(await soundAfterDamage(module.verifyMedia)).toBe(1);
});
