/* oxlint-disable unicorn/consistent-function-scoping -- they are read where they are used */
import { operations } from '@chatferry/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { ApiError, SkippedEntries } from '../src/index.ts';
import type { Page, PageRequest } from '../src/terms/page.ts';
import { pagesOf } from '../src/lists/pages.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

const users = (...uids: string[]) => uids.map((uid) => ({ uid }));
const urls = (rig: { server: { seen: readonly { url: string }[] } }) =>
  rig.server.seen.map(({ url }) => url);
const empty = json(200, { data: [] });
const message = (id: number, sentAt: number) => ({ id: String(id), sentAt });

/** Reads the pages of a list in turn; the last one is empty. */
function pagesInTurn(...pages: readonly Page[]) {
  const requests: PageRequest[] = [];
  const read = async (request: PageRequest): Promise<Page> =>
    pages[requests.push(request) - 1] ?? { data: [] };
  return { read, requests };
}

test('numbered pages are read until one is empty, whatever the service says of their size and number', async () => {
  const pagination = { total: 0, count: 2, per_page: 2, total_pages: 1 };
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: { pagination } }),
    json(200, { data: users('c') }),
    json(200, { data: users('d'), meta: { pagination: { total: 3, per_page: 100 } } }),
    empty,
  ]);
  const uids: string[] = [];

  for await (const user of rig.client.users.list({
    query: { perPage: 2, withTags: true, tags: ['a&b', 'c'] },
  })) {
    expectTypeOf(user.uid).toBeString();
    uids.push(user.uid);
  }

  expect(uids).toEqual(['a', 'b', 'c', 'd']);
  expect(urls(rig)).toEqual(
    [1, 2, 3, 4].map((page) => `/v3/users?perPage=2&page=${page}&tags=a%26b,c&withTags=true`),
  );
});

test('the page size is sent even if the caller sets none', async () => {
  await using rig = await startRig([empty]);

  await Array.fromAsync(rig.client.list('users.list'));

  expect(urls(rig)).toEqual(['/v3/users?perPage=1000&page=1']);
});

test('items that come again because new ones moved the pages are returned once', async () => {
  const { read } = pagesInTurn(
    { data: users('e', 'd', 'c') },
    { data: users('d', 'c', 'b') },
    { data: users('b', 'a') },
  );

  const found = await Array.fromAsync(pagesOf('users.list', { perPage: 3 }, read));

  expect(found).toEqual(users('e', 'd', 'c', 'b', 'a'));
});

test('a conversation is an item of each of its users', async () => {
  const sides = ['ada', 'bob'].map((uid) => ({ conversationId: 'ada_user_bob', uid }));
  const { read } = pagesInTurn({ data: [sides[0]] }, { data: [sides[1]] });

  expect(await Array.fromAsync(pagesOf('conversations.list', {}, read))).toEqual(sides);
});

test('a page of which everything is hidden does not end a list that has more pages', async () => {
  const meta = { pagination: { total_pages: 3 } };
  const { read } = pagesInTurn(
    { data: users('a'), meta },
    { data: [], meta },
    { data: users('c') },
  );

  const found = await Array.fromAsync(pagesOf('users.list', { perPage: 1 }, read));

  expect(found).toEqual(users('a', 'c'));
});

test('a list that ignores the page number ends after its one page', async () => {
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: { pagination: { per_page: 2, total: 2 } } }),
  ]);

  const found = await Array.fromAsync(rig.client.users.friends.list({ path: { uid: 'x' } }));

  expect(found).toHaveLength(2);
});

test.each([
  { why: 'the service reports more', perPage: 1000, meta: { pagination: { total: 7 } } },
  { why: 'it is full', perPage: 2, meta: {} },
])('a page sent twice is an error when $why', async ({ perPage, meta }) => {
  const read = async (): Promise<Page> => ({ data: users('a', 'b'), meta });

  const found = Array.fromAsync(pagesOf('users.friends.list', { perPage }, read));

  await expect(found).rejects.toMatchObject({
    code: 'unreadable',
    operation: 'users.friends.list',
  });
});

test('the last page ends the list when it comes again', async () => {
  const read = async ({ query }: PageRequest): Promise<Page> => ({
    data: users(`u${Math.min(Number(query['page']), 3)}`),
    meta: { pagination: { total: 3 } },
  });

  const found = await Array.fromAsync(pagesOf('users.list', { perPage: 1 }, read));

  expect(found).toEqual(users('u1', 'u2', 'u3'));
});

test('a page that has nothing new is passed when the service reports more pages', async () => {
  const meta = { pagination: { total_pages: 3 } };
  const { read } = pagesInTurn(
    { data: users('a', 'b', 'c'), meta },
    { data: users('c'), meta },
    { data: users('d'), meta },
  );

  const found = await Array.fromAsync(pagesOf('users.list', { perPage: 3 }, read));

  expect(found).toEqual(users('a', 'b', 'c', 'd'));
});

test('a full page that comes again ends the list when it has all that the service reports', async () => {
  const page = { data: users('a', 'b'), meta: { pagination: { total: 2 } } };
  const { read } = pagesInTurn(page, page);

  const found = await Array.fromAsync(pagesOf('users.friends.list', { perPage: 2 }, read));

  expect(found).toEqual(users('a', 'b'));
});

test('lists of messages are read from the oldest message on, and reactions from the first', async () => {
  await using rig = await startRig([empty]);
  const { client } = rig;
  const id = '7';

  await Array.fromAsync(client.messages.list());
  await Array.fromAsync(client.users.messages.list({ path: { uid: 'ada' } }));
  await Array.fromAsync(client.groups.messages.list({ path: { guid: 'g1' } }));
  await Array.fromAsync(client.messages.thread.list({ path: { id } }));
  await Array.fromAsync(client.messages.reactions.list({ path: { id } }));
  await Array.fromAsync(client.messages.reactions.listOne({ path: { id, reaction: 'x' } }));

  const start = 'limit=1000&affix=append&fromTimestamp=1';
  expect(urls(rig)).toEqual([
    `/v3/messages?${start}`,
    `/v3/users/ada/messages?${start}`,
    `/v3/groups/g1/messages?${start}`,
    '/v3/messages/7/thread?limit=1000&affix=append&sentAt=1',
    '/v3/messages/7/reactions?limit=1000&affix=append',
    '/v3/messages/7/reactions/x?limit=1000&affix=append',
  ]);
});

test('every list by cursor of messages has a start', () => {
  const lists = Object.entries(operations).filter(
    ([name, operation]) =>
      'paging' in operation && /^(?!threads).*(messages|thread).*list/.test(name),
  );

  expect(lists).toHaveLength(6);
  for (const [, operation] of lists) expect(operation).toHaveProperty('fromStart');
});

test.each([
  {},
  { limit: 5 },
  { affix: 'append', limit: 5 },
  { fromTimestamp: 1 },
  { sentAt: 170 },
  { count: true },
] as const)(
  'one page of messages is not read with %o, which leaves open which page it is',
  async (query) => {
    await using rig = await startRig([empty]);
    const { client } = rig;

    for (const call of [
      client.call('messages.list', { query }),
      client.call('groups.messages.list', { path: { guid: 'g' }, query }),
      client.call('users.messages.list', { path: { uid: 'u' }, query }),
    ])
      await expect(call).rejects.toMatchObject({
        code: 'invalid',
        status: undefined,
        message: expect.stringContaining("affix: 'append' and fromTimestamp: 1"),
      });

    expect(rig.server.seen).toEqual([]);
  },
);

test('one page of messages is read with a direction and a start, the cursor of the page before, or as counts', async () => {
  await using rig = await startRig([empty]);
  const { client } = rig;

  await client.call('messages.list', { query: { affix: 'prepend' } });
  await client.call('messages.list', { query: { affix: 'append', id: '3' } });
  await client.call('messages.list', { cursor: { affix: 'append', id: '3' } });
  await client.call('messages.list', { query: { unread: true, count: true } });
  await client.call('messages.reactions.list', { path: { id: '3' } });

  expect(rig.server.seen).toHaveLength(5);
});

test('a list continues with all fields of the position that a page names', async () => {
  const next = { affix: 'append', sentAt: '170', id: 2, fromTimestamp: '1', shard: 'b7' };
  await using rig = await startRig([
    json(200, { data: [{ id: '1' }, { id: '2' }], meta: { next, current: { limit: 2 } } }),
    json(200, { data: [{ id: '3' }], meta: { next: { affix: 'append', sentAt: 180, id: 3 } } }),
    json(200, { data: [], meta: { next: { affix: 'append', sentAt: '180', id: '3' } } }),
  ]);

  const messages = rig.client.groups.messages.list({
    path: { guid: 'g1' },
    query: { limit: 2, categories: ['message', 'custom'] },
    onBehalfOf: 'ada',
  });
  const ids = (await Array.fromAsync(messages)).map(({ id }) => id);

  expect(ids).toEqual(['1', '2', '3']);
  const parameters = urls(rig).map((url) => [...new URL(url, 'http://x').searchParams]);
  const common = { affix: 'append', categories: 'message,custom', fromTimestamp: '1', limit: '2' };
  expect(parameters.map((each) => Object.fromEntries(each))).toEqual([
    common,
    { ...common, id: '2', sentAt: '170', shard: 'b7' },
    { ...common, id: '3', sentAt: '180' },
  ]);
  expect(rig.server.seen.map(({ headers }) => headers['onbehalfof'])).toEqual(
    Array.from({ length: 3 }, () => 'ada'),
  );
});

test.each(['next', 'cursor'])('the position may be in a field named %s', async (field) => {
  const { read, requests } = pagesInTurn({
    data: [{ id: '1' }],
    meta: { [field]: { id: '1', affix: 'append' } },
  });

  await Array.fromAsync(pagesOf('users.messages.list', {}, read));

  expect(requests[1]?.cursor).toEqual({ id: '1', affix: 'append' });
});

test('of two positions that a page names, the next one counts, without page size and empty fields', async () => {
  const next = { id: '2', affix: 'append', limit: 5, updatedAt: null, more: {}, shown: true };
  const meta = { next, cursor: { id: '1', affix: 'append' } };
  const { read, requests } = pagesInTurn({ data: [{ id: '1' }, { id: '2' }], meta });

  await Array.fromAsync(pagesOf('users.messages.list', {}, read));

  expect(requests[1]?.cursor).toEqual({ id: '2', affix: 'append', shown: true });
});

test('a position that comes again as a number instead of a text is the same one', async () => {
  const data = [{ id: '1' }, { id: '2' }];
  const { read, requests } = pagesInTurn(
    { data, meta: { next: { affix: 'append', id: '2', sentAt: '170' } } },
    { data: data.slice(1), meta: { next: { affix: 'append', id: 2, sentAt: 170 } } },
  );

  expect(await Array.fromAsync(pagesOf('messages.list', {}, read))).toEqual(data);
  expect(requests).toHaveLength(2);
});

test('backwards, a page that names no position is continued before its first message', async () => {
  const { read, requests } = pagesInTurn(
    { data: [message(3, 30), message(4, 40)] },
    { data: [message(1, 10), message(2, 20)] },
  );

  await Array.fromAsync(pagesOf('messages.list', { affix: 'prepend' }, read));

  expect(requests.slice(1).map(({ cursor }) => cursor?.['id'])).toEqual(['3', '1']);
});

test('a list without a direction ends with a page that names no position', async () => {
  const { read, requests } = pagesInTurn({ data: [message(2, 10), message(1, 10)] });

  await Array.fromAsync(pagesOf('messages.list', { pinned: true }, read));

  expect(requests).toHaveLength(1);
});

test('a page that names no position is continued after its last message', async () => {
  const { read, requests } = pagesInTurn(
    {
      data: [
        { id: '1', sentAt: 5 },
        { id: '2', sentAt: 6 },
      ],
    },
    { data: [{ id: '3' }], meta: { next: {} } },
  );

  const found = await Array.fromAsync(pagesOf('messages.list', { limit: 2 }, read));

  expect(found).toHaveLength(3);
  expect(requests.map(({ cursor }) => cursor)).toEqual([
    undefined,
    { affix: 'append', id: '2', sentAt: 6 },
    { affix: 'append', id: '3' },
  ]);
});

const at = (...ids: number[]): Page => ({
  data: ids.map((id) => ({ id: String(id), sentAt: 100 + id })),
  meta: { next: { affix: 'append', id: String(ids.at(-1)) } },
});

test('a list that is read ahead has asked for the next page when the items of a page come, and for no page more', async () => {
  const asked: number[] = [];
  const read = async (name: 'messages.list' | 'users.list', readsAhead: boolean) => {
    const pages = name === 'messages.list' ? [at(1, 2), at(3)] : [{ data: users('a', 'b') }];
    const { read: readPage, requests } = pagesInTurn(...pages);
    for await (const _ of pagesOf(name, {}, readPage, readsAhead)) asked.push(requests.length);
    return [asked.splice(0), requests.length];
  };

  expect(await read('messages.list', false)).toEqual([[1, 1, 2], 3]);
  expect(await read('messages.list', true)).toEqual([[2, 2, 3], 3]);
  expect(await read('users.list', false)).toEqual([[1, 1], 2]);
  expect(await read('users.list', true)).toEqual([[2, 2], 2]);
});

test('an error of a page that was read ahead comes after the items before it, and not to a caller that has stopped', async () => {
  const readPage = async ({ cursor }: PageRequest): Promise<Page> => {
    if (cursor !== undefined) throw new Error('broken');
    return at(1, 2);
  };
  const found: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const item of pagesOf('messages.list', {}, readPage, true)) found.push(item);
  };

  await expect(reading()).rejects.toThrow('broken');
  expect(found).toHaveLength(2);
  for await (const _ of pagesOf('messages.list', {}, readPage, true)) break;
});

test('a page shorter than asked for does not end a list by cursor', async () => {
  const { read, requests } = pagesInTurn(at(1, 2), at(3), at(4, 5));

  const found = await Array.fromAsync(pagesOf('messages.list', { limit: 100 }, read));

  expect(found).toHaveLength(5);
  expect(requests).toHaveLength(4);
});

test('a position that includes its own message ends the list when only that message comes', async () => {
  const { read, requests } = pagesInTurn(at(1, 2, 3), at(3, 4, 5), at(5));

  const found = await Array.fromAsync(pagesOf('messages.list', { limit: 3 }, read));

  expect(found).toMatchObject(['1', '2', '3', '4', '5'].map((id) => ({ id })));
  expect(requests).toHaveLength(3);
});

test('a page of which all messages are hidden is passed, because its position moves', async () => {
  const hidden = { data: [], meta: at(4).meta };
  const { read, requests } = pagesInTurn(at(1, 2), hidden, at(5), { data: [], meta: at(5).meta });

  const found = await Array.fromAsync(pagesOf('messages.list', { limit: 2 }, read));

  expect(found).toMatchObject(['1', '2', '5'].map((id) => ({ id })));
  expect(requests).toHaveLength(4);
});

test('an app without messages is read with one request', async () => {
  const { read, requests } = pagesInTurn({
    data: [],
    meta: { next: { affix: 'append', sentAt: 1_700_000_000 } },
  });

  expect(await Array.fromAsync(pagesOf('messages.list', {}, read))).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('a list in which a full page comes again is an error, because what follows it cannot be read', async () => {
  const sameSecond = at(3, 4);
  const { read } = pagesInTurn(at(1, 2), sameSecond, sameSecond);

  const found: unknown[] = [];
  const reading = (async () => {
    for await (const item of pagesOf('messages.list', { limit: 1000 }, read)) found.push(item);
  })();

  await expect(reading).rejects.toMatchObject({ code: 'unreadable' });
  expect(found).toHaveLength(4);
});

test('with pages of one message, a position that includes its own message leads nowhere', async () => {
  const { read } = pagesInTurn(at(1), at(1));

  const found = Array.fromAsync(pagesOf('messages.list', { limit: 1 }, read));

  await expect(found).rejects.toMatchObject({ code: 'unreadable' });
});

test('a page that comes again ends the list when others had more messages', async () => {
  const { read } = pagesInTurn(at(1, 2, 3), at(4, 5), at(4, 5));

  expect(await Array.fromAsync(pagesOf('messages.list', {}, read))).toHaveLength(5);
});

test.each([{ affix: 'append' }, { pinned: true }])(
  'a list that does not begin with its first item need not have all that the service reports: %o',
  async (query) => {
    const page = { ...at(6, 7), meta: { ...at(6, 7).meta, pagination: { total: 100 } } };
    const { read } = pagesInTurn(page, page);

    const found = await Array.fromAsync(pagesOf('messages.list', { ...query, id: '5' }, read));

    expect(found).toHaveLength(2);
  },
);

test.each([
  { limit: 2, query: { perPage: 2 } },
  { limit: 3, query: { limit: 3 } },
])(
  'a list by cursor has pages of the size that the caller asks for: %o',
  async ({ limit, query }) => {
    const { read, requests } = pagesInTurn();

    await Array.fromAsync(pagesOf('users.messages.list', query, read));

    expect(requests[0]?.query['limit']).toBe(limit);
  },
);

test('a page is read only when it is needed', async () => {
  await using rig = await startRig([json(200, { data: users('a', 'b') })]);

  for await (const user of rig.client.users.list({ query: { perPage: 2 } }))
    if (user.uid === 'b') break;

  expect(rig.server.seen).toHaveLength(1);
});

test.each([
  {
    order: 'by time, as an import gives older messages higher ids',
    messages: [
      message(900, 10),
      message(905, 10),
      message(17, 20),
      message(18, 20),
      message(300, 30),
    ],
  },
  {
    order: 'by id alone, with imported messages after live ones',
    messages: [message(1, 500), message(2, 600), message(3, 10), message(1000, 20)],
  },
  { order: 'by ids with more digits than a number', messages: [message(99, 1), message(100, 1)] },
  { order: 'without ids and times that can be compared', messages: [{ id: 'b' }, { id: 'a' }] },
])('messages may come $order', async ({ messages }) => {
  const { read } = pagesInTurn({ data: messages.slice(0, 2) }, { data: messages.slice(2) });

  expect(await Array.fromAsync(pagesOf('messages.list', {}, read))).toEqual(messages);
});

test.each([
  { order: 'time, but not by id', messages: [message(2, 10), message(1, 10), message(3, 5)] },
  { order: 'pages from new to old', messages: [message(3, 30), message(4, 40), message(1, 10)] },
])('messages that do not ascend, such as by $order, stop the reading', async ({ messages }) => {
  const { read } = pagesInTurn({ data: messages.slice(0, 2) }, { data: messages.slice(2) });

  const error = await Array.fromAsync(pagesOf('messages.list', {}, read)).catch(
    (reason: unknown) => reason as ApiError,
  );

  expect(error).toMatchObject({
    code: 'unreadable',
    message: expect.stringMatching(/^messages\.list: the messages are in no order: message /),
  });
});

test('a caller may read backwards from a message, or from the newest one', async () => {
  const pages = [
    { data: [message(3, 30), message(4, 40)], meta: { next: { affix: 'prepend', id: '3' } } },
    { data: [message(1, 10), message(2, 20)], meta: { next: { affix: 'prepend', id: '1' } } },
  ];
  const { read, requests } = pagesInTurn(...pages);

  const found = await Array.fromAsync(pagesOf('messages.list', { affix: 'prepend' }, read));

  expect(found).toHaveLength(4);
  expect(requests.map(({ query }) => query)).toEqual(
    requests.map(() => ({ affix: 'prepend', limit: 1000 })),
  );
});

test.each([{ pinned: true }, { saved: true }, { onlyUpdates: true, updatedAt: 170 }] as const)(
  'messages may come in the order of pins, saves and changes: %o',
  async (query) => {
    const { read, requests } = pagesInTurn({
      data: [message(2, 10), message(1, 10), message(3, 5)],
    });

    expect(await Array.fromAsync(pagesOf('messages.list', query, read))).toHaveLength(3);
    expect(requests[0]?.query).not.toHaveProperty('fromTimestamp');
  },
);

test('entries that are no items are left out and reported by their form', async () => {
  const events: SkippedEntries[] = [];
  const junk = [null, 7, 'x', [], {}, { uid: null }, { uid: {} }, { uid: '' }, { name: 'Secret' }];
  await using rig = await startRig(
    [
      json(200, { data: [null, ...users('a'), ...junk] }),
      json(200, { data: [null] }),
      json(200, { data: [...users('b'), 7] }),
      empty,
    ],
    { onSkipped: (event) => events.push(event) },
  );

  const found = await Array.fromAsync(rig.client.users.list());

  expect(found).toEqual(users('a', 'b'));
  const object = 'an object without uid';
  const forms = ['null', 'null', 'a number', 'a string', 'a list', ...Array(5).fill(object)];
  expect(events).toEqual([
    { operation: 'users.list', entries: forms },
    { operation: 'users.list', entries: ['null'] },
    { operation: 'users.list', entries: ['a number'] },
  ]);
});

test('a list whose pages have nothing but junk ends', async () => {
  const junk = { data: [], skipped: ['null'] };
  const messages = pagesInTurn(at(1), { ...junk, meta: at(1).meta }, at(9));
  const numbered = pagesInTurn({ data: users('a') }, junk, junk, { data: users('z') });

  expect(await Array.fromAsync(pagesOf('messages.list', {}, messages.read))).toHaveLength(1);
  expect(await Array.fromAsync(pagesOf('users.list', {}, numbered.read))).toHaveLength(1);
});

test('data that is no list is an unreadable answer', async () => {
  await using rig = await startRig([json(200, { data: 'nothing' })]);

  const found = Array.fromAsync(rig.client.users.list({ attempts: 1 }));

  await expect(found).rejects.toMatchObject({ code: 'unreadable' });
});
