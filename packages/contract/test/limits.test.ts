import {
  codesByClass,
  comparableOf,
  comparedFields,
  compareRecord,
  fields,
  judge,
  type Kind,
  kinds,
  kindsInOrder,
  limits,
  type Row,
} from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

const now = 1_767_225_600;

const rows: Readonly<Partial<Record<Kind, Row>>> = {
  roles: { role: 'keeper' },
  descriptions: { guid: 'chess', description: 'x' },
  replies: {
    muid: 'm2',
    parentMuid: 'm1',
    sender: 'ada',
    receiver: 'bob',
    receiverType: 'user',
    category: 'message',
    type: 'text',
    data: { text: 'x' },
    sentAt: now - 9,
  },
  reactions: { muid: 'm1', uid: 'ada', reaction: '👍' },
  friends: { uid: 'ada', friend: 'bob' },
  blocks: { uid: 'ada', blocked: 'bob' },
  users: { uid: 'ada', name: 'Ada' },
  groups: { guid: 'chess', name: 'Chess', type: 'password', password: 'x' },
  members: { guid: 'chess', uid: 'ada' },
  messages: {
    muid: 'm1',
    sender: 'ada',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: now - 9,
    data: { text: 'x' },
  },
  deactivations: { uid: 'ada', deactivatedAt: now - 9 },
};

/** The problems of a row with these changes, as `code field`. */
function problemsWith(kind: Kind, changes: Row): string[] {
  const judged = judge(kind, { ...structuredClone(rows[kind]), ...changes }, { now });
  return judged.ok ? [] : judged.problems.map(({ code, field }) => `${code} ${field}`);
}

const text = (length: number): string => 'x'.repeat(length);
const url = (length: number): string => `https://x.org/${text(length - 14)}`;
const listOf = (length: number): string[] => Array.from({ length }, () => 't');
const json = (bytes: number): Row => ({ text: text(bytes - '{"text":""}'.length) });

test.each<[Kind, string, (size: number) => unknown, number, string]>([
  ['users', 'uid', text, 100, 'too-long'],
  ['users', 'name', text, 100, 'too-long'],
  ['users', 'avatar', url, 3000, 'too-long'],
  ['users', 'link', url, 3000, 'too-long'],
  ['users', 'role', text, 100, 'too-long'],
  ['users', 'tags', listOf, 25, 'too-many'],
  ['users', 'metadata', json, 5120, 'metadata-too-large'],
  ['roles', 'role', text, 100, 'too-long'],
  ['roles', 'name', text, 100, 'too-long'],
  ['roles', 'description', text, 255, 'too-long'],
  ['descriptions', 'description', text, 255, 'too-long'],
  ['groups', 'description', text, 255, 'too-long'],
  ['groups', 'guid', text, 100, 'too-long'],
  ['groups', 'name', text, 100, 'too-long'],
  ['groups', 'password', text, 100, 'too-long'],
  ['groups', 'icon', url, 3000, 'too-long'],
  ['groups', 'owner', text, 100, 'too-long'],
  ['groups', 'tags', listOf, 25, 'too-many'],
  ['groups', 'metadata', json, 5120, 'metadata-too-large'],
  ['members', 'guid', text, 100, 'too-long'],
  ['members', 'uid', text, 100, 'too-long'],
  ['messages', 'sender', text, 100, 'too-long'],
  ['messages', 'receiver', text, 100, 'too-long'],
  ['messages', 'tags', listOf, 25, 'too-many'],
  ['messages', 'data', json, 10_240, 'data-too-large'],
  ['reactions', 'uid', text, 100, 'too-long'],
  ['reactions', 'reaction', text, 45, 'too-long'],
  ['deactivations', 'uid', text, 100, 'too-long'],
])('%s.%s may be as large as documented, and no larger', (kind, field, valueOf, most, code) => {
  expect(problemsWith(kind, { [field]: valueOf(most) })).toEqual([]);
  expect(problemsWith(kind, { [field]: valueOf(most + 1) })).toEqual([`${code} ${field}`]);
});

test.each(['users', 'groups', 'messages'] as const)('a tag of %s has 100 characters', (kind) => {
  expect(problemsWith(kind, { tags: ['a', text(100)] })).toEqual([]);
  expect(problemsWith(kind, { tags: ['a', text(101)] })).toEqual(['too-long tags.1']);
});

test('a whole message has 65,536 characters', () => {
  const details = { uid: 'ada', name: 'Ada', metadata: { text: '' } };
  const sized = (length: number): Row => {
    const row = { ...rows.messages, category: 'message', type: 'text', senderUserDetails: details };
    const metadata = { text: text(length - JSON.stringify(row).length) };
    return { ...row, senderUserDetails: { ...details, metadata } };
  };
  expect(problemsWith('messages', sized(65_536))).toEqual([]);
  expect(problemsWith('messages', sized(65_537))).toEqual(['data-too-large undefined']);
});

const dated = kindsInOrder.filter((kind) => kinds[kind].times.length > 0);
describe.each(dated)('times of %s', (kind) => {
  test.each(Object.keys(fields[kind]).filter((name) => fields[kind][name]!.type === 'time'))(
    '%s has ten digits, and is not in the future',
    (field) => {
      expect(problemsWith(kind, { [field]: now })).toEqual([]);
      expect(problemsWith(kind, { [field]: now + 1 })).toEqual([`future-time ${field}`]);
      expect(problemsWith(kind, { [field]: 1_000_000_000 })).toEqual([]);
      for (const wrong of [999_999_999, 10_000_000_000, now + 0.5, 10_000_000_000_000])
        expect(problemsWith(kind, { [field]: wrong })).toEqual([`not-seconds ${field}`]);
      for (const milliseconds of [100_000_000_000, now * 1000, 9_999_999_999_999])
        expect(problemsWith(kind, { [field]: milliseconds })).toEqual([`milliseconds ${field}`]);
    },
  );
});

test('the limits of requests and quotas are those that the reference documents', () => {
  expect(limits).toMatchObject({
    mentionsPerMessage: 10,
    recordsPerImport: 50,
    importRequestsPerMinute: 60,
    coreRequestsPerMinute: 10_000,
    standardRequestsPerMinute: 20_000,
    retentionMonths: 6,
    membersWithReceipts: 300,
    membersPerGroup: 100_000,
    groupsPerUser: 2000,
    membersPerCall: 25,
    friendsPerUser: 1000,
    rolesPerApp: 25,
    reactionsPerMessage: 25,
    uidsPerCall: 25,
    liveMessagesPerMinute: 30,
    pageSize: 1000,
  });
  expect(kindsInOrder.map((kind) => kinds[kind].recordsPerRequest)).toEqual([
    1, 25, 50, 50, 1, 50, 50, 1, 1, 1, 25, 1, 1, 1, 1, 1, 1, 1, 25, 25,
  ]);
});

test('no code is listed twice, and the name of a code shows its class', () => {
  const all = Object.values(codesByClass).flat();
  expect(new Set(all).size).toBe(all.length);
  const named = (pattern: RegExp): string[] => all.filter((code) => pattern.test(code)).toSorted();
  expect(codesByClass.auth.toSorted()).toEqual(named(/^AUTH_ERR_/));
  expect(codesByClass['not-found'].toSorted()).toEqual(
    named(/^ERR_(?!API_).*NOT_FOUND$/).toSorted(),
  );
  expect(codesByClass.rate).toEqual(named(/TOO_MANY_REQUESTS/));
  expect(codesByClass.server).toEqual(
    expect.arrayContaining(named(/DELETE_FAILED|^ERR_EXCEPTION/)),
  );
});

const withFields = kindsInOrder.filter((kind) => Object.keys(comparedFields[kind]).length > 0);
describe.each(withFields)('comparing %s', (kind) => {
  const held = (name: string): Row => {
    const { of = name } = comparedFields[kind][name]!;
    return name.startsWith('data.') ? { data: { [name.slice(5)]: [{ a: 1 }] } } : { [of]: now };
  };
  const names = Object.keys(comparedFields[kind]).filter((name) => name !== 'data.*');
  const dates = ['createdAt', 'joinedAt', 'sentAt', 'deliveredAt', 'readAt'];

  test.each(names)(
    '%s is compared on both routes, unless it is a date of the chat route',
    (name) => {
      for (const isSentByChat of [false, true]) {
        const planned = comparableOf(kind, held(name), { isSentByChat });
        const { differences } = compareRecord(kind, planned, {});
        const isIgnored = isSentByChat && dates.includes(name);
        expect(differences.map(({ field }) => field).includes(name)).toBe(!isIgnored);
      }
    },
  );

  const ownFields = names.filter((name) => !name.startsWith('data.'));
  test.each(ownFields)('%s is not compared where another record decides on it', (name) => {
    const { of = name } = comparedFields[kind][name]!;
    const planned = comparableOf(kind, held(name), { isDecidedLater: (field) => field === of });
    expect([...planned.keys()]).not.toContain(name);
  });
});
