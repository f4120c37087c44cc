import { type Operation, operations, shapeDifferences } from '@chatferry/contract';
import { type FaultRule, startLocalService } from '@chatferry/local-service';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListName } from '../src/index.ts';
import { type RecordedExchange, recordedExchanges } from './conformance/recorded-exchange.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

/*
 * The local service is asked for each recorded answer, in the recorded order. The client reads each of them.
 */

const recorded = recordedExchanges();
const failures = recorded.filter(({ status }) => status >= 400);
const successes = recorded.filter(({ status }) => status < 400);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

describe('the local service', () => {
  const answers = new Map<string, Answer>();
  beforeAll(async () => {
    // The specification has the pagination in lists of messages too; the recorded ones have none.
    const asRecorded: FaultRule[] = [{ fault: 'no-pagination', operation: 'messages.list' }];
    const usedUp: FaultRule = {
      fault: 'status-before',
      status: 402,
      code: 'ERR_PLAN_QUOTA_RESTRICTION',
    };
    await using service = await startLocalService();
    let kept = '';
    for (const exchange of recorded) {
      service.setFaults(exchange.needs === undefined ? asRecorded : [usedUp]);
      const answer = await send(service, exchange, kept);
      answers.set(exchange.title, answer);
      if (exchange.keep !== undefined)
        kept = String((answer.body as { data: Record<string, unknown> }).data[exchange.keep]);
    }
  });

  test.each(recorded)('answers as recorded: $title', ({ title, status, body }) => {
    const answer = answers.get(title)!;

    expect(shapeDifferences(body, answer.body)).toEqual([]);
    expect(answer.status).toBe(status);
  });

  test.each(recorded)('states the limits as recorded: $title', ({ title, limit, needs }) => {
    const { headers } = answers.get(title)!;
    const limits = ['x-ratelimit-limit', 'x-ratelimit-limit-for-app'];
    const left = ['x-ratelimit-remaining', 'x-ratelimit-remaining-for-app'];

    const of = (names: readonly string[]) => names.map((name) => headers.get(name));
    // An answer of a fault is no answer of an operation.
    const isLimited = limit !== undefined && needs === undefined;
    expect(of(limits)).toEqual(isLimited ? [String(limit), '100000'] : [null, null]);
    expect(of(left).filter((number) => number !== null && /^\d+$/.test(number))).toHaveLength(
      isLimited ? 2 : 0,
    );
    const others = ['x-rate-limit', 'x-rate-limit-reset', 'x-ratelimit-reset', 'retry-after'];
    expect(of(others)).toEqual(others.map(() => null));
  });
});

describe('the client', () => {
  test.each(successes)('reads all fields of $title', ({ request, body }) => {
    const read = operations[request.operation!].answer.parse(body);

    expect(shapeDifferences(withNumbers(body), read)).toEqual([]);
  });

  const lists = successes.filter(
    ({ request }) => (operations[request.operation!] as Operation).paging !== undefined,
  );
  test.each(lists)('lists what is in $title', async ({ request, body }) => {
    const { data, meta } = body as { data: readonly object[]; meta: object };
    const last = { data: [], meta };
    await using rig = await startRig([json(200, body), json(200, last)]);
    const { path, onBehalfOf } = request;
    const parts = { path, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) } as never;

    const items = await Array.fromAsync(rig.client.list(request.operation as ListName, parts));

    expect(shapeDifferences(withNumbers(data), items)).toEqual([]);
  });

  const kinds: Readonly<Record<string, string>> = {
    ERR_UID_ALREADY_EXISTS: 'conflict',
    ERR_UID_NOT_FOUND: 'not-found',
    ERR_AUTH_TOKEN_NOT_FOUND: 'not-found',
    ERR_MESSAGE_ID_NOT_FOUND: 'not-found',
    ERR_PLAN_QUOTA_RESTRICTION: 'plan-limit',
    ERR_API_NOT_FOUND: 'invalid',
  };
  test.each(failures)('reports $title', async ({ status, body }) => {
    await using rig = await startRig([json(status, body)]);
    const { error } = body as { error: { code: string; message: string } };

    const call = rig.client.request({ method: 'GET', path: '/anything' });

    await expect(call).rejects.toMatchObject({
      code: kinds[error.code],
      status,
      serviceCode: error.code,
      details: undefined,
      message: expect.stringContaining(error.message),
    });
    expect(rig.server.seen).toHaveLength(1);
  });
});

describe('an answer that is not as recorded is noticed', () => {
  test.each(recorded)('$title', ({ body }) => {
    const wrong = [...wrongVersions(body)];

    expect(wrong.length).toBeGreaterThan(4);
    expect(wrong.filter((version) => shapeDifferences(body, version).length === 0)).toEqual([]);
  });

  test.each([
    [{ id: '1' }, { id: 1 }, 'answer.id is an integer instead of a text'],
    [{ a: 1, b: 2 }, { a: 1 }, 'answer.b is missing'],
    [{ a: 1 }, { a: 1, tags: [] }, 'answer.tags is not recorded'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'answer has its fields in the order b, a instead of a, b'],
    [{ affix: 'append' }, { affix: 'prepend' }, 'answer.affix is "prepend" instead of "append"'],
    [{ data: [] }, { data: [1] }, 'answer.data has 1 item instead of 0'],
    [{ at: 1 }, { at: 1.5 }, 'answer.at is a fraction instead of an integer'],
  ])('%j is not %j', (is, was, difference) => {
    expect(shapeDifferences(is, was)).toEqual([difference]);
  });

  test('more items than recorded may be like any of the recorded ones', () => {
    const known = [{ uid: 'u1' }, { uid: 'u2', link: 'https://x.test' }];

    expect(shapeDifferences(known, [...known, known[1], known[0]])).toEqual([]);
    expect(shapeDifferences(known, [...known, {}])).toEqual(['answer[2].uid is missing']);
  });
});

async function send(
  service: { baseUrl: string; apiKey: string },
  { request }: RecordedExchange,
  kept: string,
): Promise<Answer> {
  const { operation, query = {}, body, onBehalfOf } = request;
  const { method, path } =
    operation === undefined ? (request as { method: string; path: string }) : operations[operation];
  const values = typeof request.path === 'object' ? request.path : {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    values[name] === 'kept' ? kept : values[name]!,
  );
  const url = new URL(service.baseUrl + filled);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  // The recorded requests that read have a body, which `fetch` does not send.
  const answer = await fetch(url, {
    method,
    headers: {
      apikey: service.apiKey,
      'content-type': 'application/json',
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    },
    ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** As the client reads an answer: numbers that the service sends as text are numbers. */
function withNumbers<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    (key === 'unreadMessageCount' || key === 'sentAt') && typeof inner === 'string'
      ? Number(inner)
      : inner,
  ) as Value;
}

/** The value with one field removed, added, renamed, moved, or of another type: each in turn. */
function* wrongVersions(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return yield [value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const wrong of wrongVersions(item)) yield value.toSpliced(index, 1, wrong);
    return;
  }
  const fields = Object.entries(value);
  yield { ...value, added: true };
  if (fields.length > 1) yield Object.fromEntries([...fields.slice(1), fields[0]!]);
  for (const [index, [name, inner]] of fields.entries()) {
    yield Object.fromEntries(fields.toSpliced(index, 1));
    yield Object.fromEntries(fields.toSpliced(index, 1, [`${name}s`, inner]));
    yield { ...value, [name]: typeof inner === 'string' ? 7 : String(inner) };
    if (typeof inner === 'object')
      for (const wrong of wrongVersions(inner)) yield { ...value, [name]: wrong };
  }
}
