/* oxlint-disable unicorn/consistent-function-scoping -- they are read where they are used */
import { type Page, pagesOf } from '../src/pages.ts';
import { expect, expectTypeOf, test } from 'vitest';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

const users = (...uids: string[]) => uids.map((uid) => ({ uid }));
const urls = (rig: { server: { seen: readonly { url: string }[] } }) =>
  rig.server.seen.map(({ url }) => url);

test('numbered pages are read until one is shorter than requested', async () => {
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: { pagination: { total: 0, count: 2 } } }),
    json(200, { data: users('c') }),
  ]);
  const uids: string[] = [];

  for await (const user of rig.client.users.list({
    query: { perPage: 2, withTags: true, tags: ['a&b', 'c'] },
  })) {
    expectTypeOf(user.uid).toBeString();
    uids.push(user.uid);
  }

  expect(uids).toEqual(['a', 'b', 'c']);
  expect(urls(rig)).toEqual([
    '/v3/users?perPage=2&page=1&tags=a%26b,c&withTags=true',
    '/v3/users?perPage=2&page=2&tags=a%26b,c&withTags=true',
  ]);
});

test('the page size is sent even if the caller sets none', async () => {
  await using rig = await startRig([json(200, { data: users('a') })]);

  await Array.fromAsync(rig.client.list('users.list'));

  expect(urls(rig)).toEqual(['/v3/users?perPage=1000&page=1']);
});

test('a full last page is followed by an empty one', async () => {
  await using rig = await startRig([json(200, { data: users('a') }), json(200, { data: [] })]);

  const found = await Array.fromAsync(rig.client.users.list({ query: { perPage: 1 } }));

  expect(found).toHaveLength(1);
  expect(rig.server.seen).toHaveLength(2);
});

test('pages that are smaller than requested do not end the list', async () => {
  const small = { pagination: { per_page: 2 } };
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: small }),
    json(200, { data: users('c'), meta: small }),
  ]);

  const found = await Array.fromAsync(rig.client.users.list({ query: { perPage: 1000 } }));

  expect(found).toHaveLength(3);
});

test('a short page does not end a list that states its total and not its page size', async () => {
  const meta = { pagination: { total: 3 } };
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta }),
    json(200, { data: users('c'), meta }),
  ]);

  const found = await Array.fromAsync(rig.client.users.list());

  expect(found).toHaveLength(3);
  expect(rig.server.seen).toHaveLength(2);
});

test('a list that ignores the page number ends after its one page', async () => {
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: { pagination: { per_page: 2, total: 2 } } }),
  ]);

  const found = await Array.fromAsync(rig.client.users.friends.list({ path: { uid: 'x' } }));

  expect(found).toHaveLength(2);
});

test('a page sent twice is an error when the service reports more', async () => {
  await using rig = await startRig([
    json(200, { data: users('a', 'b'), meta: { pagination: { per_page: 2, total: 7 } } }),
  ]);

  const found = Array.fromAsync(rig.client.users.friends.list({ path: { uid: 'x' } }));

  await expect(found).rejects.toMatchObject({ code: 'unreadable' });
});

test('a list continues at the cursor that the last page names', async () => {
  await using rig = await startRig([
    json(200, {
      data: [{ id: '1' }, { id: '2' }],
      meta: { next: { affix: 'append', sentAt: 170, id: 2 }, current: { limit: 2, count: 2 } },
    }),
    json(200, { data: [{ id: '3' }], meta: { next: { affix: 'append', sentAt: 180, id: 3 } } }),
  ]);

  const messages = rig.client.groups.messages.list({
    path: { guid: 'g1' },
    query: { limit: 2, categories: ['message', 'custom'] },
    onBehalfOf: 'ada',
  });
  const ids = (await Array.fromAsync(messages)).map(({ id }) => id);

  expect(ids).toEqual(['1', '2', '3']);
  expect(urls(rig)).toEqual([
    '/v3/groups/g1/messages?limit=2&categories=message,custom',
    '/v3/groups/g1/messages?limit=2&affix=append&id=2&sentAt=170&categories=message,custom',
  ]);
  expect(rig.server.seen.map(({ headers }) => headers['onbehalfof'])).toEqual(['ada', 'ada']);
});

const smallPage = (id: number) =>
  json(200, {
    data: [{ id: String(id) }, { id: String(id + 1) }],
    meta: { next: { affix: 'append', id: id + 1 }, current: { limit: 2, count: 2 } },
  });

test('pages that are smaller than the limit do not end a cursor list', async () => {
  await using rig = await startRig([smallPage(1), smallPage(3), json(200, { data: [] })]);

  const messages = rig.client.groups.messages.list({ path: { guid: 'g1' }, query: { limit: 100 } });

  expect(await Array.fromAsync(messages)).toHaveLength(4);
  expect(rig.server.seen).toHaveLength(3);
});

test('the position may be in a field named cursor', async () => {
  await using rig = await startRig([
    json(200, { data: [{ id: '1' }], meta: { cursor: { id: '1', affix: 'prepend' } } }),
    json(200, { data: [] }),
  ]);

  const query = { limit: 1 };
  await Array.fromAsync(rig.client.users.messages.list({ path: { uid: 'ada' }, query }));

  expect(urls(rig)[1]).toBe('/v3/users/ada/messages?limit=1&affix=prepend&id=1');
});

test.each([
  ['no next place', { data: [{ id: '1' }] }],
  ['an empty next place', { data: [{ id: '1' }], meta: { next: {} } }],
  ['an empty page', { data: [], meta: { next: { id: '1', affix: 'append' } } }],
])('a cursor list ends with %s', async (_name, page) => {
  await using rig = await startRig([json(200, page)]);

  await Array.fromAsync(rig.client.messages.list({ query: { limit: 1 } }));

  expect(rig.server.seen).toHaveLength(1);
});

test('a cursor that does not change ends the list', async () => {
  await using rig = await startRig([
    json(200, { data: [{ id: '1' }], meta: { next: { id: '1', affix: 'append' } } }),
    json(200, { data: [{ id: '2' }], meta: { next: { id: '1', affix: 'append' } } }),
  ]);

  const found = await Array.fromAsync(rig.client.messages.list({ query: { limit: 1 } }));

  expect(found.map(({ id }) => id)).toEqual(['1', '2']);
  expect(rig.server.seen).toHaveLength(2);
});

test('a page is read only when it is needed', async () => {
  await using rig = await startRig([json(200, { data: users('a', 'b') })]);

  for await (const user of rig.client.users.list({ query: { perPage: 2 } }))
    if (user.uid === 'b') break;

  expect(rig.server.seen).toHaveLength(1);
});

test('a page as long as was asked for is not the last one, however long the service says its pages are', async () => {
  const pages = [[1, 2], [3, 4], [5]];
  const read = async ({ page }: Readonly<Record<string, unknown>>): Promise<Page> => ({
    data: pages[Number(page) - 1]!,
    meta: { pagination: { per_page: 100 } },
  });

  expect(await Array.fromAsync(pagesOf('users.list', { perPage: 2 }, read))).toEqual([
    1, 2, 3, 4, 5,
  ]);
});

test('a list that is read from a later page is read to its end, although its pages are smaller than asked for', async () => {
  const read = async ({ page }: Readonly<Record<string, unknown>>): Promise<Page> => ({
    data: [1, 2, 3].slice(Number(page) - 1, Number(page)),
    meta: { pagination: { total: 3 } },
  });

  const items = await Array.fromAsync(pagesOf('users.list', { perPage: 2, page: 2 }, read));

  expect(items).toEqual([2, 3]);
});

test('the next page is asked for with the cursor alone, whatever fields the one before it had', async () => {
  const cursors = [{ id: 7, affix: 'append' }, { sentAt: 170 }, undefined];
  const queries: unknown[] = [];
  const read = async (query: Readonly<Record<string, unknown>>): Promise<Page> => {
    const next = cursors[queries.length];
    queries.push(query);
    return { data: [queries.length], ...(next === undefined ? {} : { meta: { next } }) };
  };

  await Array.fromAsync(pagesOf('messages.list', { limit: 1 }, read));

  expect(queries).toEqual([
    { limit: 1 },
    { limit: 1, id: 7, affix: 'append' },
    { limit: 1, sentAt: 170 },
  ]);
});

test('a list with cursors has pages of the size that the caller asks for, by either name', async () => {
  const queries: unknown[] = [];
  const read = async (query: Readonly<Record<string, unknown>>): Promise<Page> => {
    queries.push(query['limit']);
    return { data: [] };
  };

  for (const query of [{ perPage: 2 }, { limit: 3 }])
    await Array.fromAsync(pagesOf('users.messages.list', query, read));

  expect(queries).toEqual([2, 3]);
});

test('a page that equals the one before ends the list, also after others', async () => {
  const read = async ({ page }: Readonly<Record<string, unknown>>): Promise<Page> => ({
    data: [Math.min(Number(page), 3)],
    meta: { pagination: { total: 3 } },
  });

  const list = pagesOf('users.list', { perPage: 1 }, read);
  const items: unknown[] = [];
  for await (const item of list) if (items.push(item) > 5) break;

  expect(items).toEqual([1, 2, 3]);
});
