import { once } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { API_KEY, startRig } from './support/rig.ts';
import { hangUp, json } from './support/scripted-server.ts';

test('an attempt sends the bytes unchanged, once, and returns any answer', async () => {
  const answer = { error: { code: 'ERR_EXCEPTION', message: 'Oops.' } };
  await using rig = await startRig([
    (response, request) => {
      response.appendHeader('X-Twice', 'a').appendHeader('X-Twice', 'b');
      json(500, answer, { 'X-Rate-Limit': '60' })(response, request);
    },
  ]);
  const bodyBytes = Buffer.from('{"users": {"ada":{"uid":"ada","name":"Åda"}}}');

  const attempt = await rig.client.attempt('dataImport.users', { bodyBytes });

  expect(attempt).toMatchObject({
    status: 500,
    body: answer,
    headers: { 'x-rate-limit': '60', 'x-twice': 'a, b' },
  });
  expect(rig.server.seen).toMatchObject([
    { method: 'POST', url: '/v3/data_import/users', body: bodyBytes.toString() },
  ]);
  expect(rig.server.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(rig.clock.sleeps).toEqual([]);
});

function refuse(): never {
  throw new SyntaxError('not today');
}

test('a parser of the caller can read an answer, and refuse it', async () => {
  await using rig = await startRig([json(200, [1]), json(200, [1])]);
  const read = await rig.client.attempt('dataImport.users', { parse: (text) => text.length });
  const refused = await rig.client.attempt('dataImport.users', { parse: refuse });

  expect(read).toMatchObject({ status: 200, body: 3 });
  expect(refused).toMatchObject({ status: 200, body: undefined, text: '[1]' });
});

test('an answer that is not JSON is returned as its first 500 characters', async () => {
  await using rig = await startRig([(response) => response.writeHead(503).end('x'.repeat(2000))]);

  const attempt = await rig.client.attempt('dataImport.users', {});

  expect(attempt).toMatchObject({ status: 503, body: undefined, text: 'x'.repeat(500) });
});

test('an answer without a body is not JSON', async () => {
  await using rig = await startRig([(response) => response.writeHead(200).end()]);

  const attempt = await rig.client.attempt('dataImport.users', {});

  expect(attempt).toMatchObject({ status: 200, body: undefined, text: '' });
});

test.each(['{"data":{', '{"data":{"ada":{"success":true}}}'])(
  'an incomplete answer is returned as far as it arrived, and is no JSON: %s',
  async (text) => {
    await using rig = await startRig([
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(text, () => response.socket?.destroy());
      },
    ]);

    const attempt = await rig.client.attempt('dataImport.users', {});

    expect(attempt).toMatchObject({ status: 200, body: undefined, text });
  },
);

test('a redirect is an answer: the key is sent to no other host', async () => {
  await using rig = await startRig([
    (response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end(),
  ]);

  const attempt = await rig.client.attempt('users.list', {});

  expect(attempt.status).toBe(302);
  expect(rig.server.seen).toHaveLength(1);
});

describe('without an answer', () => {
  test('a connection lost after sending may have landed', async () => {
    await using rig = await startRig([hangUp]);

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({
      code: 'unreachable',
      operation: 'dataImport.users',
      mayHaveLanded: true,
    });
    expect(rig.server.seen).toHaveLength(1);
  });

  test('early hints are no answer', async () => {
    await using rig = await startRig([
      (response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        setImmediate(() => response.socket?.destroy());
      },
    ]);

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({ code: 'unreachable', mayHaveLanded: true });
  });

  test('a connection that is reset after the request may have landed it', async () => {
    await using rig = await startRig([(response) => response.socket?.resetAndDestroy()]);

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({ code: 'unreachable', mayHaveLanded: true });
    await expect(attempt).rejects.toThrow(/ECONNRESET/);
  });

  test('without a connection nothing was sent', async () => {
    await using rig = await startRig([json(200, {})]);
    await rig.server[Symbol.asyncDispose]();

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({ code: 'unreachable', mayHaveLanded: false });
    await expect(attempt).rejects.toThrow(/ECONNREFUSED/);
  });

  test('an answer that does not begin in time is a timeout, and the request may have landed', async () => {
    await using rig = await startRig([() => {}], { answerTimeoutMs: 50 });

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({
      code: 'timeout',
      status: undefined,
      mayHaveLanded: true,
    });
  });

  test('an answer that stops in the middle is a timeout', async () => {
    const stall = json(200, {});
    await using rig = await startRig(
      [
        (response) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('{"data":{');
        },
        stall,
      ],
      { answerTimeoutMs: 50 },
    );

    const attempt = rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

    await expect(attempt).rejects.toMatchObject({ code: 'timeout', mayHaveLanded: true });
  });

  test('an aborted attempt rejects with the reason of the abort', async () => {
    await using rig = await startRig([() => {}]);
    const stop = new AbortController();

    const attempt = rig.client.attempt('dataImport.users', { signal: stop.signal });
    stop.abort(new Error('enough'));

    await expect(attempt).rejects.toThrow('enough');
  });

  test('an attempt that is given up while it waits for a connection is not sent', async () => {
    const stop = new AbortController();
    await using rig = await startRig(
      [
        (response) => {
          stop.abort(new Error('enough'));
          response.end('{}');
        },
      ],
      { connections: 1 },
    );

    const first = rig.client.attempt('users.list', {});
    const second = rig.client.attempt('users.list', { signal: stop.signal });

    await expect(second).rejects.toThrow('enough');
    await first;
    await rig.client.attempt('users.get', { path: { uid: 'ann' } });
    expect(rig.server.seen.map(({ url }) => url)).toEqual(['/v3/users', '/v3/users/ann']);
  });

  test('so does an attempt whose request has arrived, and a call', async () => {
    for (const method of ['attempt', 'call'] as const) {
      const stop = new AbortController();
      await using rig = await startRig([() => stop.abort(new Error('enough'))]);

      const request = rig.client[method]('users.list', { signal: stop.signal });

      await expect(request).rejects.toBe(await aborted(stop.signal));
      expect(rig.server.seen).toHaveLength(1);
    }
  });
});

/** The reason of the abort, once there is one. */
async function aborted(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) await once(signal, 'abort');
  return signal.reason;
}

describe('the key', () => {
  test('is in no error, whatever the service answers', async () => {
    await using rig = await startRig([
      json(400, { error: { code: 'ERR_X', message: API_KEY, details: { apikey: [API_KEY] } } }),
      (response) => response.writeHead(400).end(`<p>${API_KEY}</p>`),
      hangUp,
    ]);
    const texts: string[] = [];

    for (let times = 0; times < 3; times += 1) {
      const error = await rig.client
        .call('apiKeys.delete', { path: { apiKey: API_KEY } })
        .catch((caught: unknown) => caught);
      texts.push(inspect(error, { depth: Infinity, showHidden: true }), String(error));
    }

    expect(texts.filter((text) => text.includes(API_KEY))).toEqual([]);
  });

  test.each([461, 480, 496])(
    'has no part in a page that is cut at 500 characters: the key begins at %i',
    async (at) => {
      const keys = [API_KEY, 'fedcba9876543210fedcba9876543210fedcba98'];
      const pages = keys.map((key) => `${'x'.repeat(at - 1)} ${key} and so on`);
      await using rig = await startRig(
        pages.map((page) => (response) => response.writeHead(502).end(page)),
      );

      for (const key of keys) {
        const { text } = await rig.client.attempt('dataImport.users', {});
        expect(text?.length).toBeLessThanOrEqual(500);
        expect(text).not.toContain(key.slice(0, 3));
      }
    },
  );

  test('is not shown when an answer contains it twice, nor is another key of the service', async () => {
    const [apiKey, otherKey] = ['key-of-another-form', 'fedcba9876543210fedcba9876543210fedcba98'];
    const page = `${apiKey} and ${apiKey} and ${otherKey}`;
    const error = { code: 'ERR_BAD_REQUEST', message: page };
    await using rig = await startRig(
      [(response) => response.writeHead(502, { 'x-echo': page }).end(page), json(400, { error })],
      { apiKey },
    );

    const { text, headers } = await rig.client.attempt('dataImport.users', {});
    const thrown = await rig.client.users
      .get({ path: { uid: 'ada' } })
      .catch((caught: unknown) => String(caught));

    for (const texts of [text, thrown, headers['x-echo']]) {
      expect(texts).toContain('[key] and [key] and [key]');
      expect(texts).not.toContain(apiKey);
      expect(texts).not.toContain(otherKey);
    }
  });

  test('is not shown by the client itself', async () => {
    await using client = createClient({
      appId: 'app1',
      region: 'us',
      apiKey: API_KEY,
      managementKey: 'the-management-key',
      managementSecret: 'the-management-secret',
    });

    const shown = inspect(client, { depth: Infinity, showHidden: true }) + JSON.stringify(client);

    expect(shown).not.toMatch(/0123456789abcdef|the-management/);
  });

  test('that a header cannot hold is refused without being shown', async () => {
    await using rig = await startRig([json(200, {})], { apiKey: 'two\nlines' });

    const attempt = rig.client.attempt('users.list', {});

    await expect(attempt).rejects.toMatchObject({ code: 'not-configured' });
    await expect(attempt).rejects.not.toThrow(/lines/);
  });
});

test('a request that may not leave any more when its connection is ready is not sent', async () => {
  await using rig = await startRig([json(200, {}), json(200, {})]);
  let asked = 0;
  const mayLeave = (): boolean => ++asked !== 2;
  const attempt = () => rig.client.attempt('dataImport.users', { mayLeave });

  await attempt();
  await expect(attempt()).rejects.toMatchObject({ name: 'NeverLeft' });
  expect(rig.server.seen).toHaveLength(1);
  await attempt();

  expect([asked, rig.server.seen.length]).toEqual([3, 2]);
});
