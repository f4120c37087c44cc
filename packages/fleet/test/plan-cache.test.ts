import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeQuietLock } from '@chatferry/disk';
import { makePlannedUsers } from '../../runner/test/support/ledger-contract.ts';
import { makeSpace } from '../src/plans/make-space.ts';
import { PlanCache, type PlanSource } from '../src/index.ts';
import { certificate, type PlanServer, servePlan } from './support/plan-server.ts';

let plans: string;
let bytes: Buffer;
let folder: string;

beforeAll(async () => {
  plans = mkdtempSync(path.join(tmpdir(), 'chatferry-plans-'));
  await makePlannedUsers(inPlans('plan.sqlite'));
  bytes = readFileSync(inPlans('plan.sqlite'));
});
afterAll(() => rmSync(plans, { recursive: true }));
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'chatferry-cache-')), 'cache');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

function inPlans(name: string): string {
  return path.join(plans, name);
}

function inCache(source: PlanSource, end = 'sqlite'): string {
  return path.join(folder, `${source.sha256}.${end}`);
}

function newCache(env: Record<string, string> = {}, mostBytes?: number): PlanCache {
  return new PlanCache({ folder, env, mostBytes });
}

async function sourceAt(location: string): Promise<PlanSource> {
  const { source, plan } = await newCache().describe(inPlans('plan.sqlite'));
  plan[Symbol.dispose]();
  return { ...source, location };
}

async function openedId(source: PlanSource, cache = newCache()): Promise<string> {
  using plan = await cache.open(source);
  return plan.id;
}

test('a plan at a path is copied into files that only their owner reads, and is used again', async () => {
  const source = await sourceAt(inPlans('copy.sqlite'));
  copyFileSync(inPlans('plan.sqlite'), source.location);
  const cache = newCache();
  // What a killed process has left.
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(inCache(source, 'part'), Buffer.alloc(5000), { mode: 0o600 });

  expect(await openedId(source, cache)).toBe(source.id);
  rmSync(source.location);
  expect(await openedId(source, cache)).toBe(source.id);
  expect(await openedId(source)).toBe(source.id);

  expect(readFileSync(inCache(source)).equals(bytes)).toBe(true);
  expect([statSync(folder).mode & 0o777, statSync(inCache(source)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('what cut connections have brought is kept, and only the rest is asked for', async () => {
  await using server = await servePlan(bytes);
  server.cuts = [1000, 0, 0, 3000, 1];
  const source = await sourceAt(server.url);
  const partSize = (): number =>
    statSync(inCache(source, 'part'), { throwIfNoEntry: false })?.size ?? 0;
  server.hasKept = (sent) => partSize() >= sent;

  expect(await openedId(source)).toBe(source.id);

  expect(server.asked).toEqual([
    'all',
    'bytes=1000-',
    'bytes=1000-',
    'bytes=1000-',
    'bytes=4000-',
    'bytes=4001-',
  ]);
});

test('what a killed process has left of a plan is kept, unless it is of another one', async () => {
  await using server = await servePlan(bytes);
  const source = await sourceAt(server.url);
  await openedId(source);
  rmSync(inCache(source));

  writeFileSync(inCache(source, 'part'), bytes.subarray(0, 5000));
  expect(await openedId(source)).toBe(source.id);
  rmSync(inCache(source));
  writeFileSync(inCache(source, 'part'), Buffer.alloc(5000));
  expect(await openedId(source)).toBe(source.id);
  rmSync(inCache(source));
  writeFileSync(inCache(source, 'part'), Buffer.alloc(bytes.length));
  expect(await openedId(source)).toBe(source.id);

  expect(server.asked).toEqual([
    'all',
    'bytes=5000-',
    'bytes=5000-',
    'all',
    `bytes=${bytes.length}-`,
    'all',
  ]);
});

test('a server that does not send parts sends the plan from the start', async () => {
  await using server = await servePlan(bytes);
  server.hasRanges = false;
  server.cuts = [1000, 2000];
  const source = await sourceAt(server.url);

  expect(await openedId(source)).toBe(source.id);
});

test.each([
  ['another byte', (plan: Buffer) => plan.fill(7, 5000, 5001), /SHA-256/],
  ['one byte less', (plan: Buffer) => plan.subarray(1), /bytes/],
  ['one byte more', (plan: Buffer) => Buffer.concat([plan, Buffer.alloc(1)]), /bytes/],
])('a plan with %s is refused, and fetched when it is back', async (_, change, why) => {
  await using server = await servePlan(change(Buffer.from(bytes)));
  const source = await sourceAt(server.url);
  const cache = newCache();

  const error = (await cache.open(source).catch((thrown: unknown) => thrown)) as Error;
  expect(error).toMatchObject({ name: 'JobError', fix: expect.any(String) as string });
  expect(error.message).toMatch(why);
  expect(existsSync(inCache(source))).toBe(false);
  server.bytes = bytes;
  expect(await openedId(source, cache)).toBe(source.id);
});

test('a plan that is damaged or swapped in the cache is fetched again, also between two uses', async () => {
  await using server = await servePlan(bytes);
  const source = await sourceAt(server.url);
  const cache = newCache();
  await openedId(source, cache);

  for (const content of [Buffer.from(bytes).fill(7, 5000, 5001), bytes.subarray(0, 4096)]) {
    const { atime, mtime } = statSync(inCache(source));
    writeFileSync(inCache(source), content);
    utimesSync(inCache(source), atime, mtime);
    expect(await openedId(source, cache)).toBe(source.id);
    expect(readFileSync(inCache(source)).equals(bytes)).toBe(true);
  }
  expect(server.asked).toEqual(['all', 'all', 'all']);
});

test('a plan with another id than the one submitted is refused', async () => {
  const source = await sourceAt(inPlans('plan.sqlite'));

  await expect(newCache().open({ ...source, id: 'other' })).rejects.toMatchObject({
    code: 'plan-changed',
  });
});

test('processes that need the same plan at the same time fetch it once', async () => {
  await using server = await servePlan(bytes);
  server.cuts = [1000, 1000, 1000];
  const source = await sourceAt(server.url);

  const ids = await Promise.all(
    [newCache(), newCache(), newCache()].map((each) => openedId(source, each)),
  );

  expect(ids).toEqual([source.id, source.id, source.id]);
  expect(server.asked).toHaveLength(4);
});

test('a worker that waits for another one to fetch the plan can be ended', async () => {
  const source = await sourceAt(inPlans('plan.sqlite'));
  mkdirSync(folder, { mode: 0o700 });
  using lock = takeQuietLock(inCache(source, 'lock'));
  expect(lock).toBeDefined();
  const ending = new AbortController();

  const opening = new PlanCache({ folder, env: {}, signal: ending.signal }).open(source);
  ending.abort();

  // A shift with this error is given back.
  await expect(opening).rejects.toMatchObject({ code: 'plan-unreachable' });
});

test('plans that were used longest ago make space for others, and an open one stays readable', async () => {
  const source = await sourceAt(inPlans('plan.sqlite'));
  const other = inPlans('other.sqlite');
  copyFileSync(inPlans('plan.sqlite'), other);
  new DatabaseSync(other).exec('CREATE TABLE more (x)');
  const described = await newCache().describe(other);
  described.plan[Symbol.dispose]();
  const cache = newCache({}, bytes.length + described.source.bytes);
  using plan = await cache.open(source);
  utimesSync(inCache(source), new Date(0), new Date(0));
  writeFileSync(path.join(folder, 'later.sqlite'), bytes);

  await openedId(described.source, cache);

  expect(statSync(inCache(described.source)).mtimeMs).toBeGreaterThan(0);
  const kept = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  expect(kept.toSorted()).toEqual([`${described.source.sha256}.sqlite`, 'later.sqlite'].toSorted());
  expect(plan.batch(1)?.kind).toBe('users');
});

test.each<[string, number, number, string[]]>([
  ['nothing is removed while one more fits', 100, 400, ['a', 'b', 'c', 'd', 'e']],
  ['the oldest one is removed for a byte', 101, 400, ['b', 'c', 'd', 'e']],
  ['as many as are needed', 250, 400, ['c', 'd', 'e']],
  ['all but what is to stay', 500, 400, ['d', 'e']],
  ['also where the disk is too small', 1e18, Infinity, ['d', 'e']],
])('to make space, %s', (_, needed, most, left) => {
  mkdirSync(folder);
  const files = { b: 'b.part', a: 'a.sqlite', c: 'c.sqlite', d: 'd.part', e: 'e.lock' };
  for (const name of Object.values(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.alloc(100));
    utimesSync(file, new Date(), new Date(name.charCodeAt(0) * 1000));
  }

  makeSpace(folder, needed, most, path.join(folder, files.d));

  expect(readdirSync(folder).map((name) => name[0])).toEqual(left);
});

test('what is used again counts as used, and what is described makes space for itself', async () => {
  const source = await sourceAt(inPlans('plan.sqlite'));
  await openedId(source);
  utimesSync(inCache(source), new Date(1000), new Date(1000));
  await openedId(source);
  expect(statSync(inCache(source)).mtimeMs).toBeGreaterThan(1000);
  writeFileSync(path.join(folder, 'old.sqlite'), 'more than fits');
  utimesSync(path.join(folder, 'old.sqlite'), new Date(0), new Date(0));

  await using server = await servePlan(bytes);
  const { plan } = await newCache({}, bytes.length).describe(server.url);
  plan[Symbol.dispose]();

  expect(readdirSync(folder)).not.toContain('old.sqlite');
});

test('a plan at an address is described from a copy', async () => {
  await using server = await servePlan(bytes);
  server.cuts = [1000];
  const { source, plan } = await newCache().describe(server.url);

  expect(source).toEqual(await sourceAt(server.url));
  expect(plan.id).toBe(source.id);
  plan[Symbol.dispose]();
  expect(await openedId(source)).toBe(source.id);
  expect(server.asked).toHaveLength(2);
});

test.each([
  [404, 1],
  [403, 1],
  [503, 4],
  [429, 4],
])('after HTTP %i the plan is unreachable, with %i requests', async (status, requests) => {
  await using server = await servePlan(bytes);
  server.answers = Array.from({ length: 9 }, () => ({ status }));
  const source = await sourceAt(server.url);

  await expect(newCache().open(source)).rejects.toMatchObject({
    code: 'plan-unreachable',
    message: expect.stringContaining(String(status)) as string,
  });
  expect(server.asked).toHaveLength(requests);
});

test('an outage of the server is waited out, and one that lasts is reported', async () => {
  const server: PlanServer = await servePlan(bytes);
  server.answers = [{ status: 503 }, { status: 502 }];
  const source = await sourceAt(server.url);
  expect(await openedId(source)).toBe(source.id);
  rmSync(inCache(source));
  await server[Symbol.asyncDispose]();

  await expect(newCache().open(source)).rejects.toMatchObject({ code: 'plan-unreachable' });
  const gone = { ...source, location: inPlans('gone.sqlite') };
  await expect(newCache().open(gone)).rejects.toMatchObject({
    code: 'plan-unreachable',
    message: expect.stringContaining('ENOENT') as string,
  });
});

test('with TLS a plan comes only from a server whose certificate is trusted', async () => {
  await using server = await servePlan(bytes, true);
  const source = await sourceAt(server.url);
  const trusted = getCACertificates('default');

  await expect(newCache().open(source)).rejects.toMatchObject({ code: 'plan-unreachable' });
  expect(server.asked).toEqual([]);
  try {
    setDefaultCACertificates([...trusted, certificate]);
    // Not even to a server of this machine, which could be read before.
    await using plain = await servePlan(bytes);
    server.answers = [{ status: 302, location: plain.url }];
    await expect(newCache().open(source)).rejects.toMatchObject({ code: 'plan-unreachable' });
    expect(plain.asked).toEqual([]);
    expect(await openedId(source)).toBe(source.id);
  } finally {
    setDefaultCACertificates(trusted);
  }
});

test('a redirect is followed, but not to an address without TLS, and not for ever', async () => {
  await using server = await servePlan(bytes);
  const source = await sourceAt(server.url);
  server.answers = Array.from({ length: 5 }, () => ({ status: 302, location: '/elsewhere' }));
  expect(await openedId(source)).toBe(source.id);
  expect(server.encodings).toEqual(['identity']);
  rmSync(inCache(source));

  for (const location of ['http://plans.example/plan.sqlite', 'file:///etc/passwd', '/again']) {
    server.answers = Array.from({ length: 9 }, () => ({ status: 307, location }));
    await expect(newCache().open(source)).rejects.toMatchObject({ code: 'plan-unreachable' });
  }
});

const bad = 'bad-plan-source';

test.each([
  ['a relative path', 'plans/plan.sqlite'],
  ['an address without TLS', 'http://plans.example/plan.sqlite'],
  ['another protocol', 'ftp://127.0.0.1/plan.sqlite'],
  ['a query', 'https://plans.example/plan.sqlite?token=s3cret'],
  ['a query after a variable', 'https://plans.example/${NAME}?token=s3cret'],
  ['a variable and more', 'https://plans.example/plan.sqlite?${NAME}&token=s3cret'],
  ['a name', 'https://s3cret@plans.example/plan.sqlite'],
  ['a variable that is empty', 'https://plans.example/plan.sqlite?${EMPTY}'],
  ['a password', 'https://ann:s3cret@plans.example/plan.sqlite'],
  ['a variable that is not set', 'https://plans.example/plan.sqlite?${NOT_SET}'],
])('%s is no location of a plan, and no secret of it is repeated', async (_, location) => {
  const source = { ...(await sourceAt('/')), location };
  const cache = newCache({ NAME: 'plan.sqlite', EMPTY: '' });

  for (const opened of [cache.open(source), cache.describe(location)]) {
    const error = (await opened.catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: bad });
    expect(`${error.message} ${String(error.cause)}`).not.toContain('s3cret');
  }
});

test('a token from the environment is sent, and is in no message', async () => {
  await using server = await servePlan(bytes);
  const source = await sourceAt(`${server.url}?\${PLAN_QUERY}`);
  const cache = newCache({ PLAN_QUERY: 'token=s3cret' });
  server.answers = [{ status: 404 }];

  const error = (await cache.open(source).catch((thrown: unknown) => thrown)) as Error;
  expect(error.message).toContain('?${PLAN_QUERY}');
  expect(error.message).not.toContain('s3cret');
  expect(await openedId(source, cache)).toBe(source.id);
});
