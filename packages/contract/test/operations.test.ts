import { describe, expect, test } from 'vitest';
import { areas, itemKeyOf, type Operation, operations, undocumentedParts } from '../src/index.ts';

const table = Object.entries(operations) as [keyof typeof operations, Operation][];

test('no two operations share method and path', () => {
  const routes = table.map(
    ([, { api, method, path }]) => `${api} ${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  );

  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
});

test('no name of an operation is also the name of a group of operations', () => {
  const names = table.map(([name]) => name);

  expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
});

test('every area has an operation, or a reason why it has none', () => {
  const explained = new Set([
    ...table.map(([, { area }]) => area),
    ...undocumentedParts.map(({ area }) => area),
  ]);

  expect(areas.filter((area) => !explained.has(area))).toEqual([]);
});

/** The operations that satisfy a condition, each with its name. */
function those(holds: (operation: Operation) => boolean): typeof table {
  return table.filter(([, operation]) => holds(operation));
}

test.each(table)('%s has a path that can be filled in', (_name, { path }) => {
  expect(path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/);
});

test.each(table)('%s asks for the credentials of its API', (_name, { scope, api }) => {
  expect(scope === 'management').toBe(api === 'management');
});

test.each(those(({ method }) => method === 'GET'))('%s can be read again', (_name, operation) => {
  expect(operation).toMatchObject({ repeatable: true });
  expect(operation).not.toHaveProperty('body');
});

test.each(those(({ paging }) => paging === 'page'))(
  '%s takes pages of 1 to 1000 items',
  (_name, { query }) => {
    expect(query?.safeParse({ perPage: 1000, page: 2 }).success).toBe(true);
    expect(query?.safeParse({ perPage: 1001 }).success).toBe(false);
    expect(query?.safeParse({ perPage: 0 }).success).toBe(false);
  },
);

test.each(those(({ paging }) => paging === 'cursor'))(
  '%s continues from a cursor, with 1 to 1000 items a page',
  (_name, { query }) => {
    const place = { affix: 'append', id: '17', sentAt: 1_700_000_000 };
    expect(query?.safeParse({ limit: 1000, ...place }).success).toBe(true);
    expect(query?.safeParse({ limit: 1001, ...place }).success).toBe(false);
  },
);

test.each(those(({ query }) => query !== undefined))(
  '%s refuses a parameter that it does not know',
  (_name, { query }) => {
    const known = { uid: 'ada', fromDate: 1, toDate: 2 };
    expect(query?.safeParse({ ...known, nobodyKnows: 1 }).success).toBe(false);
  },
);

test('requests are strict: a misspelt field is refused', () => {
  const { body } = operations['users.create'];

  expect(body.safeParse({ uid: 'ada', name: 'Ada' }).success).toBe(true);
  expect(body.safeParse({ uid: 'ada', name: 'Ada', avatr: 'https://x.test/a' }).success).toBe(
    false,
  );
});

/** `a0`, `a1`, … */
function many(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}`);
}

test('at most 25 members are added in one call, over all its lists', () => {
  const { body } = operations['groups.members.add'];

  expect(body.safeParse({ admins: many(5, 'a'), participants: many(20, 'p') }).success).toBe(true);
  expect(body.safeParse({ admins: many(6, 'a'), participants: many(20, 'p') }).success).toBe(false);
});

test('a message needs a receiver with its type, or several receivers', () => {
  const { body } = operations['messages.send'];

  expect(body.safeParse({ receiver: 'ada', receiverType: 'user' }).success).toBe(true);
  expect(body.safeParse({ multipleReceivers: { uids: ['ada'] } }).success).toBe(true);
  expect(body.safeParse({ receiver: 'ada' }).success).toBe(false);
});

test('each import has the budget of imports; what creates or deletes users, or joins or leaves groups, that of core operations', () => {
  const core = those(({ budget }) => budget === 'core').map(([name]) => name);

  expect(core).toEqual([
    'users.create',
    'users.delete',
    'users.deactivate',
    'groups.create',
    'groups.members.add',
    'groups.members.remove',
  ]);
  expect(those(({ budget }) => budget === 'import').map(([name]) => name)).toEqual(
    those(({ area }) => area === 'Data Import').map(([name]) => name),
  );
});

test('the platform is in the path of each operation on a push provider', () => {
  const paths = those(({ path }) => path.startsWith('/notifications/push/v1/providers/')).map(
    ([, { method, path }]) => `${method} ${path.slice('/notifications/push/v1/providers'.length)}`,
  );

  expect(paths).toEqual([
    'GET /{platform}',
    'POST /{platform}',
    'PUT /{platform}',
    'DELETE /{platform}/{providerId}',
    'PUT /{platform}/default/{providerId}',
  ]);
});

test('threads continue from the time of the last change', () => {
  const place = { affix: 'prepend', id: '17', updatedAt: 1_700_000_000 };

  expect(operations['threads.list'].query.parse(place)).toEqual(place);
});

test('the change of a user may name the user again', () => {
  const { body } = operations['users.update'];

  expect(body.safeParse({ uid: 'ada', name: 'Ada' }).success).toBe(true);
  expect(body.safeParse({ uid: 'not an id', name: 'Ada' }).success).toBe(false);
});

test('new friends may get a conversation without a message', () => {
  const { body } = operations['users.friends.add'];

  expect(body.parse({ accepted: ['bob'], addToConversations: true })).toEqual({
    accepted: ['bob'],
    addToConversations: true,
  });
});

describe('answers are read tolerantly', () => {
  test('unknown fields are kept', () => {
    const answer = operations['users.get'].answer.parse({
      data: { uid: 'ada', shoeSize: 38 },
      meta: { took: 3 },
    });

    expect(answer).toEqual({ data: { uid: 'ada', shoeSize: 38 }, meta: { took: 3 } });
  });

  test('a field of another type than documented reads as absent', () => {
    const { data } = operations['users.get'].answer.parse({ data: { uid: 'ada', name: null } });

    expect(data.name).toBeUndefined();
  });

  test('an empty list instead of an empty object reads as an empty object', () => {
    const { data } = operations['users.get'].answer.parse({ data: { uid: 'ada', metadata: [] } });

    expect(data.metadata).toEqual({});
  });

  test('a list with numbers as keys is a list, and its meta may be an empty list', () => {
    const answer = operations['groups.list'].answer.parse({
      data: { 0: { guid: 'g1' }, 1: { guid: 'g2' } },
      meta: [],
    });

    expect(answer.data.map(({ guid }) => guid)).toEqual(['g1', 'g2']);
    expect(answer.meta).toEqual({});
  });

  test('ids and counts may be numbers or digits', () => {
    const { data } = operations['messages.get'].answer.parse({ data: { id: 402 } });
    const list = operations['conversations.list'].answer.parse({
      data: [{ conversationId: 'group_g1', unreadMessageCount: '12' }],
    });

    expect(data.id).toBe('402');
    expect(list.data[0]?.unreadMessageCount).toBe(12);
  });

  test('the push providers of a platform come inside an object', () => {
    const { answer } = operations['notifications.pushProviders.list'];

    expect(answer.parse({ data: { pushProviders: [] } }).data).toEqual([]);
    expect(answer.parse({ data: { pushProviders: [{ providerId: 'p1' }] } }).data).toEqual([
      { providerId: 'p1' },
    ]);
  });

  test.each(['parentMessageId', 'parentId', 'id'])(
    'a thread has no id of its own: it is known by %s, the message that is replied to',
    (field) => {
      const { answer } = operations['threads.list'];
      const lastReply = { id: 9, data: { text: 'yes' } };

      const { data } = answer.parse({ data: [{ [field]: 7, replyCount: '2', lastReply }] });

      expect(data).toEqual([
        expect.objectContaining({
          parentMessageId: '7',
          replyCount: 2,
          lastReply: { ...lastReply, id: '9' },
        }),
      ]);
    },
  );

  test('a thread is known by its message, and nothing else is one', () => {
    const { answer } = operations['threads.list'];

    expect(answer.parse({ data: [{ message: { id: '7' } }] }).data[0]?.parentMessageId).toBe('7');
    expect(answer.parse({ data: [{ replyCount: 2 }] })).toEqual({
      data: [],
      skipped: ['an object without parentMessageId'],
    });
  });

  test('pins, saves, quotes and receipts of a message are read', () => {
    const data = {
      id: '7',
      pinnedAt: 1_700_000_000,
      pinnedBy: 'app_system',
      savedAt: '1700000001',
      replyCount: '2',
      quotedMessageId: 6,
      myReceipt: { readAt: 1_700_000_002 },
    };

    expect(operations['messages.get'].answer.parse({ data }).data).toMatchObject({
      ...data,
      savedAt: 1_700_000_001,
      replyCount: 2,
      quotedMessageId: '6',
    });
  });

  test('a conversation of the whole app names the user whose side it is, and who pinned it', () => {
    const side = { conversationId: 'a_user_b', uid: 'a', pinnedAt: '1700000000', pinnedBy: 'a' };

    expect(operations['conversations.list'].answer.parse({ data: [side] }).data).toEqual([
      { ...side, pinnedAt: 1_700_000_000 },
    ]);
  });

  test('a page states where the pages before it and after it are', () => {
    const { meta } = operations['messages.list'].answer.parse({
      data: [],
      meta: {
        previous: { affix: 'prepend', sentAt: '1693000355', id: 355 },
        next: { affix: 'append', sentAt: '1693000355', id: '355', fromTimestamp: '1' },
      },
    });

    expect(meta?.previous).toEqual({ affix: 'prepend', sentAt: 1_693_000_355, id: '355' });
    expect(meta?.next).toMatchObject({ affix: 'append', sentAt: 1_693_000_355, id: '355' });
  });

  test('a conversation may come inside a list of one', () => {
    const { data } = operations['users.conversation.get'].answer.parse({
      data: [{ conversationId: 'a_user_b' }],
    });

    expect(data.conversationId).toBe('a_user_b');
  });

  test('a call may come with or without its envelope', () => {
    const { answer } = operations['calls.get'];

    expect(answer.parse({ sessionId: 's1' }).data.sessionId).toBe('s1');
    expect(answer.parse({ data: { sessionId: 's1' } }).data.sessionId).toBe('s1');
  });

  test('apps may come as one app instead of a list', () => {
    const answer = operations['management.apps.list'].answer.parse({ data: { id: 'app1' } });

    expect(answer.data.map(({ id }) => id)).toEqual(['app1']);
  });

  test('entries of a list that are no items are left out and named by their form', () => {
    const junk = [null, 7, [], {}, { uid: null }, { uid: ['ada'] }, { uid: '' }];
    const answer = operations['users.list'].answer.parse({ data: [...junk, { uid: 5 }, null] });

    const object = 'an object without uid';
    expect(answer).toEqual({
      data: [{ uid: '5' }],
      skipped: ['null', 'a number', 'a list', object, object, object, object, 'null'],
    });
  });

  test.each([
    ['users.list', 'uid'],
    ['messages.list', 'id'],
    ['threads.list', 'parentMessageId'],
    ['roles.permissions.list', 'id'],
    ['management.apps.list', 'id'],
    ['management.collaborators.list', undefined],
  ] as const)('the items of %s have their id in %s', (name, key) => {
    expect(itemKeyOf(operations[name].answer)).toBe(key);
  });

  test('an object without its id is refused', () => {
    expect(operations['users.get'].answer.safeParse({ data: { name: 'Ada' } }).success).toBe(false);
  });
});
