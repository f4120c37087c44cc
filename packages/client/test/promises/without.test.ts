import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { baseAddresses } from '../../src/sending/base-address.ts';
import { createClient } from '../../src/index.ts';
import { pagesOf } from '../../src/lists/pages.ts';
import { API_KEY } from '../support/rig.ts';
import { json, type Reply, ScriptedServer } from '../support/scripted-server.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function without<Module>(
  module: string,
  file: string,
  code: string,
  instead = '',
): Promise<Module> {
  return await importWithout<Module>(source(module), { file: source(file), code, instead });
}

type Addresses = typeof baseAddresses;

const host = (addresses: Addresses): string =>
  new URL(addresses({ appId: 'evil.example/', region: 'eu' }).get('chat')!.origin).host;

test('without the form of an app id, the key goes to a host of its choice', async () => {
  expect(() => host(baseAddresses)).toThrow("The app id 'evil.example/' is invalid");
  const check = '  checkApp(appId, region);\n';
  const module = await without<{ baseAddresses: Addresses }>(
    'sending/base-address.ts',
    'sending/base-address.ts',
    check,
  );
  expect(host(module.baseAddresses)).toBe('evil.example');
});

const origin = (addresses: Addresses): string =>
  addresses({ baseUrl: 'http://gateway.example/v3' }).get('chat')!.origin;

test('without the demand for https, the key goes over the network unencrypted', async () => {
  expect(() => origin(baseAddresses)).toThrow('https only');
  const check = "if (url.protocol !== 'https:' && ";
  const module = await without<{ baseAddresses: Addresses }>(
    'sending/base-address.ts',
    'sending/base-address.ts',
    check,
    'if (false && ',
  );
  expect(origin(module.baseAddresses)).toBe('http://gateway.example');
});

type Create = typeof createClient;

/** Sends one message to a server, and reports how often it arrived and what the client made of it. */
async function sendOnce(
  create: Create,
  replies: readonly Reply[],
  mayLeave?: () => boolean,
): Promise<{ arrived: number; shown: string }> {
  await using server = await ScriptedServer.start(...replies);
  await using client = create({
    baseUrl: `${server.origin}/v3`,
    apiKey: API_KEY,
    requestsPerMinute: { core: 'unlimited', standard: 'unlimited' },
    random: () => 0,
  });
  const body = {
    receiver: 'bob',
    receiverType: 'user',
    category: 'message',
    type: 'text',
    data: { text: 'Hi' },
  } as const;
  const sent = mayLeave
    ? client.attempt('messages.send', { bodyBytes: Buffer.from('{}'), onBehalfOf: 'ann', mayLeave })
    : client.call('messages.send', { body, onBehalfOf: 'ann' });
  const shown = await sent.then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => String(error),
  );
  return { arrived: server.seen.length, shown };
}

const clientWithout = async (file: string, code: string, instead = ''): Promise<Create> =>
  (await without<{ createClient: Create }>('client.ts', file, code, instead)).createClient;

test('without the doubt about a lost answer, a message is sent twice', async () => {
  const replies: Reply[] = [(response) => response.socket!.destroy(), json(200, { data: {} })];
  expect((await sendOnce(createClient, replies)).arrived).toBe(1);
  const doubt = '  if (!waiting && !repeatable && error.mayHaveLanded) return undefined;\n';
  const create = await clientWithout('pacing/retry.ts', doubt);
  expect((await sendOnce(create, replies)).arrived).toBe(2);
});

test('without the search for the key in answers, an error shows it', async () => {
  const told = json(400, { error: { code: 'ERR_X', message: `Bad key=${API_KEY}!` } });
  expect((await sendOnce(createClient, [told])).shown).not.toContain(API_KEY);
  const search = 'bytes: found.length === 0 ? bytes : Buffer.from(';
  const create = await clientWithout(
    'answers/redaction.ts',
    search,
    'bytes: true ? bytes : Buffer.from(',
  );
  const { shown } = await sendOnce(create, [json(200, { data: { echoed: API_KEY } })]);
  expect(shown).toContain(API_KEY);
});

test('without the question in the last moment, a request leaves after its lease was lost', async () => {
  const ok = json(200, { data: {} });
  expect((await sendOnce(createClient, [ok], () => false)).arrived).toBe(0);
  const question = 'else if (this.#mayLeave?.() === false) this.fail(new NeverLeft());';
  const create = await clientWithout('answers/answer-collector.ts', question);
  expect((await sendOnce(create, [ok], () => false)).arrived).toBe(1);
});

/** Pages by cursor, two of which are shorter than was asked for. @returns the ids that are read */
async function readShortPages(pages: typeof pagesOf, list: readonly number[][]): Promise<string[]> {
  const read: string[] = [];
  let number = 0;
  const readPage = async (): Promise<never> => {
    const data = (list[number] ?? []).map((id) => ({ id: String(id), sentAt: id }));
    const next = data.length === 0 ? undefined : { id: data.at(-1)!.id, affix: 'append' };
    number++;
    return { data, meta: { ...(next && { next }) } } as never;
  };
  for await (const item of pages('messages.list', { limit: 3 }, readPage))
    read.push((item as { id: string }).id);
  return read;
}

test('without following the position of a short page, the rest of a list is lost', async () => {
  const list = [[1, 2], [3], [4, 5]];
  expect(await readShortPages(pagesOf, list)).toHaveLength(5);
  const end = 'if (isLast) return;';
  const cut = 'if (isLast || page.data.length < limit) return;';
  const module = await without<{ pagesOf: typeof pagesOf }>(
    'lists/pages.ts',
    'lists/pages.ts',
    end,
    cut,
  );
  expect(await readShortPages(module.pagesOf, list)).toHaveLength(2);
});

test('without the check of a page that comes again, a list that cannot be read whole passes for one that can', async () => {
  const list = [
    [1, 2, 3],
    [1, 2, 3],
  ];
  await expect(readShortPages(pagesOf, list)).rejects.toThrow('items after them cannot be read');
  const check = '    if (data.length === full && total !== this.#items)\n';
  const module = await without<{ pagesOf: typeof pagesOf }>(
    'lists/pages.ts',
    'lists/page-walk.ts',
    check,
    '    if (false)\n',
  );
  expect(await readShortPages(module.pagesOf, list)).toHaveLength(3);
});
