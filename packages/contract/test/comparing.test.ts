import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  comparableOf,
  type ComparedRecordFacts,
  comparedFields,
  compareRecord,
  digestOfHeld,
  digestOfPlanned,
  type Kind,
  parseJson,
  type Row,
} from '../src/index.ts';

const planned = {
  roles: {
    role: 'manager',
    name: 'Manager',
    description: 'Plans',
    metadata: { a: 1 },
    settings: { listUsers: 'all' },
  },
  users: {
    uid: 'ann',
    name: 'Ann',
    avatar: 'https://x.example/a.png',
    link: 'https://x.example/ann',
    role: 'manager',
    metadata: { city: 'Oslo', '@private': { email: 'ann@x.example' } },
    tags: ['b', 'a'],
    createdAt: 1_700_000_000,
    lastActiveAt: 1_700_000_009,
    deactivatedAt: 1_700_000_010,
  },
  groups: {
    guid: 'makers',
    name: 'Makers',
    type: 'password',
    password: 'secret',
    owner: 'ann',
    icon: 'https://x.example/m.png',
    metadata: { a: 1 },
    tags: ['t'],
    createdAt: 1_700_000_000,
  },
  members: {
    memberId: 'makers_member_bo',
    guid: 'makers',
    uid: 'bo',
    scope: 'moderator',
    joinedAt: 1_700_000_001,
  },
  messages: {
    muid: 'm1',
    sender: 'ann',
    receiver: 'makers',
    receiverType: 'group',
    category: 'message',
    type: 'file',
    data: {
      text: 'see file',
      attachments: [
        {
          url: 'https://x.example/f.pdf',
          name: 'f.pdf',
          mimeType: 'application/pdf',
          extension: 'pdf',
          size: '350',
        },
      ],
      metadata: { a: { b: [1, 2] } },
    },
    tags: ['x', 'y'],
    sentAt: 1_700_000_002,
    deliveredAt: 1_700_000_003,
    readAt: 1_700_000_004,
  },
  descriptions: { guid: 'makers', description: 'We make things' },
  deactivations: { uid: 'ann', deactivatedAt: 1_700_000_010 },
} satisfies Partial<Record<Kind, Row>>;
type Known = keyof typeof planned;
const kinds = Object.keys(planned) as Known[];

function fieldsThatDiffer(
  kind: Known | 'userUpdates',
  held: Row,
  record: Row = planned[kind as Known],
  facts: ComparedRecordFacts = {},
): string[] {
  const comparable = comparableOf(kind, record, facts);
  const { differences } = compareRecord(kind, comparable, held);
  const isSameByDigest =
    digestOfPlanned(kind, 'id', comparable) === digestOfHeld(kind, 'id', comparable.keys(), held);
  if (differences.length > 0 && isSameByDigest) throw new Error('different records share a digest');
  return differences.map(({ field }) => field);
}

describe.each(kinds)('%s', (kind) => {
  test('a record that the service holds unchanged has no difference, and the same digest', () => {
    const comparable = comparableOf(kind, planned[kind]);

    expect(compareRecord(kind, comparable, planned[kind]).differences).toEqual([]);
    expect(digestOfHeld(kind, 'id', comparable.keys(), planned[kind])).toBe(
      digestOfPlanned(kind, 'id', comparable),
    );
  });

  test.each([...comparableOf(kind, planned[kind]).keys()])(
    'reports %s, and nothing else, when only that differs',
    (name) => {
      expect(fieldsThatDiffer(kind, tampered(kind, name))).toEqual([name]);
    },
  );

  test('each row of the table has a source and is compared', () => {
    const names = Object.keys(comparedFields[kind]).filter((name) => name !== 'data.*');
    expect([...comparableOf(kind, planned[kind]).keys()]).toEqual(expect.arrayContaining(names));
    expect(Object.values(comparedFields[kind]).map(({ source }) => source)).not.toContain('');
  });
});

/** The planned record with another value in one field. */
function tampered(kind: Known, name: string): Row {
  const record: Row = structuredClone(planned[kind]);
  const { of = name, equality } = comparedFields[kind][name] ?? { equality: 'json' };
  if (name.startsWith('data.')) (record['data'] as Row)[name.slice(5)] = 'other';
  else if (equality === 'presence')
    record[of] = record[of] === undefined ? 1_700_000_099 : undefined;
  else if (equality === 'not-earlier') record[of] = (record[of] as number) - 1;
  else record[of] = equality === 'tags' ? ['other'] : 'other';
  return record;
}

/** A number with more digits than a program keeps. */
function long(lastDigit: number): unknown {
  return (parseJson(`{"id":1234567890123456${lastDigit}}`) as Row)['id'];
}

test('every field that differs is reported', () => {
  const { users } = planned;

  expect(fieldsThatDiffer('users', { ...users, name: 'Bo', avatar: 'x', tags: [] })).toEqual([
    'name',
    'avatar',
    'tags',
  ]);
});

describe('an update', () => {
  const update = { uid: 'ann', name: 'Ann', changed: ['avatar', 'metadata', 'role', 'tags'] };

  test('is compared in the fields that it empties, too', () => {
    expect(fieldsThatDiffer('userUpdates', { uid: 'ann', name: 'Ann' }, update)).toEqual([]);
    const { deactivatedAt: _, ...users } = planned.users;
    expect(fieldsThatDiffer('userUpdates', users, update)).toEqual([
      'role',
      'avatar',
      'metadata',
      'tags',
    ]);
  });

  test('is compared with the value that it has for a field', () => {
    expect(
      fieldsThatDiffer('userUpdates', { name: 'Bo' }, { name: 'Ann', changed: ['name'] }),
    ).toEqual(['name']);
  });
});

describe('equal are', () => {
  const { users, messages } = planned;

  test.each([
    ['{} and absent', { ...users, metadata: {} }, { ...users, metadata: undefined }],
    ['{} and []', { ...users, metadata: { a: {} } }, { ...users, metadata: { a: [] } }],
    ['[] and absent', { ...users, tags: [] }, { ...users, tags: undefined }],
    ['tags in any order', users, { ...users, tags: ['a', 'b'] }],
    [
      'keys in any order',
      { ...users, metadata: { a: 1, b: 2 } },
      { ...users, metadata: { b: 2, a: 1 } },
    ],
    [
      'a long number and its digits in quotes',
      { ...users, metadata: { id: long(7) } },
      { ...users, metadata: { id: '12345678901234567' } },
    ],
    ['quoted and plain numbers', users, { ...users, createdAt: '1700000000' }],
    ['no role and default', { ...users, role: undefined }, { ...users, role: 'default' }],
    ['@private that is not shown', users, { ...users, metadata: { city: 'Oslo' } }],
    ['deactivated at another time', users, { ...users, deactivatedAt: 1 }],
  ])('%s', (_, record, held) => {
    expect(fieldsThatDiffer('users', held, record)).toEqual([]);
  });

  test('the two words for a group with a password', () => {
    expect(fieldsThatDiffer('groups', { ...planned.groups, type: 'protected' })).toEqual([]);
  });

  test('later times of delivery and reading; a missing one differs', () => {
    const later = { ...messages, deliveredAt: '1700000100', readAt: 1_700_000_100 };
    expect(fieldsThatDiffer('messages', later)).toEqual([]);
    expect(fieldsThatDiffer('messages', { ...messages, readAt: undefined })).toEqual(['readAt']);
  });
});

describe('different are', () => {
  const { users } = planned;

  test.each([
    ['null and absent inside metadata', { a: null }, {}],
    ['a text with a leading zero and its number', { phone: '007' }, { phone: 7 }],
    ['lists in another order', { a: [1, 2] }, { a: [2, 1] }],
    ['lists with the same digits', { a: [1, 23] }, { a: [12, 3] }],
    ['long numbers that a program may round', { id: long(7) }, { id: long(9) }],
    ['@private and nothing', { a: 1, '@private': {} }, undefined],
    ['@private and null', { a: 1, '@private': {} }, null],
    ['@private and a text', { a: 1, '@private': {} }, 'a'],
    ['another @private', { '@private': { email: 'a' } }, { '@private': { email: 'b' } }],
    ['a key more', { a: 1 }, { a: 1, b: 2 }],
    ['an empty item more', { a: ['x'] }, { a: ['x', {}] }],
  ])('%s', (_, metadata, held) => {
    expect(fieldsThatDiffer('users', { ...users, metadata: held }, { ...users, metadata })).toEqual(
      ['metadata'],
    );
  });
});

/** The same comparison of JSON, written down another way. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plainItem);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, plain(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function plainItem(value: unknown): unknown {
  const inner = plain(value);
  return inner === undefined ? 'empty' : inner;
}

test('any two values are the same exactly when they are equal as JSON', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, '', '0', '1', '01', '1.50', 'a'),
    fc.constantFrom<unknown>([], {}, [[]], [{}], [null], { a: null }, { a: {} }, ['a', 'b']),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const metadata = fc.dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 });
  fc.assert(
    fc.property(metadata, metadata, (wanted, held) => {
      const record = { ...planned.users, metadata: wanted };
      const differ = fieldsThatDiffer('users', { ...planned.users, metadata: held }, record);
      expect(differ).toEqual(isDeepStrictEqual(plain(wanted), plain(held)) ? [] : ['metadata']);
    }),
    { numRuns: 1000 },
  );
});

describe('not compared are', () => {
  test('fields that the plan did not send', () => {
    const { uid, name } = planned.users;
    const held = { ...planned.users, deactivatedAt: undefined, role: 'default' };
    expect(fieldsThatDiffer('users', held, { uid, name })).toEqual([]);
  });

  test('password, last activity, and what the service computes', () => {
    const { password: _, ...group } = planned.groups;
    expect(fieldsThatDiffer('groups', { ...group, membersCount: 9, updatedAt: 1 })).toEqual([]);
    expect(fieldsThatDiffer('users', { ...planned.users, lastActiveAt: 1, status: 'x' })).toEqual(
      [],
    );
  });

  test('keys of data that the service adds', () => {
    const { messages } = planned;
    const held = { ...messages, data: { ...(messages['data'] as Row), entities: { sender: {} } } };
    expect(fieldsThatDiffer('messages', held)).toEqual([]);
  });

  test.each(kinds)('dates of %s that went through the chat endpoints', (kind) => {
    const dates = ['createdAt', 'joinedAt', 'sentAt', 'deliveredAt', 'readAt'];
    const held = { ...planned[kind], ...Object.fromEntries(dates.map((name) => [name, 1])) };
    expect(fieldsThatDiffer(kind, held, planned[kind], { isSentByChat: true })).toEqual([]);
  });

  test("the scope of the group's owner", () => {
    const held = { ...planned.members, scope: 'admin' };
    expect(fieldsThatDiffer('members', held)).toEqual(['scope']);
    expect(fieldsThatDiffer('members', held, planned.members, { isOwner: true })).toEqual([]);
    const late = { ...held, joinedAt: 1 };
    expect(fieldsThatDiffer('members', late, planned.members, { isOwner: true })).toEqual([
      'joinedAt',
    ]);
  });
});

describe('bans', () => {
  const banned = { ...planned.members, isBanned: true };

  test('only existence is compared', () => {
    expect(fieldsThatDiffer('members', { isBanned: true }, banned)).toEqual([]);
  });

  test('a member instead of a planned ban, and the reverse, differ only in that', () => {
    expect(fieldsThatDiffer('members', planned.members, banned)).toEqual(['isBanned']);
    expect(fieldsThatDiffer('members', { isBanned: true })).toEqual(['isBanned']);
  });

  test('a row with isBanned: false is that of a member, whose other fields are compared', () => {
    const member = { ...planned.members, isBanned: false };
    expect(fieldsThatDiffer('members', planned.members, member)).toEqual([]);
    expect(fieldsThatDiffer('members', { ...planned.members, scope: 'admin' }, member)).toEqual([
      'scope',
    ]);
    expect(fieldsThatDiffer('members', { isBanned: true }, member)).toContain('isBanned');
  });
});

test('for a deleted message only the deletion is reported', () => {
  const held = { ...planned.messages, deletedAt: 1_700_000_100, data: { entities: {} } };
  expect(fieldsThatDiffer('messages', held)).toEqual(['deleted']);
});

function differing(wanted: Row, held: Row): string[] {
  const { differences } = compareRecord('messages', comparableOf('messages', wanted), held);
  return differences.map(({ field }) => field);
}

describe('attachments', () => {
  const { messages } = planned;
  const [file] = (messages['data'] as { attachments: Row[] }).attachments;
  const withFiles = (...attachments: readonly (Row | undefined)[]): Row => ({
    ...messages,
    data: { ...(messages['data'] as Row), attachments },
  });
  const heldWith = (attachment: Row): Row => ({
    ...messages,
    data: { ...(messages['data'] as Row), attachments: [attachment] },
  });

  test('a copy at the service with the same name, type and extension is re-hosted, which is no difference', () => {
    const copy = { ...file, url: 'https://files-us.cometchat.io/1.pdf', size: 350_200 };
    const comparable = comparableOf('messages', messages);

    expect(compareRecord('messages', comparable, heldWith(copy))).toEqual({
      differences: [],
      reHosted: 1,
    });
  });

  test.each([
    ['elsewhere', { url: 'https://other.example/f.pdf' }],
    ['on a host that only ends like one of the service', { url: 'https://evilcometchat.io/f.pdf' }],
    ['with another name', { url: 'https://files-us.cometchat.io/1.pdf', name: 'g.pdf' }],
    ['with another type', { url: 'https://files-us.cometchat.io/1.pdf', mimeType: 'text/plain' }],
    ['with another extension', { url: 'https://files-us.cometchat.io/1.pdf', extension: 'txt' }],
    ['under an address that is none', { url: 'files-us.cometchat.io/1.pdf' }],
  ])('a copy %s is a difference', (_, change) => {
    expect(fieldsThatDiffer('messages', heldWith({ ...file, ...change }))).toEqual([
      'data.attachments',
    ]);
  });

  test('each attachment counts, also one after another that was re-hosted, and one that was not planned', () => {
    const copy = { ...file, url: 'https://files-us.cometchat.io/1.pdf' };
    const other = { ...file, url: 'https://files.example/2.pdf', name: 'other.pdf' };

    expect(differing(withFiles(file, other), withFiles(copy, other))).toEqual([]);
    expect(differing(withFiles(file, other), withFiles(copy, { ...other, name: 'x.pdf' }))).toEqual(
      ['data.attachments'],
    );
    expect(differing(withFiles(file), withFiles(file, other))).toEqual(['data.attachments']);
  });

  test('what differs in an attachment that was at the service from the start is a difference', () => {
    const own = { ...file, url: 'https://files-us.cometchat.io/1.pdf' };

    expect(differing(withFiles(own), withFiles({ ...own, size: 1 }))).toEqual(['data.attachments']);
  });

  test('a signature is no part of an address, and each answer has another one', () => {
    const own = { ...file, url: 'https://media-us.cometchat.io/app/media/1.pdf?v=2' };
    const signed = { ...own, url: `${own.url}&Expires=1&Signature=a&Key-Pair-Id=b` };
    const again = { ...own, url: `${own.url}&Expires=9&Signature=c&Key-Pair-Id=b` };
    const elsewhere = {
      ...own,
      url: 'https://x.example/2.pdf?Expires=1&Signature=a&Key-Pair-Id=b',
    };

    const comparable = comparableOf('messages', withFiles(own));
    expect(compareRecord('messages', comparable, withFiles(signed))).toEqual({
      differences: [],
      reHosted: 0,
    });
    expect(differing(withFiles(signed), withFiles(again))).toEqual([]);
    const s3 = 'https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Expires=9';
    const [one, other] = ['a', 'b'].map((by) =>
      withFiles({ ...own, url: `${s3}&X-Amz-Signature=${by}` }),
    );
    expect(differing(one!, other!)).toEqual([]);
    expect(differing(withFiles(own), withFiles(elsewhere))).toEqual(['data.attachments']);
  });

  test('a list with an item that is no attachment is the same only as itself', () => {
    const broken = withFiles(file, null as unknown as Row);

    expect(differing(broken, broken)).toEqual([]);
    expect(differing(withFiles(file, file), broken)).toEqual(['data.attachments']);
    expect(differing(broken, withFiles(file, file))).toEqual(['data.attachments']);
  });

  test('keys that the service adds to an attachment do not count, missing keys do', () => {
    const { size: _, ...lacking } = file!;
    expect(fieldsThatDiffer('messages', heldWith({ ...file, width: 5 }))).toEqual([]);
    expect(fieldsThatDiffer('messages', heldWith(lacking))).toEqual(['data.attachments']);
  });
});

test.each<[Kind, Row, Row, string]>([
  [
    'groups',
    { guid: 'makers', name: 'Makers', type: 'public', owner: 'ann' },
    { guid: 'makers', name: 'Makers', type: 'public', owner: 'bob' },
    'owner',
  ],
  [
    'members',
    { guid: 'makers', uid: 'bo' },
    { guid: 'makers', uid: 'bo', scope: 'admin' },
    'scope',
  ],
])('of %s planned as %j and held as %j, %s differs', (kind, wanted, held, field) => {
  const { differences } = compareRecord(kind, comparableOf(kind, wanted), held);

  expect(differences.map((difference) => difference.field)).toEqual([field]);
});

test('a name that a role was given after its id is not compared', () => {
  const unnamed = { role: 'manager', name: 'manager' };

  expect([...comparableOf('roles', unnamed).keys()]).toEqual([]);
  expect([...comparableOf('roles', { ...unnamed, name: 'Manager' }).keys()]).toEqual(['name']);
});

test.each([
  ['tags', { tags: ['a', 'b', 'b'] }],
  ['tags', { tags: ['a', 'b', 'c'] }],
  ['metadata', { metadata: { city: 'Oslo', '@private': {} } }],
  ['metadata', { metadata: { city: 'Oslo', '@private': { email: 'bo@x.example' } } }],
])('the %s of a user differ from %j', (field, change) => {
  expect(fieldsThatDiffer('users', { ...planned.users, ...change })).toEqual([field]);
});
