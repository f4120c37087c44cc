import type { Kind, RecordBlock, Row } from '@chatferry/contract';
import { type Format, type KindMapping, PlaceCounts, readRecords } from '@chatferry/parsers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, rules } from './reading.ts';

type Readings = Partial<Record<Kind, KindMapping>>;

/** Reads each kind of one document, as `plan` does. */
async function readTree(tree: unknown, mappings: Readings, format: Format = 'json') {
  const text = typeof tree === 'string' ? tree : JSON.stringify(tree, undefined, 1);
  const readings = Object.entries(mappings).map(([kind, mapping]) => ({
    kind: kind as Kind,
    mapping,
  }));
  const records: Partial<Record<Kind, Row[]>> = {};
  const rejected: string[] = [];
  const filtered: string[] = [];
  const counts = new PlaceCounts();
  for (const reading of readings) {
    const bytes = () => pieces(text);
    const input = {
      ...reading,
      file: 'export.json',
      format,
      bytes: bytes(),
      again: bytes,
      inFile: readings,
      otherRows: readings.map(({ mapping }) => mapping.rows!),
    };
    const blocks: RecordBlock[] = await Array.fromAsync(readRecords(input, rules));
    for (const { account, filtered: left } of blocks) {
      for (const [around, key, count] of account?.unread ?? []) counts.add(around, key, count);
      for (const [reason, rows] of left ?? []) filtered.push(`${rows} ${reason}`);
    }
    const result = await collect(from(blocks));
    records[reading.kind] = result.records.map(({ record }) => record);
    for (const { line, problems } of result.rejected)
      rejected.push(`${line} ${problems.map((each) => `${each.code} ${each.field ?? ''}`).join()}`);
  }
  const fields = counts.byPlace().map(({ place, count }) => `${place} ${count}`);
  return { records, rejected, filtered, fields };
}

async function* from<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const size = bytes.length > 100_000 ? 65_536 : 7;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const users: KindMapping = { rows: 'users/{uid}' };
const groups: KindMapping = { rows: 'chats/{guid}', constants: { type: 'private' } };
const members: KindMapping = {
  rows: 'chats/{guid}/members/{uid}',
  columns: { role: 'scope' },
  convert: { scope: { values: { owner: 'admin' }, default: 'participant' } },
};
const messages: KindMapping = {
  rows: 'chats/{guid}/messages/{muid}',
  columns: { guid: 'receiver', by: 'sender', at: 'sentAt' },
  constants: { receiverType: 'group' },
};

const plain = {
  users: { ua: { name: 'Ann' }, ub: { name: 'Bo' } },
  chats: {
    c1: {
      name: 'Team',
      members: { ua: { role: 'owner' }, ub: true, uc: false },
      messages: {
        m1: { by: 'ua', text: 'Hi', at: '2024-03-01T10:00:00Z' },
        m2: { by: 'ub', text: 'Yo', at: '2024-03-01T10:00:01Z' },
      },
    },
  },
};

const expected = {
  users: [
    { uid: 'ua', name: 'Ann' },
    { uid: 'ub', name: 'Bo' },
  ],
  groups: [{ guid: 'c1', name: 'Team', type: 'private' }],
  members: [
    { guid: 'c1', uid: 'ua', scope: 'admin', memberId: 'c1_member_ua' },
    { guid: 'c1', uid: 'ub', scope: 'participant', memberId: 'c1_member_ub' },
  ],
  messages: [message('m1', 'ua', 'Hi', 1_709_287_200), message('m2', 'ub', 'Yo', 1_709_287_201)],
};

function message(muid: string, sender: string, text: string, sentAt: number): Row {
  return {
    muid,
    sender,
    receiver: 'c1',
    receiverType: 'group',
    category: 'message',
    type: 'text',
    data: { text },
    sentAt,
  };
}

const time = (second: number) => ({ _seconds: 1_709_287_200 + second, _nanoseconds: 5_000_000 });
const stamp = (second: number) => ({ __datatype__: 'timestamp', value: time(second) });

/** Each document has the collections inside of it, mostly none. */
const firestoreExport = {
  __collections__: {
    users: {
      ua: { name: 'Ann', __collections__: {} },
      ub: { name: 'Bo', __collections__: {} },
    },
    chats: {
      c1: {
        name: 'Team',
        __collections__: {
          members: { ua: { role: 'owner', __collections__: {} }, ub: { __collections__: {} } },
          messages: {
            m1: { by: 'ua', text: 'Hi', at: stamp(0), __collections__: {} },
            m2: { by: 'ub', text: 'Yo', at: stamp(1), __collections__: {} },
          },
        },
      },
    },
  },
};

/** Collections inside of a document are under their whole path. */
const backup = {
  users: plain.users,
  chats: {
    c1: {
      name: 'Team',
      subCollection: {
        'chats/c1/members': { ua: { role: 'owner' }, ub: {} },
        'chats/c1/messages': {
          m1: { by: 'ua', text: 'Hi', at: time(0) },
          m2: { by: 'ub', text: 'Yo', at: time(1) },
        },
      },
    },
  },
};

function rest(path: string, fields: object, others: object = {}): object {
  return {
    name: `projects/p/databases/(default)/documents/${path}`,
    fields,
    createTime: '2024-03-01T09:00:00.123456Z',
    ...others,
  };
}

const restDocuments = [
  rest('users/ua', { name: { stringValue: 'Ann' } }),
  rest('users/ub', { name: { stringValue: 'Bo' } }),
  rest('chats/c1', { name: { stringValue: 'Team' } }),
  rest('chats/c1/members/ua', { role: { stringValue: 'owner' } }),
  rest('chats/c1/members/ub', {}),
  rest('chats/c1/messages/m1', restMessage('ua', 'Hi', '2024-03-01T10:00:00.123456Z')),
  rest('chats/c1/messages/m2', restMessage('ub', 'Yo', '2024-03-01T10:00:01Z')),
];

function restMessage(by: string, text: string, at: string): object {
  return { by: { stringValue: by }, text: { stringValue: text }, at: { timestampValue: at } };
}

const kinds = { users, groups, members, messages };

describe('the four layouts have the same records', () => {
  test.each([
    ['of a plain tree', plain],
    ['of node-firestore-import-export', firestoreExport],
    ['of firestore-export-import', backup],
    ['of a page of the REST interface', { documents: restDocuments }],
    ['of an answer to runQuery', restDocuments.map((document) => ({ document, readTime: 'x' }))],
    [
      'of several pages',
      [
        { documents: restDocuments.slice(0, 4), nextPageToken: '' },
        { documents: restDocuments.slice(4) },
      ],
    ],
  ])('%s', async (_, tree) => {
    const { records, rejected, filtered, fields } = await readTree(tree, kinds);

    expect(records).toEqual(expected);
    expect({ rejected, fields }).toEqual({ rejected: [], fields: [] });
    expect(filtered).toEqual(tree === plain ? ['1 the value under the user is false'] : []);
  });
});

test.each([
  [
    'of a plain tree',
    { chats: { c1: { boss: { __ref__: 'users/ua' }, messages: { m1: { text: 'Hi' } } } } },
  ],
  [
    'of node-firestore-import-export',
    {
      __collections__: {
        chats: {
          c1: {
            __collections__: { messages: { m1: { text: 'Hi' } } },
            boss: { __ref__: 'users/ua' },
          },
        },
      },
    },
  ],
  [
    'of firestore-export-import',
    {
      chats: {
        c1: {
          boss: { __ref__: 'users/ua' },
          subCollection: { 'chats/c1/messages': { m1: { text: 'Hi' } } },
        },
      },
    },
  ],
])('^. leads to the document around a row: %s', async (_, tree) => {
  const { records } = await readTree(tree, {
    messages: {
      ...messages,
      columns: { guid: 'receiver', '^.boss.id': 'sender' },
      constants: { receiverType: 'group', sentAt: 1_700_000_000 },
    },
  });

  expect(records.messages?.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    ['ua', 'c1'],
  ]);
});

test('messages of a chat that has no document are read', async () => {
  const noChats = restDocuments.filter(
    (document) => !/\/chats\/[^/]+$/.test((document as { name: string }).name),
  );
  expect(noChats.length).toBeLessThan(restDocuments.length);

  const { records } = await readTree({ documents: noChats }, { messages });

  expect(records.messages).toEqual(expected.messages);
});

test('lines may be pages of the REST interface', async () => {
  const lines = restDocuments.map((each) => JSON.stringify({ documents: [each] })).join('\n');

  const { records, rejected } = await readTree(lines, kinds, 'ndjson');

  expect({ records, rejected }).toEqual({ records: expected, rejected: [] });
});

describe('the REST interface of Firestore', () => {
  test('has lists, maps, numbers and null in types of their own', async () => {
    const fields = {
      name: { stringValue: 'Ann' },
      long: { integerValue: '9007199254740993' },
      whole: { integerValue: '7' },
      half: { doubleValue: 0.5 },
      none: { doubleValue: 'NaN' },
      empty: { nullValue: null },
      yes: { booleanValue: true },
      list: { arrayValue: { values: [{ stringValue: 'a' }, { mapValue: {} }] } },
      noList: { arrayValue: {} },
      map: { mapValue: { fields: { at: { geoPointValue: { latitude: 1 } } } } },
      boss: { referenceValue: 'projects/p/databases/(default)/documents/users/ub' },
    };
    const names = Object.keys(fields).filter((name) => name !== 'name');
    const columns = Object.fromEntries(names.map((name) => [name, `metadata.${name}`]));

    const { records, rejected } = await readTree(
      { documents: [rest('users/ua', fields)] },
      { users: { ...users, columns: { ...columns, $createTime: 'createdAt' } } },
    );

    expect(rejected).toEqual([]);
    expect(records.users).toEqual([
      {
        uid: 'ua',
        name: 'Ann',
        createdAt: 1_709_283_600,
        metadata: {
          long: 9_007_199_254_740_992,
          whole: 7,
          half: 0.5,
          yes: true,
          list: ['a', {}],
          map: { at: { latitude: 1, longitude: 0 } },
          boss: { id: 'ub', path: 'users/ub' },
        },
      },
    ]);
  });

  test('has documents that nothing reads, and a page that is missing', async () => {
    const tree = {
      documents: [...restDocuments, rest('users/ua/tokens/t1', {})],
      nextPageToken: 'x',
    };

    const { records, rejected, fields } = await readTree(tree, kinds);

    expect(records).toEqual(expected);
    expect(rejected).toEqual([expect.stringMatching(/^\d+ not-read users\.\*\.tokens\.\*$/)]);
    expect(fields).toEqual(['nextPageToken 1']);
  });

  test('names the line on which a document begins', async () => {
    const text = JSON.stringify({ documents: restDocuments }, undefined, 1);
    const line = text.split('\n').findIndex((each) => each.includes('chats/c1"')) + 1;

    const { rejected } = await readTree(text, { ...kinds, groups: { rows: 'chats/{guid}' } });

    expect(rejected).toEqual([`${line - 1} missing-field type`]);
  });
});

describe('what no pattern reaches', () => {
  test('is rejected, document by document, in collections beside and inside of those that are read', async () => {
    const tree = JSON.parse(
      JSON.stringify(firestoreExport)
        .replace('"users":', '"presence":{"ua":{"on":true}},$&')
        .replace('"members":', '"typing":{"ub":{"at":1,"__collections__":{"seen":{"x":{}}}}},$&'),
    ) as unknown;

    const { records, rejected } = await readTree(tree, kinds);

    expect(records).toEqual(expected);
    expect(rejected.map((each) => each.replace(/^\d+ /, '')).toSorted()).toEqual([
      'not-read chats.*.typing.*',
      'not-read chats.*.typing.*.seen.*',
      'not-read presence.*',
    ]);
  });

  test('is a document under an id that Firebase made, also where it is the only one', async () => {
    const text = { text: 'Hi' };
    const tree = {
      ...plain,
      archive: {
        '-NrtS9wQ0pAAAAAAAAAA': { '-NrtSCKvAAAAAAAAAAAA': text },
        '-NrtS9wQ1tBBBBBBBBBB': {
          '-NrtSCekBBBBBBBBBBBB': text,
          '-NrtSCnFCCCCCCCCCCCC': { on: true },
        },
      },
      devices: { k7Hq2xKcVb1Zr9TnLw0s: { token: 't' } },
    };

    const { rejected, fields } = await readTree(tree, kinds);

    expect(rejected.map((each) => each.replace(/^\d+ /, ''))).toEqual([
      'not-read archive.*.*',
      'not-read archive.*.*',
      'not-read archive.*.*',
      'not-read devices.*',
    ]);
    expect(fields).toEqual([]);
  });

  test('is no part of the row that it is inside of, however large it is', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => [
      `n${n}`,
      { text: 'x'.repeat(80), __collections__: {} },
    ]);
    const tree = {
      __collections__: {
        users: {
          ua: { name: 'Ann', __collections__: { notes: Object.fromEntries(many) as Row } },
          ub: { name: 'Bo', __collections__: {} },
        },
      },
    };

    const all = await readTree(JSON.stringify(tree), { users });
    const ignored = await readTree(JSON.stringify(tree), {
      users: { ...users, ignore: ['users.*.notes'] },
    });

    expect(all.records.users).toEqual(expected.users);
    expect(all.rejected).toHaveLength(20_000);
    expect(new Set(all.rejected)).toEqual(new Set(['1 not-read users.*.notes.*']));
    expect(ignored.records.users).toEqual(expected.users);
    expect(ignored.rejected).toEqual([]);
  });

  test.each([
    [
      'users.*.subCollection',
      { users: { ua: { name: 'Ann', subCollection: { a: { b: { c: 1 } } } } } },
    ],
    ['subCollection', { users: { ua: { name: 'Ann' } }, subCollection: { a: { b: { c: 1 } } } }],
  ])('is named also where a key of a tool is the name of a field: %s', async (place, tree) => {
    const read = await readTree(tree, { users });
    const ignored = await readTree(tree, { users: { ...users, ignore: [place] } });
    const inside = await readTree(tree, { users: { ...users, ignore: [`${place}.a.*`] } });

    expect(read.rejected).toEqual([expect.stringContaining(`not-read ${place}.a.*`)]);
    for (const { records, rejected } of [read, ignored, inside])
      expect([records.users!.length, rejected.length]).toEqual([
        1,
        Number(rejected === read.rejected),
      ]);
  });

  test('is not rejected where it is ignored', async () => {
    const tree = {
      ...backup,
      chats: {
        c1: {
          ...backup.chats.c1,
          subCollection: {
            ...backup.chats.c1.subCollection,
            'chats/c1/typing': { ub: { at: 1 } },
          },
        },
      },
    };

    const read = await readTree(tree, kinds);
    const ignored = await readTree(tree, {
      ...kinds,
      groups: { ...groups, ignore: ['chats.*.typing'] },
    });

    expect(read.rejected).toEqual([expect.stringContaining('not-read chats.*.typing.*')]);
    expect(ignored.rejected).toEqual([]);
    expect(ignored.records).toEqual(expected);
  });

  test('counts a field that a key of the path hides, and a value under a key that says more than true', async () => {
    const tree = {
      users: { ua: { name: 'Ann', uid: 'ua' }, ub: { name: 'Bo', uid: 'other' } },
      chats: { c1: { name: 'Team', members: { ua: true, ub: 1_700_000_000 } } },
    };

    const { records, fields } = await readTree(tree, { users, groups, members });

    expect(records.users).toEqual(expected.users);
    expect(fields).toEqual(['chats.*.members.* 1', 'users.*.uid 1']);
  });
});

test('a list that the database made of keys 0 to n is a map of these, and null is no row', async () => {
  const tree = { users: [null, { name: 'Ann' }, null, { name: 'Bo' }], chats: [{ name: 'Team' }] };

  const { records, rejected } = await readTree(tree, { users, groups });

  expect(records.users).toEqual([
    { uid: '1', name: 'Ann' },
    { uid: '3', name: 'Bo' },
  ]);
  expect(records.groups).toEqual([{ guid: '0', name: 'Team', type: 'private' }]);
  expect(rejected).toEqual([]);
});

describe('values of Firestore', () => {
  const values: KindMapping = {
    ...users,
    columns: { at: 'createdAt', boss: 'metadata.boss', place: 'metadata.place', 'boss.id': 'role' },
  };

  test.each([
    [{ _seconds: 1_709_287_200, _nanoseconds: 0 }],
    [{ seconds: 1_709_287_200, nanoseconds: 120_000_000 }],
    [{ type: 'firestore/timestamp/1.0', seconds: 1_709_287_200, nanoseconds: 1 }],
    [{ __time__: '2024-03-01T10:00:00.000Z' }],
    [{ __datatype__: 'timestamp', value: '2024-03-01T10:00:00.000Z' }],
    [{ __datatype__: 'Timestamp', value: { _seconds: 1_709_287_200, nanoseconds: 0 } }],
    [{ __datatype__: 'timestamp', value: { _seconds: 1_709_287_200, _nanoseconds: 0 } }],
  ])('%j is a time', async (at) => {
    const { records } = await readTree({ users: { ua: { name: 'Ann', at } } }, { users: values });

    expect(records.users).toEqual([{ uid: 'ua', name: 'Ann', createdAt: 1_709_287_200 }]);
  });

  test.each([
    [{ __datatype__: 'documentReference', value: 'users/ub' }],
    [{ __ref__: 'users/ub' }],
    [{ _firestore: { projectId: 'p' }, _path: { segments: ['users', 'ub'] }, _converter: {} }],
  ])('%j is a reference', async (boss) => {
    const { records } = await readTree({ users: { ua: { name: 'Ann', boss } } }, { users: values });

    const reference = { id: 'ub', path: 'users/ub' };
    expect(records.users).toEqual([
      { uid: 'ua', name: 'Ann', metadata: { boss: reference }, role: 'ub' },
    ]);
  });

  test.each([
    [{ __datatype__: 'geopoint', value: { _latitude: 1.5, _longitude: 2 } }],
    [{ _latitude: 1.5, _longitude: 2 }],
    [{ __lat__: 1.5, __lon__: 2 }],
  ])('%j is a place', async (place) => {
    const { records } = await readTree(
      { users: { ua: { name: 'Ann', place } } },
      { users: values },
    );

    expect(records.users?.[0]?.['metadata']).toEqual({ place: { latitude: 1.5, longitude: 2 } });
  });

  test('a time that the server never filled in is empty, and other objects stay as they are', async () => {
    const tree = {
      users: { ua: { name: 'Ann', at: { '.sv': 'timestamp' }, place: { _seconds: 1 } } },
    };

    const { records } = await readTree(tree, { users: values });

    expect(records.users).toEqual([
      { uid: 'ua', name: 'Ann', metadata: { place: { _seconds: 1 } } },
    ]);
  });

  test('a time under the key of a member is the value of the row', async () => {
    const tree = {
      chats: { c1: { members: { ua: { _seconds: 1_709_287_200, _nanoseconds: 0 } } } },
    };

    const { records } = await readTree(tree, {
      members: { rows: 'chats/{guid}/members/{uid}', columns: { '.': 'joinedAt' } },
    });

    expect(records.members).toEqual([
      { guid: 'c1', uid: 'ua', joinedAt: 1_709_287_200, memberId: 'c1_member_ua' },
    ]);
  });
});

test('a push id has the time of a message without one, to the millisecond', async () => {
  const tree = {
    messages: {
      g1: {
        '-NrtSCKvAAAAAAAAAAAA': { by: 'ua', text: 'Hi', at: 1_709_287_200_999 },
        '-NrtSCnFCCCCCCCCCCCC': { by: 'ub', text: 'Yo' },
        m3: { by: 'ub', text: 'Never' },
      },
    },
  };

  const { records, rejected } = await readTree(tree, {
    messages: {
      ...messages,
      rows: 'messages/{guid}/{id}',
      convert: { muid: { template: 'fb-{guid}-{id}' }, sentAt: { pushTime: 'id' } },
      times: { sentAt: 'milliseconds' },
    },
  });

  expect(records.messages?.map(({ muid, sentAt }) => `${String(muid)} ${String(sentAt)}`)).toEqual([
    'fb-g1--NrtSCKvAAAAAAAAAAAA 1709287200',
    'fb-g1--NrtSCnFCCCCCCCCCCCC 1709287202',
  ]);
  expect(rejected).toEqual([expect.stringContaining('missing-field sentAt')]);
});

test('a list that a tool wrote as an object has the same rows as the list', async () => {
  const people: KindMapping = { rows: 'chats/{guid}/people/{n}', columns: { '.': 'uid' } };

  const asList = await readTree({ chats: { c1: { people: ['ua', 'ub'] } } }, { members: people });
  const asMap = await readTree(
    { chats: { c1: { people: { 0: 'ua', 1: 'ub' } } } },
    { members: people },
  );

  expect(asMap).toEqual(asList);
  expect(asList.records.members).toEqual([
    { guid: 'c1', uid: 'ua', memberId: 'c1_member_ua' },
    { guid: 'c1', uid: 'ub', memberId: 'c1_member_ub' },
  ]);
});

test('a message that each of two users has in a tree of its own is the same message', async () => {
  const sent = { by: 'ua', text: 'Hi', at: 1_709_287_200 };
  const tree = {
    'user-messages': { ua: { ub: { k1: sent } }, ub: { ua: { k1: sent } } },
  };

  const { records, rejected } = await readTree(tree, {
    messages: {
      rows: 'user-messages/{owner}/{other}/{muid}',
      columns: { by: 'sender', at: 'sentAt' },
      constants: { receiverType: 'user' },
      convert: { receiver: { other: ['owner', 'other'], than: 'by' } },
    },
  });

  const [one, other] = records.messages!;
  expect(rejected).toEqual([]);
  expect(other).toEqual(one);
  expect(one).toMatchObject({ muid: 'k1', sender: 'ua', receiver: 'ub' });
});

interface AnyDocument {
  readonly fields: Row;
  readonly inside: AnyCollections;
}
type AnyCollections = Readonly<Record<string, Readonly<Record<string, AnyDocument>>>>;

const anyFields = fc.dictionary(
  fc.constantFrom('name', 'on', 'tags'),
  fc.oneof(fc.constantFrom('x', 1, true, null), fc.constant([1, { a: 'b' }])),
);

function anyCollections(levels: number): fc.Arbitrary<AnyCollections> {
  const document = fc.record({
    fields: anyFields,
    inside: levels === 0 ? fc.constant({}) : anyCollections(levels - 1),
  });
  const documents = fc.dictionary(fc.constantFrom('d1', 'd2', '-x'), document, { maxKeys: 3 });
  return fc.dictionary(fc.constantFrom('users', 'notes', 'log'), documents, { maxKeys: 2 });
}

function withCollections({ fields, inside }: AnyDocument): object {
  const collections = Object.entries(inside).map(([name, documents]) => [
    name,
    mapped(documents, withCollections),
  ]);
  return { ...fields, __collections__: Object.fromEntries(collections) as object };
}

function withPaths({ fields, inside }: AnyDocument, path: string): object {
  const collections = Object.entries(inside).map(([name, documents]) => [
    `${path}/${name}`,
    mapped(documents, (each, id) => withPaths(each, `${path}/${name}/${id}`)),
  ]);
  if (collections.length === 0) return fields;
  return { ...fields, subCollection: Object.fromEntries(collections) as object };
}

function mapped<T>(
  documents: Readonly<Record<string, T>>,
  change: (each: T, id: string) => object,
): object {
  return Object.fromEntries(Object.entries(documents).map(([id, each]) => [id, change(each, id)]));
}

function restIn(collections: AnyCollections, around: string): object[] {
  return Object.entries(collections).flatMap(([name, documents]) =>
    Object.entries(documents).flatMap(([id, { inside }]) => {
      const path = `${around}${name}/${id}`;
      return [rest(path, { on: { booleanValue: true } }), ...restIn(inside, `${path}/`)];
    }),
  );
}

/** How many documents there are, and how many at the places that the readings of the test read. */
function countIn(collections: AnyCollections, around = ''): Record<'all' | 'read', number> {
  const read = ['users', 'users.notes'];
  const sum = { all: 0, read: 0 };
  for (const [name, documents] of Object.entries(collections))
    for (const { inside } of Object.values(documents)) {
      const within = countIn(inside, `${around}${name}.`);
      sum.all += 1 + within.all;
      sum.read += (read.includes(around + name) ? 1 : 0) + within.read;
    }
  return sum;
}

test('each document of any tree is a row of a reading, or is rejected as not read, in each layout of Firestore', async () => {
  const readings = {
    users: { rows: 'users/{uid}', ignore: ['on', 'tags'], convert: { name: { default: 'x' } } },
    messages: { rows: 'users/{guid}/notes/{muid}', ignore: ['on', 'tags', 'name'] },
  };
  await fc.assert(
    fc.asyncProperty(anyCollections(2), fc.integer({ min: 0, max: 2 }), async (tree, layout) => {
      const first = { fields: {}, inside: { notes: { d0: emptyDocument } } };
      // The outermost collections of a backup have no sign: objects that are alike count as documents there.
      const others = layout === 1 ? {} : tree;
      const whole: AnyCollections = { ...others, users: { ...tree['users'], d0: first } };
      const content = [
        withCollections({ fields: {}, inside: whole }),
        Object.fromEntries(
          Object.entries(whole).map(([name, documents]) => [
            name,
            mapped(documents, (each, id) => withPaths(each, `${name}/${id}`)),
          ]),
        ),
        { documents: restIn(whole, '') },
      ][layout];

      const { records, rejected } = await readTree(content, readings);

      const notRead = rejected.filter((each) => each.includes('not-read')).length;
      const rows = records.users!.length + records.messages!.length + rejected.length - notRead;
      expect({ rows, notRead }).toEqual({
        rows: countIn(whole).read,
        notRead: countIn(whole).all - countIn(whole).read,
      });
    }),
    { numRuns: 60 },
  );
});

const emptyDocument: AnyDocument = { fields: {}, inside: {} };
