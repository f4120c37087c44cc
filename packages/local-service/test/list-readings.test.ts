import { expect, test } from 'vitest';
import { type FaultRule, type LocalServiceOptions } from '../src/index.ts';
import { importMessages, importSample, keyed, message, user } from './support/records.ts';
import { type Rig, startRig, TODAY } from './support/rig.ts';

type Query = Record<string, string | number | boolean>;

/** Five messages of five seconds. */
async function startFilled(options: LocalServiceOptions = {}): Promise<Rig> {
  const rig = await startRig(options);
  await importSample(rig);
  const five = [1, 2, 3, 4, 5].map((at) => message(`m${at}`, { sentAt: TODAY - 10 + at }));
  await importMessages(rig, ...five);
  return rig;
}

/** The answer as sent, and the muids in it. */
async function list(rig: Rig, query: Query, path = '/messages') {
  const url = new URL(rig.service.baseUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const { body, status } = await rig.send('GET', url.href, {
    headers: { apikey: rig.service.apiKey },
  });
  expect(status).toBe(200);
  const items = body.data as (Record<string, unknown> | null)[];
  return { meta: body.meta, items, muids: items.map((item) => item?.['muid']) };
}

const isJunk = (item: unknown): boolean => (item as { muid?: string } | null)?.muid === undefined;

const start = { affix: 'append', fromTimestamp: 1 };

test('without a start, a list of messages begins with the newest page, in ascending order', async () => {
  await using rig = await startFilled();

  const paths = ['/messages', '/users/ada/messages'];
  const pages = await Promise.all(paths.map((path) => list(rig, { limit: 2 }, path)));
  const ofSpan = await list(rig, { limit: 2, fromTimestamp: TODAY - 8, toTimestamp: TODAY - 6 });

  expect(pages.map(({ muids }) => muids)).toEqual([
    ['m4', 'm5'],
    ['m4', 'm5'],
  ]);
  expect(ofSpan.muids).toEqual(['m3', 'm4']);
  // A client that follows the cursor gets an empty page, and not the older messages.
  const next = pages[0]!.meta.next;
  expect(next).toEqual({ affix: 'append', sentAt: TODAY - 5, id: '5' });
  expect((await list(rig, { limit: 2, ...next })).items).toEqual([]);
  // As in the reference's example, the cursor of a user's messages leads to older ones.
  expect(pages[1]!.meta.cursor).toEqual({ affix: 'prepend', id: 4 });
});

test('the newest page of reactions comes first too', async () => {
  await using rig = await startFilled();
  for (const reaction of ['a', 'b', 'c'])
    await rig.data('messages.reactions.add', { path: { id: '1', reaction }, as: 'ada' });

  const { items } = await list(rig, { limit: 2 }, '/messages/1/reactions');

  expect(items).toMatchObject([{ reaction: 'b' }, { reaction: 'c' }]);
});

test.each(['newest', 'oldest'] as const)(
  'with a direction and a start a list is complete, with the %s page first or not',
  async (firstPage) => {
    await using rig = await startFilled({ firstPage });

    const muids: unknown[] = [];
    let query: Query = { limit: 2, ...start };
    for (let page = await list(rig, query); page.items.length > 0; page = await list(rig, query)) {
      muids.push(...page.muids);
      query = { ...query, ...page.meta.next };
    }

    expect(muids).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  },
);

test('a full, a short and an empty page state positions as recorded', async () => {
  await using rig = await startFilled();
  const place = { id: '5', sentAt: TODAY - 5 };

  const full = await list(rig, { ...start, limit: 2 });
  const short = await list(rig, { count: 1, limit: 1000 });
  const empty = await list(rig, { affix: 'append', ...place, count: 1, limit: 1000 });

  const { pagination, ...recorded } = full.meta;
  expect(pagination).toMatchObject({ total: 5, count: 2, total_pages: 3 });
  expect(recorded).toEqual({
    current: { limit: 2, count: 2 },
    next: { affix: 'append', sentAt: TODAY - 8, id: '2', fromTimestamp: '1' },
  });
  expect(short.meta).toMatchObject({
    current: { limit: 1000, count: 5 },
    next: { affix: 'append', ...place },
  });
  expect(short.meta).not.toHaveProperty('previous');
  expect(empty.items).toEqual([]);
  expect(empty.meta).toMatchObject({
    previous: { affix: 'prepend', sentAt: String(place.sentAt), id: '5' },
    current: { limit: 1000, count: 0 },
    next: { affix: 'append', sentAt: String(place.sentAt), id: '5' },
    pagination: { total: 5, count: 0 },
  });
});

test('an app without messages states the present as the position', async () => {
  await using rig = await startRig();

  const { items, meta } = await list(rig, {});

  expect(items).toEqual([]);
  expect(meta).toMatchObject({
    previous: { affix: 'prepend', sentAt: TODAY },
    current: { limit: 100, count: 0 },
    next: { affix: 'append', sentAt: TODAY },
  });
});

test('older pages state the next older position, and an empty one repeats it', async () => {
  await using rig = await startFilled();

  const newest = await list(rig, { affix: 'prepend', limit: 4 });
  const oldest = await list(rig, { limit: 4, ...newest.meta.next });
  const empty = await list(rig, { limit: 4, ...oldest.meta.next });

  expect([newest.muids, oldest.muids, empty.muids]).toEqual([['m2', 'm3', 'm4', 'm5'], ['m1'], []]);
  expect(oldest.meta.next).toEqual({ affix: 'prepend', sentAt: TODAY - 9, id: '1' });
  expect(empty.meta.next).toEqual({ affix: 'prepend', sentAt: String(TODAY - 9), id: '1' });
});

test('a rule chooses the first page of its operations', async () => {
  const oldest: FaultRule = { fault: 'first-page', page: 'oldest', operation: 'messages.list' };
  await using rig = await startFilled({ faults: [oldest] });

  expect((await list(rig, { limit: 2 })).muids).toEqual(['m1', 'm2']);
  expect((await list(rig, { limit: 2 }, '/users/ada/messages')).muids).toEqual(['m4', 'm5']);
  rig.service.setFaults([{ ...oldest, page: 'newest' }]);
  expect((await list(rig, { limit: 2 })).muids).toEqual(['m4', 'm5']);
});

test.each([
  { stated: true, size: 2, total_pages: 3 },
  { stated: false, size: 1000, total_pages: 1 },
])('pages are capped, and the answer states $size items', async ({ stated, size, total_pages }) => {
  await using rig = await startFilled({ faults: [{ fault: 'capped-pages', items: 2, stated }] });

  const messages = await list(rig, { ...start, limit: 1000 });
  const users = await list(rig, { perPage: 1000, page: 2 }, '/users');

  expect(messages.muids).toEqual(['m1', 'm2']);
  expect(messages.meta).toMatchObject({
    current: { limit: size, count: 2 },
    pagination: { per_page: size, total: 5, count: 2, total_pages },
  });
  expect(users.items).toHaveLength(1);
  expect(users.meta.pagination).toMatchObject({ per_page: size, total: 3, current_page: 2 });
  // A smaller page is left as it is asked for.
  expect((await list(rig, { ...start, limit: 1 })).meta.current.limit).toBe(1);
});

test('items are hidden after a page was read: the same ones in each list', async () => {
  await using rig = await startFilled();
  const share: FaultRule = { fault: 'hidden-items', share: 0.5, seed: 3 };
  const ghost: FaultRule = { fault: 'hidden-items', where: { muid: 'm2' } };

  rig.service.setFaults([ghost]);
  const page = await list(rig, { ...start, limit: 2 });
  rig.service.setFaults([share]);
  const whole = await list(rig, start);
  const two = await Promise.all(
    [
      { ...start, limit: 3 },
      { affix: 'append', limit: 3, id: 3 },
    ].map((query) => list(rig, query)),
  );

  expect(page.muids).toEqual(['m1']);
  expect(page.meta).toMatchObject({ current: { count: 2 }, next: { id: '2' } });
  expect(whole.muids.length).toBeGreaterThan(1);
  expect(whole.muids.length).toBeLessThan(5);
  expect(two.flatMap(({ muids }) => muids)).toEqual(whole.muids);
});

test('a share never hides a whole page, because an empty page is the end of a list', async () => {
  await using rig = await startFilled({ faults: [{ fault: 'hidden-items', share: 1 }] });

  expect((await list(rig, start)).muids).toEqual(['m1']);
});

test('a total is 0 next to items, and the pages are one more while they are full', async () => {
  await using rig = await startFilled({ faults: [{ fault: 'total-zero' }] });

  const full = await list(rig, { perPage: 2, page: 1 }, '/users');
  const last = await list(rig, { perPage: 2, page: 2 }, '/users');

  expect(full.meta.pagination).toMatchObject({ total: 0, count: 2, total_pages: 2 });
  expect(last.meta.pagination).toMatchObject({ total: 0, count: 1, total_pages: 2 });
});

test('an inclusive cursor repeats the item at the boundary', async () => {
  await using rig = await startFilled({ faults: [{ fault: 'inclusive-cursors' }] });
  for (const reaction of ['a', 'b', 'c'])
    await rig.data('messages.reactions.add', { path: { id: '1', reaction }, as: 'ada' });
  const reactions = (query: Query) => list(rig, query, '/messages/1/reactions');

  expect((await list(rig, { affix: 'append', id: 2, limit: 2 })).muids).toEqual(['m2', 'm3']);
  expect((await list(rig, { affix: 'prepend', id: 2 })).muids).toEqual(['m1', 'm2']);
  expect((await list(rig, { affix: 'append', sentAt: TODAY - 6 })).muids).toEqual(['m4', 'm5']);
  expect((await reactions({ affix: 'append', id: 2 })).items).toMatchObject([
    { id: '2' },
    { id: '3' },
  ]);
});

test('junk is between the items of a page, but never on an empty page', async () => {
  await using rig = await startFilled({ faults: [{ fault: 'junk-items', seed: 2 }] });
  const { items } = await list(rig, start);
  const empty = await list(rig, { affix: 'append', id: 5 });
  rig.service.setFaults([{ fault: 'junk-items', junk: ['null'] }]);
  const users = await list(rig, {}, '/users');

  expect(items.filter(isJunk)).toHaveLength(3);
  expect(items.filter(isJunk)).toEqual(
    expect.arrayContaining([null, 7, { note: 'not an item' }] as unknown[]),
  );
  expect(items.filter((item) => !isJunk(item))).toHaveLength(5);
  expect(empty.items).toEqual([]);
  expect(users.items.filter((item) => item === null)).toHaveLength(1);
});

test('lists lose the pagination of the specification', async () => {
  await using rig = await startFilled({ faults: [{ fault: 'no-pagination' }] });

  const messages = await list(rig, { ...start, limit: 2 });
  const users = await list(rig, {}, '/users');

  expect(messages.meta).toEqual({ current: { limit: 2, count: 2 }, next: expect.anything() });
  expect(users.meta).not.toHaveProperty('pagination');
});

test('rules for lists leave other answers unchanged', async () => {
  await using rig = await startFilled({
    faults: [{ fault: 'junk-items' }, { fault: 'total-zero' }, { fault: 'capped-pages', items: 1 }],
  });

  const said = await rig.call('dataImport.users', {
    body: { users: keyed([user('eve'), user('flo')]) },
  });

  expect(Object.keys(said.body.data as object)).toEqual(['eve', 'flo']);
  expect(await rig.data('users.get', { path: { uid: 'ada' } })).toMatchObject({ uid: 'ada' });
});

test('messages come in the order of their ids alone, or pages upside down, on request', async () => {
  await using rig = await startFilled();
  await importMessages(rig, message('m0', { sentAt: TODAY - 20 }));
  const muidsOf = async (by: 'id' | 'nothing', after?: string) => {
    rig.service.setFaults([{ fault: 'message-order', by }]);
    return (await list(rig, { ...start, limit: 3, ...(after && { id: after, sentAt: TODAY }) }))
      .muids;
  };

  expect(await muidsOf('id')).toEqual(['m1', 'm2', 'm3']);
  expect(await muidsOf('id', '3')).toEqual(['m4', 'm5', 'm0']);
  expect(await muidsOf('nothing')).toEqual(['m2', 'm1', 'm0']);
});
