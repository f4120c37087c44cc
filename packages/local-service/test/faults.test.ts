import { expect, test } from 'vitest';
import {
  type FaultRule,
  type LocalService,
  readFaultRules,
  startLocalService,
} from '../src/index.ts';
import { exchange } from './support/exchange.ts';
import { keyed, user } from './support/records.ts';

const ten = keyed(Array.from({ length: 10 }, (_, index) => user(`u${index}`)));

const faulty = (...faults: FaultRule[]) =>
  startLocalService({ faults, importRequestsPerMinute: 'unlimited' });

const stored = (service: LocalService): unknown =>
  service.db.prepare('SELECT count(*) AS users FROM users').get()!['users'];

test.each([
  [
    { fault: 'status-before', status: 503, code: 'ERR_MISSION_FAILED' },
    503,
    'ERR_MISSION_FAILED',
    0,
  ],
  [{ fault: 'status-before', status: 413 }, 413, 'ERR_EXCEPTION', 0],
  [
    { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND' },
    401,
    'AUTH_ERR_APIKEY_NOT_FOUND',
    0,
  ],
  [{ fault: 'status-after' }, 500, 'ERR_EXCEPTION', 10],
] as const)('%o answers %d with %s, %d records stored', async (rule, status, code, records) => {
  await using service = await faulty(rule);

  const said = await exchange(service, ten);

  expect(said).toMatchObject({ ending: 'answered', status });
  expect(JSON.parse(said.text)).toMatchObject({ error: { code } });
  expect(stored(service)).toBe(records);
});

test('a gateway answers with a page instead of the service', async () => {
  await using service = await faulty({ fault: 'html', status: 504 });

  const said = await exchange(service, ten);

  expect(said).toMatchObject({
    status: 504,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(said.text).toContain('504 Gateway Timeout');
  expect(stored(service)).toBe(0);
});

test.each([
  [{ fault: 'reset-before' }, 0],
  [{ fault: 'reset-after' }, 10],
] as const)('%o breaks the connection with %d records stored', async (rule, records) => {
  await using service = await faulty(rule);

  const said = await exchange(service, ten);

  expect(said).toMatchObject({ ending: 'reset', status: undefined });
  expect(stored(service)).toBe(records);
  expect(service.requests).toMatchObject([{ operation: 'dataImport.users', status: undefined }]);
});

test.each([
  [{ fault: 'silence' }, 0],
  [{ fault: 'silence', stored: true }, 10],
] as const)('%o is never answered, with %d records stored', async (rule, records) => {
  await using service = await faulty(rule);

  const said = await exchange(service, ten, { timeoutMs: 1000 });

  expect(said).toMatchObject({ ending: 'silence', status: undefined });
  expect(stored(service)).toBe(records);
  expect(service.requests).toMatchObject([{ operation: 'dataImport.users', status: undefined }]);
});

test('an answer is cut off in the middle although the records are stored', async () => {
  await using service = await faulty({ fault: 'cut-off' });

  const said = await exchange(service, ten);

  expect(said).toMatchObject({ ending: 'cut off', status: 200 });
  expect(said.text.length).toBeGreaterThan(0);
  expect(() => JSON.parse(said.text) as unknown).toThrow(SyntaxError);
  expect(stored(service)).toBe(10);
});

test('a successful answer has no body although the records are stored', async () => {
  await using service = await faulty({ fault: 'empty-200' });

  const said = await exchange(service, ten);

  expect(said).toMatchObject({ ending: 'answered', status: 200, text: '' });
  expect(stored(service)).toBe(10);
});

test('an answer is compressed without a request', async () => {
  await using service = await faulty({ fault: 'compressed', encoding: 'gzip' });

  const said = await exchange(service, ten);

  expect(said).toMatchObject({ ending: 'answered', status: 200 });
  expect(said.headers['content-encoding']).toBe('gzip');
  expect(stored(service)).toBe(10);
});

test('an answer is delayed by the time of the rule', async () => {
  const waits: number[] = [];
  const { promise: waited, resolve: endWait } = Promise.withResolvers<void>();
  await using service = await startLocalService({
    faults: [{ fault: 'latency', ms: 200 }],
    sleep: async (ms) => {
      waits.push(ms);
      await waited;
    },
  });

  const waiting = exchange(service, ten);
  while (waits.length === 0) await new Promise(setImmediate);
  const storedMeanwhile = stored(service);
  endWait();

  expect(await waiting).toMatchObject({ ending: 'answered', status: 200 });
  expect(waits).toEqual([200]);
  expect([storedMeanwhile, stored(service)]).toEqual([0, 10]);
});

test('an answer after the timeout of the caller is lost', async () => {
  await using service = await faulty({ fault: 'latency', ms: 3_600_000 });

  expect((await exchange(service, ten, { timeoutMs: 1000 })).ending).toBe('silence');
});

test('a service that answers nothing can be closed', async () => {
  const service = await faulty({ fault: 'silence' }, { fault: 'latency', ms: 60_000 });
  const waiting = exchange(service, ten, { timeoutMs: 30_000 });
  while (service.requestCount === 0) await new Promise(setImmediate);

  await service.close();

  expect((await waiting).ending).toBe('reset');
});

test.each([
  ['retry-after', { 'retry-after': '7' }, 'Too many requests.'],
  ['rate-headers', { 'x-rate-limit-reset': '1784000007' }, 'Too many requests.'],
  ['reset-milliseconds', { 'x-rate-limit-reset': '1784000007000' }, 'Too many requests.'],
  ['reset-seconds-left', { 'x-rate-limit-reset': '7' }, 'Too many requests.'],
  ['reset-past', { 'x-rate-limit-reset': '1783999910' }, 'Too many requests.'],
  ['sentence', {}, 'Too many requests. Please retry for seconds after 7.'],
  ['nothing', {}, 'Too many requests.'],
] as const)('a 429 states the wait in %s only', async (tells, stated, message) => {
  await using service = await startLocalService({
    faults: [{ fault: 'rate-limit', seconds: 7, tells }],
    now: () => 1_784_000_000_000,
  });

  const { status, headers, text } = await exchange(service, ten);

  expect(status).toBe(429);
  const statingHeaders = ['retry-after', 'x-rate-limit-reset'].filter((name) => name in headers);
  expect(Object.fromEntries(statingHeaders.map((name) => [name, headers[name]]))).toEqual(stated);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'ERR_TOO_MANY_REQUESTS', message } });
});

test.each([
  { stored: false, records: 7 },
  { stored: true, records: 10 },
])('some records are refused in an answer, stored: $stored', async ({ stored: keeps, records }) => {
  const details = { name: ['Too long.'] };
  await using service = await faulty({
    fault: 'refuse-records',
    share: 0.3,
    code: 'ERR_BAD_REQUEST',
    details,
    stored: keeps,
  });

  const { status, text } = await exchange(service, ten);

  const { data } = JSON.parse(text) as { data: Record<string, { success: boolean }> };
  const refused = Object.values(data).filter(({ success }) => !success);
  expect(status).toBe(200);
  expect(Object.keys(data)).toEqual(Object.keys(ten));
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ error: { code: 'ERR_BAD_REQUEST', details } });
  expect(stored(service)).toBe(records);
});

test('all records of a request are refused, and none is stored', async () => {
  await using service = await faulty({ fault: 'refuse-records' });

  const { text } = await exchange(service, ten);

  expect(text.match(/ERR_OPERATION_FAILED/g)).toHaveLength(10);
  expect(stored(service)).toBe(0);
});

test('some records are missing from the answer', async () => {
  await using service = await faulty({ fault: 'omit-records', share: 0.3, seed: 5 });

  const said = JSON.parse((await exchange(service, ten)).text) as { data: object };

  expect(Object.keys(said.data)).toHaveLength(7);
  expect(stored(service)).toBe(10);
});

test('of an answer to a single record that record is missing, however small the share', async () => {
  await using service = await faulty({ fault: 'omit-records', share: 0.1 });

  const said = JSON.parse((await exchange(service, keyed([user('u0')]))).text) as object;

  expect(said).toEqual({ data: {} });
});

test('the records that were sent last are missing from the answer', async () => {
  await using service = await faulty({ fault: 'omit-records', share: 0.3, which: 'last' });

  const said = JSON.parse((await exchange(service, ten)).text) as { data: object };

  expect(Object.keys(said.data)).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6']);
  expect(stored(service)).toBe(10);
});

test('some records get an undocumented code', async () => {
  await using service = await faulty({ fault: 'unknown-code', code: 'ERR_MOON' });

  const said = JSON.parse((await exchange(service, ten)).text) as {
    data: Record<string, { error?: { code: string } }>;
  };

  const codes = Object.values(said.data).map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 'ERR_MOON')).toHaveLength(2);
});

test('an entity is one level deeper, or in a list without keys', async () => {
  await using nested = await faulty({ fault: 'double-nesting' });
  await using listed = await faulty({ fault: 'as-array' });

  const one = JSON.parse((await exchange(nested, ten)).text) as { data: Record<string, unknown> };
  const other = JSON.parse((await exchange(listed, ten)).text) as { data: unknown[] };

  expect(one.data['u3']).toMatchObject({ success: true, data: { data: { uid: 'u3' } } });
  expect(other.data[3]).toMatchObject({ success: true, data: { uid: 'u3' } });
});

test.each([
  [{ nth: 3 }, [3]],
  [{ every: 3 }, [3, 6, 9]],
  [{ from: 4, to: 6 }, [4, 5, 6]],
  [{ from: 8 }, [8, 9, 10]],
  [{ probability: 0 }, []],
  [{ probability: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('of ten requests, %o applies to %o', async (when, hit) => {
  await using service = await faulty({ fault: 'status-before', when });

  expect(await hits(service, 10)).toEqual(hit);
});

test('a seed selects the same requests each time, and another seed others', async () => {
  const rule = { fault: 'status-before', when: { probability: 0.3 } } as const;
  await using one = await faulty({ ...rule, seed: 7 });
  await using same = await faulty({ ...rule, seed: 7 });
  await using other = await faulty({ ...rule, seed: 8 });

  const hit = await hits(one, 100);

  expect(await hits(same, 100)).toEqual(hit);
  expect(await hits(other, 100)).not.toEqual(hit);
  expect(hit.length).toBeGreaterThan(15);
  expect(hit.length).toBeLessThan(45);
});

test('a rule applies only to its operations, and rules can be changed while the service runs', async () => {
  await using service = await faulty({ fault: 'status-before', operation: 'users.*' });
  const list = () => fetch(`${service.baseUrl}/users`, { headers: { apikey: service.apiKey } });

  expect((await exchange(service, ten)).status).toBe(200);
  expect((await list()).status).toBe(500);
  service.setFaults([]);
  expect((await list()).status).toBe(200);
});

test('rules from a file are checked, and the invalid field is named', () => {
  const rules = [{ fault: 'latency', ms: 5, operation: 'dataImport.*', when: { every: 2 } }];

  expect(readFaultRules(rules)).toEqual(rules);
  expect(() => readFaultRules([{ fault: 'latency' }])).toThrow(/ms/);
  expect(() => readFaultRules([{ fault: 'earthquake' }])).toThrow(
    expect.objectContaining({ code: 'bad-faults' }),
  );
  expect(() => readFaultRules([{ fault: 'html', operation: 'dataImports.*' }])).toThrow(
    /dataImports/,
  );
});

/** Numbers of the affected requests, of this many sent one after the other. */
async function hits(service: LocalService, requests: number): Promise<number[]> {
  const hit: number[] = [];
  for (let number = 1; number <= requests; number++)
    if ((await exchange(service, { ada: user('ada') })).status !== 200) hit.push(number);
  return hit;
}
