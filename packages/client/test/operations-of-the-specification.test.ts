import {
  areas,
  baseUrl,
  classOfCode,
  limits,
  type Operation,
  type OperationName,
  operations,
  undocumentedParts,
} from '@chatferry/contract';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type Client, createClient } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

/*
 * The interface specification, statement by statement in its order, each checked against the client, the local service,
 * or both. Details that it does not define ("not shown") are described in the READMEs.
 */

type Json = Record<string, unknown>;

const participant = {
  uid: 'ada',
  totalAudioMinutes: 0.32,
  totalVideoMinutes: 0,
  totalDurationInMinutes: 0.32,
  deviceId: 'phone',
  isJoined: true,
  joinedAt: 1_692_368_180,
  leftAt: 1_692_368_199,
  state: 'ended',
};
const recording = {
  rid: 'r1',
  duration: 0.3,
  startTime: 1_692_368_181,
  endTime: 1_692_368_199,
  recording_url: 'https://x.test/r1.mp4',
};
const call = {
  sessionId: 's-ended',
  type: 'audio',
  mode: 'call',
  receiverType: 'group',
  receiver: 'tea',
  status: 'ended',
  totalAudioMinutes: 0.64,
  totalVideoMinutes: 0,
  totalDurationInMinutes: 0.64,
  totalDuration: '00:00:19',
  hasRecording: true,
  startedAt: 1_692_368_180,
  endedAt: 1_692_368_199,
  participants: [participant, { ...participant, deviceId: 'laptop' }],
  recordings: [recording],
};
const statuses = ['initiated', 'ongoing', 'ended', 'unanswered', 'rejected', 'canceled'] as const;
const modes = ['call', 'meet', 'presenter'] as const;
const toBob = { receiverType: 'user', receiver: 'bob', initiator: 'cy', participants: [] };

let service: LocalService;
let client: Client;
let authOnly: Client;

beforeAll(async () => {
  service = await startLocalService({
    requestsPerMinute: 'unlimited',
    seed: {
      users: ['ada', 'bob', 'cy'].map((uid) => ({ uid, name: uid })),
      groups: [{ guid: 'tea', name: 'Tea', type: 'public' }],
      calls: [
        call,
        ...statuses.map((status) => ({ ...call, ...toBob, sessionId: `s-${status}-2`, status })),
        ...modes.map((mode) => ({
          ...call,
          ...toBob,
          sessionId: `m-${mode}`,
          mode,
          type: 'video',
        })),
      ],
    },
  });
  const { management, ...options } = service;
  const unpaced = { core: 'unlimited', standard: 'unlimited', import: 'unlimited' } as const;
  const common = {
    baseUrl: options.baseUrl,
    callsBaseUrl: options.callsBaseUrl,
    managementBaseUrl: options.managementBaseUrl,
    managementKey: management.key,
    managementSecret: management.secret,
    requestsPerMinute: unpaced,
  };
  client = createClient({ ...common, apiKey: service.apiKey });
  authOnly = createClient({ ...common, apiKey: service.authOnlyKey });
});
afterAll(async () => {
  await client.close();
  await authOnly.close();
  await service.close();
});

/** The code of a raw answer, or `ok`. */
async function answerTo(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  const body = (await response.json()) as { error?: { code: string } };
  return body.error?.code ?? 'ok';
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof ApiError ? failure.serviceCode : undefined;
}

const sessionIds = async (query: Json, onBehalfOf?: string): Promise<string[]> => {
  const found = client.calls.list({ query, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) });
  return (await Array.fromAsync(found)).map(({ sessionId }) => sessionId).toSorted();
};

describe('What the service does', () => {
  test.each(areas)('offers %s', (area) => {
    const here = Object.values<Operation>(operations).filter((one) => one.area === area);
    expect(here.length).toBeGreaterThanOrEqual(2);
  });

  test('an app is identified by its id and lives in us, eu or in', () => {
    const hosts = (['us', 'eu', 'in'] as const).map((region) =>
      baseUrl('chat', { appId: 'app1', region }),
    );
    expect(new Set(hosts).size).toBe(3);
    expect(() => createClient({ appId: 'app1', region: 'xx' as 'us' })).toThrow(TypeError);
  });
});

describe('Addresses', () => {
  const app = { appId: 'app1', region: 'eu' } as const;

  test('chat: app id, `api-` and region, then /v3', () => {
    expect(baseUrl('chat', app)).toMatch(/^https:\/\/app1\.api-eu\.[^/]+\/v3$/);
  });

  test('calls: the same with `call-`', () => {
    expect(baseUrl('calls', app)).toBe(baseUrl('chat', app).replace('.api-', '.call-'));
  });

  test('management: neither app id nor region', () => {
    expect(baseUrl('management', app)).not.toMatch(/app1|eu/);
    expect(baseUrl('management', app)).toBe(baseUrl('management', { appId: 'b', region: 'in' }));
  });

  test('https only, apart from this machine', () => {
    expect(() => createClient({ baseUrl: 'http://service.test/v3' })).toThrow(/https only/);
    expect(() => createClient({ baseUrl: service.baseUrl })).not.toThrow();
  });
});

describe('Calls and their fields', () => {
  test('a call goes to a user, or to a group if its receiverType is group', async () => {
    expect(await sessionIds({ receiverType: 'group' })).toEqual(['s-ended']);
    expect(await sessionIds({ receiverType: 'user' })).toHaveLength(9);
  });

  test('a call has its documented fields, with their types', async () => {
    const { data } = await client.calls.get({ path: { sessionId: 's-ended' } });
    expect(data).toMatchObject({ ...call, totalParticipants: 2 });
  });

  test('participants are named by uid, and have their documented fields', async () => {
    const { data } = await client.calls.get({ path: { sessionId: 's-ended' } });
    expect(data.participants?.[0]).toEqual(participant);
  });

  test('each device of a participant is counted', async () => {
    const { data } = await client.calls.get({ path: { sessionId: 's-ended' } });
    expect([
      new Set(data.participants?.map(({ uid }) => uid)).size,
      data.totalParticipants,
    ]).toEqual([1, 2]);
  });

  test('the whole duration is a text of hours, minutes and seconds', async () => {
    const { data } = await client.calls.get({ path: { sessionId: 's-ended' } });
    expect(data.totalDuration).toMatch(/^\d\d:\d\d:\d\d$/);
  });

  test('a recording keeps its documented fields, wherever it is in the call', async () => {
    const { data } = await client.calls.get({ path: { sessionId: 's-ended' } });
    expect(data['recordings']).toEqual([recording]);
  });

  test.each(statuses)('a call can be %s', async (status) => {
    expect(await sessionIds({ status })).toContain(`s-${status}-2`);
  });

  test.each(modes)('a call can be of the mode %s', async (mode) => {
    expect(await sessionIds({ mode })).toContain(`m-${mode}`);
  });

  test.each(['audio', 'video'] as const)('a call can be of the type %s', async (type) => {
    expect(await sessionIds({ type })).not.toEqual([]);
  });

  test.each(['status', 'mode', 'type', 'receiverType'])('no other %s is known', async (field) => {
    const url = `${service.callsBaseUrl}/calls?${field}=other`;
    expect(await answerTo(url, { apikey: service.apiKey })).toBe('ERR_BAD_REQUEST');
  });
});

describe('Lists', () => {
  test('a list is an object with data and the five fields of meta.pagination', async () => {
    const { data, meta } = await client.call('calls.list', { query: { perPage: 4, page: 2 } });
    expect(data).toHaveLength(4);
    expect(meta?.pagination).toEqual({
      total: 10,
      count: 4,
      per_page: 4,
      current_page: 2,
      total_pages: 3,
    });
  });

  test('every list operation takes part', () => {
    const lists = Object.entries<Operation>(operations).filter(([name]) => name.endsWith('.list'));
    expect(lists.filter(([, { paging }]) => paging === undefined)).toEqual([]);
  });
});

describe('Endpoints', () => {
  test('GET /calls needs the key', async () => {
    expect(await answerTo(`${service.callsBaseUrl}/calls`)).toBe('AUTH_ERR_EMPTY_APIKEY');
  });

  test('GET /calls on behalf of a user lists the calls of that user', async () => {
    expect(await sessionIds({}, 'ada')).toEqual(['s-ended']);
    expect(await sessionIds({}, 'bob')).toHaveLength(9);
  });

  test('GET /calls/{sessionId} answers one call, on behalf of a user one of theirs', async () => {
    const path = { sessionId: 's-ended' };
    expect((await client.calls.get({ path, onBehalfOf: 'ada' })).data.sessionId).toBe('s-ended');
    expect(await codeOf(client.calls.get({ path, onBehalfOf: 'bob' }))).toBe(
      'ERR_CALL_SESSION_NOT_FOUND',
    );
  });

  test('POST /users/{uid}/auth_tokens makes a token of that user, tied to platform and device', async () => {
    const tied = { platform: 'ios', deviceId: 'phone-1' };
    const { data } = await client.users.authTokens.create({ path: { uid: 'ada' }, body: tied });
    expect(data).toMatchObject({ uid: 'ada', ...tied });
    const free = await client.users.authTokens.create({ path: { uid: 'ada' } });
    expect(free.data.authToken).not.toBe(data.authToken);
  });

  test('POST /messages sends a text to a user, as the user it is sent on behalf of', async () => {
    const body = {
      receiver: 'bob',
      receiverType: 'user',
      type: 'text',
      data: { text: 'Hi' },
    } as const;
    const { data } = await client.messages.send({ body, onBehalfOf: 'ada' });
    expect(data).toMatchObject({ sender: 'ada', receiver: 'bob', data: { text: 'Hi' } });
    expect((await client.messages.send({ body })).data.sender).not.toBe('ada');
  });

  test('POST /messages carries key, acting user and content type; GET /users key and content type', async () => {
    await using rig = await startRig([json(200, { data: {} }), json(200, { data: [] })]);
    const body = { receiver: 'bob', receiverType: 'user', type: 'text' } as const;
    await rig.client.messages.send({ body, onBehalfOf: 'ada' });
    await Array.fromAsync(rig.client.users.list());

    const [sent, listed] = rig.server.seen.map(({ headers }) => headers);
    expect(sent).toMatchObject({ onbehalfof: 'ada', 'content-type': 'application/json' });
    expect(listed).toMatchObject({ 'content-type': 'application/json' });
    expect([sent?.['apikey'], listed?.['apikey']]).not.toContain(undefined);
  });

  test('GET /users lists users, and GET /apps apps', async () => {
    const users = (await Array.fromAsync(client.users.list())).map(({ uid }) => uid);
    const apps = (await Array.fromAsync(client.management.apps.list())).map(({ id }) => id);
    expect(users).toEqual(expect.arrayContaining(['ada', 'bob', 'cy']));
    expect(apps).toContain(service.appId);
  });
});

describe('Authentication', () => {
  test('the key is in the header apikey, in any case, for chat and for calls', async () => {
    for (const name of ['apikey', 'APIKEY', 'ApiKey'])
      for (const url of [`${service.baseUrl}/users`, `${service.callsBaseUrl}/calls`])
        expect(await answerTo(url, { [name]: service.apiKey })).toBe('ok');
  });

  test('in answers the property is apiKey', async () => {
    const { data } = await client.apiKeys.get({ path: { apiKey: service.authOnlyKey } });
    expect(data).toHaveProperty('apiKey', service.authOnlyKey);
  });

  test('the management API has key and secret, both, and no apikey', async () => {
    const url = `${service.managementBaseUrl}/apps`;
    const { key, secret } = service.management;
    const answers = [];
    for (const headers of [{ apikey: service.apiKey }, { key }, { secret }, { key, secret }])
      answers.push(await answerTo(url, headers));
    const missing = 'AUTH_ERR_EMPTY_AUTH_HEADER';
    expect(answers).toEqual([missing, missing, missing, 'ok']);
  });

  const keyed = Object.entries<Operation>(operations).filter(([, { api }]) => api !== 'management');

  test('a key of full access may call everything, one of authOnly only create users and tokens', async () => {
    const allowed: string[] = [];
    for (const [name, { path, onBehalfOf }] of keyed) {
      const request = {
        path: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, 'x1'])),
        ...(onBehalfOf === 'required' ? { onBehalfOf: 'ada' } : {}),
      };
      const codes = [];
      for (const one of [authOnly, client]) {
        const { body } = await one.attempt(name as OperationName, request);
        codes.push((body as { error?: { code?: string } }).error?.code);
      }
      if (codes[0] !== 'AUTH_ERR_NO_ACCESS') allowed.push(name);
      expect([name, codes[1]]).not.toContain('AUTH_ERR_NO_ACCESS');
    }
    expect(allowed).toEqual(['users.create', 'users.authTokens.create']);
  });

  test('a token of a user is not a key, and belongs only to that user', async () => {
    const { data } = await client.users.authTokens.create({ path: { uid: 'cy' } });
    const { authToken } = data;
    expect(await answerTo(`${service.baseUrl}/users`, { authToken })).toBe('AUTH_ERR_EMPTY_APIKEY');
    const asBobs = client.users.authTokens.get({ path: { uid: 'bob', authToken } });
    expect(await codeOf(asBobs)).toBe('ERR_AUTH_TOKEN_NOT_FOUND');
  });

  test('the acting user is required, optional or of no effect, as the operation defines', async () => {
    const headers = { apikey: service.apiKey };
    const nobody = { ...headers, onBehalfOf: 'nobody' };
    const required = `${service.baseUrl}/users/bob/conversation`;
    expect(await answerTo(required, headers)).toBe('ERR_BAD_REQUEST');
    expect(await answerTo(`${service.baseUrl}/groups`, headers)).toBe('ok');
    expect(await answerTo(`${service.baseUrl}/groups`, nobody)).toBe('ERR_UID_NOT_FOUND');
    expect(await answerTo(`${service.baseUrl}/roles`, nobody)).toBe('ok');
  });

  test('a key is in no error', async () => {
    const apiKey = '0123456789abcdef0123456789abcdef01234567';
    const said = json(400, { error: { code: 'ERR_BAD_REQUEST', message: `The key ${apiKey}?` } });
    await using rig = await startRig([said], { apiKey });
    const error: unknown = await rig.client.call('users.list').catch((reason: unknown) => reason);
    expect(String(error)).not.toContain(apiKey);
  });

  test('keys are rotated through the resource of API keys', async () => {
    const { data } = await client.apiKeys.create({ body: { name: 'next', scope: 'fullAccess' } });
    expect(await answerTo(`${service.baseUrl}/users`, { apikey: data.apiKey })).toBe('ok');
    await client.apiKeys.delete({ path: { apiKey: data.apiKey } });
    const after = await answerTo(`${service.baseUrl}/users`, { apikey: data.apiKey });
    expect(after).toBe('AUTH_ERR_APIKEY_NOT_FOUND');
  });
});

describe('Errors', () => {
  test.each([
    ['AUTH_ERR_EMPTY_APIKEY', 'auth', '/users', {}],
    ['AUTH_ERR_APIKEY_NOT_FOUND', 'auth', '/users', { apikey: 'nobodys' }],
  ] as const)('%s is answered, and is an error of %s', async (code, kind, path, headers) => {
    expect(await answerTo(service.baseUrl + path, headers)).toBe(code);
    expect(classOfCode(code)).toBe(kind);
  });

  test('ERR_CALL_SESSION_NOT_FOUND is answered for a session that does not exist', async () => {
    const path = { sessionId: 'none' };
    expect(await codeOf(client.calls.get({ path }))).toBe('ERR_CALL_SESSION_NOT_FOUND');
    expect(classOfCode('ERR_CALL_SESSION_NOT_FOUND')).toBe('not-found');
  });
});

function withPeople(count: number): ReturnType<typeof startLocalService> {
  const participants = Array.from({ length: count }, (_, index) => ({ uid: `u${index}` }));
  return startLocalService({ seed: { calls: [{ sessionId: 's', participants }] } });
}

describe('Limits', () => {
  test('a call has at most 50 participants', async () => {
    expect(limits.participantsPerCall).toBe(50);
    await (await withPeople(50)).close();
    await expect(withPeople(51)).rejects.toMatchObject({ code: 'bad-seed' });
  });

  test('resolution, encryption and codecs concern media, which no operation has', () => {
    const words = JSON.stringify(Object.keys(operations));
    expect(words).not.toMatch(/media|codec|stream|resolution/i);
    expect(undocumentedParts.some(({ area }) => area === 'Calls')).toBe(true);
  });
});

describe('Versions', () => {
  test('the version is v3, at the start of every path of chat and calls', async () => {
    for (const api of ['chat', 'calls'] as const)
      expect(new URL(baseUrl(api, { appId: 'a', region: 'us' })).pathname).toBe('/v3');
    const other = service.baseUrl.replace('/v3', '/v2');
    expect(await answerTo(`${other}/users`)).toBe('ERR_INVALID_API_VERSION');
  });

  test('a deprecated operation names its replacement', () => {
    const deprecated = Object.entries<Operation>(operations).flatMap(([name, operation]) =>
      operation.deprecated === undefined ? [] : [[name, operation.deprecated] as const],
    );
    expect(deprecated.map(([name]) => name)).toEqual(['conversations.get', 'conversations.delete']);
    for (const [, replacement] of deprecated)
      for (const name of replacement.split(' or ')) expect(operations).toHaveProperty([name]);
  });
});
