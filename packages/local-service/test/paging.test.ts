import { expect, test } from 'vitest';
import { keyed, message, importSample, importMessages, user } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

test('numbered pages contain their position', async () => {
  await using rig = await startRig();
  const users = Array.from({ length: 25 }, (_, index) => user(`u${index}`));
  await rig.data('dataImport.users', { body: { users: keyed(users) } });

  const last = await rig.call('users.list', { query: { perPage: 10, page: 3 } });
  const afterLast = await rig.call('users.list', { query: { perPage: 10, page: 4 } });

  expect(last.body.data).toHaveLength(5);
  expect(last.body.meta.pagination).toEqual({
    total: 25,
    count: 5,
    per_page: 10,
    current_page: 3,
    total_pages: 3,
  });
  expect(last.body.meta.cursor).toEqual({ updatedAt: TODAY - 1000, affix: 'prepend' });
  expect(afterLast.body).toMatchObject({ data: [], meta: { pagination: { count: 0, total: 25 } } });
});

test.each(['append', 'prepend'])(
  'cursor pages by %s contain each message once, in order',
  async (affix) => {
    await using rig = await startRig();
    await importSample(rig);
    // Two in each second, and imported in another order than they were sent.
    const sent = Array.from({ length: 40 }, (_, index) =>
      message(`m${index}`, { sentAt: TODAY - 500 + (index >> 1) }),
    );
    await importMessages(rig, ...sent.toReversed());

    const pages: string[][] = [];
    let query: Record<string, string | number> = { limit: 7, affix };
    for (;;) {
      const { body } = await rig.call('messages.list', { query });
      expect(body.meta.current).toEqual({ limit: 7, count: body.data.length });
      if (body.data.length === 0) break;
      pages.push(body.data.map(({ muid }: { muid: string }) => muid));
      query = { limit: 7, ...body.meta.next };
    }

    const listed = affix === 'append' ? pages.flat() : pages.toReversed().flat();
    const seconds = listed.map((muid) => Number(muid.slice(1)) >> 1);
    expect(new Set(listed).size).toBe(40);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  },
);

test('a page of messages can start at a message or at a time', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const ids = await importMessages(
    rig,
    message('c', { sentAt: TODAY - 1 }),
    message('b', { sentAt: TODAY - 2 }),
    message('a', { sentAt: TODAY - 3 }),
  );
  const muids = async (query: Record<string, string | number | undefined>) =>
    (await rig.data('messages.list', { query })).map(({ muid }: { muid: string }) => muid);

  expect(await muids({ id: ids[1] })).toEqual(['c']);
  expect(await muids({ id: ids[1], affix: 'prepend' })).toEqual(['a']);
  expect(await muids({ sentAt: TODAY - 3 })).toEqual(['b', 'c']);
  expect(await muids({ sentAt: TODAY - 1, affix: 'prepend' })).toEqual(['a', 'b']);
  expect(await muids({ id: '999' })).toEqual([]);
});

test('with count and unread, unread messages are counted for each user and group', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const toTea = { receiverType: 'group', receiver: 'tea' };
  await importMessages(
    rig,
    message('m1'),
    message('m2', { sender: 'bob', receiver: 'ada' }),
    message('m3', { sender: 'cy', receiver: 'ada', readAt: TODAY - 400 }),
    message('m4', { sender: 'bob', ...toTea }),
    message('m5', { sender: 'bob', receiver: 'ada' }),
  );
  const counts = async (query: object, path = { uid: 'ada' }) =>
    rig.data('users.messages.list', { path, query: { count: true, ...query } });

  expect(await counts({ unread: true })).toEqual([
    { entityType: 'group', entityId: 'tea', count: 1 },
    { entityType: 'user', entityId: 'bob', count: 2 },
  ]);
  // As recorded: `count` alone has no effect.
  expect((await counts({})).map(({ muid }: { muid: string }) => muid)).toEqual([
    'm1',
    'm2',
    'm3',
    'm4',
    'm5',
  ]);
  expect(
    await rig.data('groups.messages.list', {
      path: { guid: 'tea' },
      query: { count: true, unread: true },
      as: 'ada',
    }),
  ).toEqual([{ entityType: 'group', entityId: 'tea', count: 1 }]);
});
