import { type Operation, operations } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import type { ListName } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json, type Reply } from './support/scripted-server.ts';

type Json = Record<string, unknown>;

const ids = ['uid', 'guid', 'id', 'conversationId', 'authToken', 'apiKey', 'role', 'sessionId'];

/** Five objects that have all fields that any list uses as an id. */
const items = [1, 2, 3, 4, 5].map((number) => ({
  number,
  ...Object.fromEntries([...ids, 'tid', 'key'].map((name) => [name, `${name}-${number}`])),
  id: String(number),
}));

/** The service's page size is smaller than requested: two objects, so that there are three pages. */
const PAGE_SIZE = 2;

interface Slice {
  readonly data: readonly Json[];
  readonly start: number;
  readonly affix: string;
}

const pagination = ({ data, start }: Slice): Json => ({
  total: items.length,
  count: data.length,
  per_page: PAGE_SIZE,
  current_page: start / PAGE_SIZE + 1,
  total_pages: 3,
});

const place = ({ data, affix }: Slice): Json => ({ affix, id: data.at(-1)?.['id'] });

const current = ({ data }: Slice): Json => ({ limit: PAGE_SIZE, count: data.length });

/** Every documented envelope of numbered pages. */
const numbered: Record<string, (slice: Slice) => Json> = {
  'the specification': (slice) => ({ data: slice.data, meta: { pagination: pagination(slice) } }),
  'a cursor beside meta': (slice) => ({
    data: slice.data,
    meta: { pagination: pagination(slice) },
    cursor: { updatedAt: 1_638_354_799, affix: 'prepend' },
  }),
  'a cursor inside meta': (slice) => ({
    data: slice.data,
    meta: {
      pagination: pagination(slice),
      cursor: { updatedAt: 1_638_354_799, affix: 'prepend' },
    },
  }),
  'a total of 0': (slice) => ({
    data: slice.data,
    meta: { pagination: { ...pagination(slice), total: 0, total_pages: 1 } },
  }),
  'no per_page': (slice) => {
    const { per_page: _, ...rest } = pagination(slice);
    return { data: slice.data, meta: { pagination: rest } };
  },
  'numbers as keys': (slice) => ({
    data: Object.fromEntries(slice.data.entries()),
    meta: { pagination: pagination(slice) },
  }),
};

/** Every documented envelope of cursor lists. */
const fromPlace: Record<string, (slice: Slice) => Json> = {
  'current and next': (slice) => ({
    data: slice.data,
    meta: { current: current(slice), next: { ...place(slice), sentAt: 1_638_423_490 } },
  }),
  'next with a time of change': (slice) => ({
    data: slice.data,
    meta: { current: current(slice), next: { updatedAt: 1_638_423_490, ...place(slice) } },
  }),
  'next without a time': (slice) => ({
    data: slice.data,
    meta: { current: current(slice), next: place(slice) },
  }),
  'pagination and a cursor': (slice) => ({
    data: slice.data,
    meta: {
      pagination: { ...pagination(slice), total: 0, total_pages: 1 },
      cursor: { id: Number(place(slice)['id']), affix: slice.affix },
    },
  }),
  'pagination beside current and next': (slice) => ({
    data: slice.data,
    meta: { pagination: pagination(slice), current: current(slice), next: place(slice) },
  }),
};

/** A service that sends the requested page in this envelope. */
function paged(envelope: (slice: Slice) => Json): Reply {
  return (response, request) => {
    const query = new URL(request.url, 'http://service').searchParams;
    const page = Number(query.get('page') ?? 1);
    const start = query.has('id') ? Number(query.get('id')) : (page - 1) * PAGE_SIZE;
    const slice = {
      data: items.slice(start, start + PAGE_SIZE),
      start,
      affix: query.get('affix') ?? 'append',
    };
    json(200, envelope(slice))(response, request);
  };
}

/** The values for the paths of lists. */
const path = {
  uid: 'u',
  guid: 'g',
  id: '1',
  role: 'r',
  scope: 'admin',
  reaction: 'x',
  ruleId: 'r',
};
const managed = { appId: 'a', webhookId: 'w', sessionId: 's', platform: 'fcm' };

const lists = Object.entries<Operation>(operations).filter(
  ([, { paging }]) => paging !== undefined,
);

describe.each(lists)('%s', (name, { paging }) => {
  test.each(Object.entries(paging === 'page' ? numbered : fromPlace))(
    'is read over three pages, with the envelope of %s',
    async (_envelope, envelope) => {
      await using rig = await startRig([paged(envelope)]);

      const request = { path: { ...path, ...managed } } as never;
      const found = await Array.fromAsync(rig.client.list(name as ListName, request));

      expect(found.map((item) => (item as Json)['number'])).toEqual([1, 2, 3, 4, 5]);
      // The fourth page is empty.
      expect(rig.server.seen).toHaveLength(4);
    },
  );
});
