import {
  judge,
  type JudgeRules,
  type Kind,
  lineBreakProblems,
  notAnObject,
  type ProblemCode,
  receiptProblems,
  type Row,
} from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

const now = 1_767_225_600;
const day = 86_400;
const rules: JudgeRules = { now, oldestSentAt: now - 180 * day };

const user: Row = { uid: 'ada', name: 'Ada' };
const group: Row = { guid: 'chess', name: 'Chess', type: 'public' };
const member: Row = { guid: 'chess', uid: 'ada' };
const message: Row = {
  muid: 'm1',
  sender: 'ada',
  receiverType: 'user',
  receiver: 'bob',
  sentAt: now - day,
  data: { text: 'Hello' },
};
const attachment = {
  url: 'https://x.org/a.png',
  name: 'a',
  mimeType: 'image/png',
  extension: 'png',
};

/** The codes and fields of a row's problems. */
function problemsWith(kind: Kind, row: Row, changes: Row = {}): string[] {
  const judgement = judge(kind, structuredClone({ ...row, ...changes }), rules);
  return judgement.ok ? [] : judgement.problems.map(({ code, field }) => `${code} ${field}`);
}

describe('good rows', () => {
  test.each<[string, Kind, Row]>([
    ['a user', 'users', user],
    [
      'a user with everything',
      'users',
      {
        ...user,
        avatar: 'https://x.org/a.png',
        link: 'http://x.org',
        role: 'admin',
        createdAt: 1_600_000_000,
        lastActiveAt: now,
        deactivatedAt: 1_700_000_000,
        metadata: { '@private': { email: 'ada@x.org' } },
        tags: Array.from({ length: 25 }, () => 't'.repeat(100)),
      },
    ],
    ['a group with a password', 'groups', { ...group, type: 'password', password: 'open sesame' }],
    ['a member', 'members', { ...member, scope: 'admin', isBanned: false, joinedAt: now - day }],
    ['a text message', 'messages', message],
    ['a message just inside retention', 'messages', { ...message, sentAt: now - 180 * day }],
    [
      'a picture with a caption',
      'messages',
      {
        ...message,
        type: 'image',
        data: { text: 'Look', attachments: [{ ...attachment, size: 5 }] },
      },
    ],
    [
      'a custom message',
      'messages',
      { ...message, type: 'poll', data: { customData: { question: 'Why?' } } },
    ],
    [
      'a message to a group with details and mentions',
      'messages',
      {
        ...message,
        receiverType: 'group',
        receiverGroupDetails: group,
        receiverGroupOwnerDetails: user,
        mentionedUserDetails: { ada: user },
      },
    ],
  ])('%s', (_, kind, row) => {
    expect(problemsWith(kind, row)).toEqual([]);
  });

  test('fields that follow from others are filled in', () => {
    expect(judge('members', { ...member }, rules)).toMatchObject({
      ok: true,
      id: 'chess_member_ada',
      wire: '{"guid":"chess","uid":"ada","memberId":"chess_member_ada"}',
    });
    expect(judge('messages', { ...message }, rules)).toMatchObject({
      record: { category: 'message', type: 'text' },
    });
    expect(
      judge('messages', { ...message, type: 'poll', data: { customData: { a: 1 } } }, rules),
    ).toMatchObject({ record: { category: 'custom' } });
  });
});

const long = 'x'.repeat(101);
const large = { text: 'x'.repeat(6 * 1024) };

describe('every code that judging can return', () => {
  test.each<[ProblemCode, string | undefined, Kind, Row, Row]>([
    ['missing-field', 'name', 'users', user, { name: undefined }],
    ['missing-field', 'sentAt', 'messages', message, { sentAt: undefined }],
    ['missing-field', 'data', 'messages', message, { data: undefined }],
    ['missing-field', 'data.text', 'messages', message, { data: {} }],
    ['missing-field', 'type', 'messages', message, { data: { attachments: [attachment] } }],
    ['missing-field', 'data.customData', 'messages', message, { category: 'custom', type: 'poll' }],
    ['unknown-field', 'nick', 'users', user, { nick: 'A' }],
    [
      'unknown-field',
      'userDetails.nick',
      'members',
      member,
      { userDetails: { ...user, nick: 'A' } },
    ],
    ['empty-field', 'name', 'users', user, { name: ' ' }],
    ['wrong-type', 'name', 'users', user, { name: 17 }],
    ['wrong-type', 'metadata', 'users', user, { metadata: ['a'] }],
    ['wrong-type', 'data', 'messages', message, { data: 'Hello' }],
    ['bad-value', 'type', 'groups', group, { type: 'secret' }],
    ['bad-value', 'category', 'messages', message, { category: 'action' }],
    ['bad-value', 'type', 'messages', message, { type: 'sticker' }],
    ['too-long', 'name', 'users', user, { name: long }],
    ['too-long', 'uid', 'users', user, { uid: long }],
    ['too-long', 'tags.1', 'users', user, { tags: ['a', long] }],
    ['too-many', 'tags', 'users', user, { tags: Array.from({ length: 26 }, () => 't') }],
    ['bad-id', 'uid', 'users', user, { uid: 'Ada' }],
    ['bad-id', 'receiver', 'messages', message, { receiver: 'bob@x.org' }],
    ['bad-url', 'avatar', 'users', user, { avatar: 'x.org/a.png' }],
    ['bad-url', 'link', 'users', user, { link: 'ftp://x.org' }],
    [
      'bad-mime-type',
      'data.attachments.0.mimeType',
      'messages',
      message,
      { type: 'file', data: { attachments: [{ ...attachment, mimeType: 'picture' }] } },
    ],
    ['not-seconds', 'createdAt', 'users', user, { createdAt: 17 }],
    ['not-seconds', 'createdAt', 'users', user, { createdAt: 1_700_000_000.5 }],
    ['not-seconds', 'createdAt', 'users', user, { createdAt: '1700000000' }],
    ['milliseconds', 'createdAt', 'users', user, { createdAt: 1_700_000_000_000 }],
    ['future-time', 'readAt', 'messages', message, { readAt: now + 1 }],
    ['too-old', 'sentAt', 'messages', message, { sentAt: now - 180 * day - 1 }],
    ['blank-text', 'data.text', 'messages', message, { data: { text: ' \n\t' } }],
    [
      'missing-attachment',
      'data.attachments',
      'messages',
      message,
      { type: 'image', data: { attachments: [] } },
    ],
    [
      'empty-custom-data',
      'data.customData',
      'messages',
      message,
      { type: 'poll', data: { customData: {} } },
    ],
    ['missing-password', 'password', 'groups', group, { type: 'password' }],
    ['key-differs', 'memberId', 'members', member, { memberId: 'chess_ada' }],
    ['key-differs', 'memberId', 'members', member, { memberId: 'chess_membre_ada' }],
    ['key-differs', 'memberId', 'members', member, { memberId: 'chest_member_ada' }],
    ['key-differs', 'memberId', 'members', member, { memberId: 'chess_member_adb' }],
    ['key-differs', 'memberId', 'members', member, { memberId: 'chess_member_aada' }],
    [
      'key-differs',
      'mentionedUserDetails',
      'messages',
      message,
      { mentionedUserDetails: { ada: user, bob: user } },
    ],
    ['metadata-too-large', 'metadata', 'users', user, { metadata: large }],
    ['data-too-large', 'data', 'messages', message, { data: { text: 'ü'.repeat(6 * 1024) } }],
    // 5,400 bytes of UTF-8 in 1,800 characters, and one byte more than the limit allows.
    ['metadata-too-large', 'metadata', 'users', user, { metadata: { text: '語'.repeat(1800) } }],
    ['metadata-too-large', 'metadata', 'groups', group, { metadata: { text: 'é'.repeat(2555) } }],
    ['data-too-large', 'data', 'messages', message, { data: { text: '語'.repeat(3410) } }],
    ['broken-text', 'data.text', 'messages', message, { data: { text: 'half \uD83D' } }],
    ['broken-text', 'metadata.\uDE00', 'users', user, { metadata: { '\uDE00': 1 } }],
  ])('%s %s', (code, field, kind, row, changes) => {
    expect(problemsWith(kind, row, changes)).toEqual([`${code} ${field}`]);
  });

  test('sizes count bytes, and a value of exactly the limit is accepted', () => {
    // {"text":"…"} takes 11 bytes in addition to the text.
    expect(problemsWith('users', user, { metadata: { text: 'é'.repeat(2554) } })).toEqual([]);
    expect(problemsWith('messages', message, { data: { text: '語'.repeat(3409) } })).toEqual([]);
  });

  test('a message whose parts are too large together', () => {
    const details = { ...user, metadata: { text: 'x'.repeat(30_000) } };
    const row = {
      ...message,
      senderUserDetails: details,
      receiverUserDetails: details,
      tags: ['a'],
    };
    row.receiverUserDetails = { ...details, metadata: { text: 'x'.repeat(40_000) } };

    expect(problemsWith('messages', row)).toEqual(['data-too-large undefined']);
  });

  test('lengths count the two halves of an emoji as two', () => {
    expect(problemsWith('users', user, { name: '🚋'.repeat(51) })).toEqual(['too-long name']);
    expect(problemsWith('users', user, { name: '🚋'.repeat(50) })).toEqual([]);
  });
});

test.each<[string, Kind, Row, string[]]>([
  ['a membership without a group', 'members', { uid: 'ada' }, ['missing-field guid']],
  [
    'a reaction without a message',
    'reactions',
    { uid: 'a', reaction: 'x' },
    ['missing-field muid'],
  ],
  ['a friendship without a friend', 'friends', { uid: 'ada' }, ['missing-field friend']],
  ['a block without the other', 'blocks', { uid: 'ada' }, ['missing-field blocked']],
  [
    'attachments that are no list',
    'messages',
    { ...message, data: { text: 'x', attachments: 'https://x.org/a.png' } },
    ['wrong-type data.attachments'],
  ],
  [
    'an attachment that is no object',
    'messages',
    { ...message, data: { attachments: [attachment, 'https://x.org/a.png'] } },
    ['wrong-type data.attachments.1'],
  ],
  [
    'attachments without the type of the message',
    'messages',
    { ...message, data: { attachments: [attachment] } },
    ['missing-field type'],
  ],
])('%s has the problem of the field that the file has', (_, kind, row, problems) => {
  expect(problemsWith(kind, row)).toEqual(problems);
});

test('a reaction that would be a step in a path is told what is wrong with it', () => {
  const judged = judge('reactions', { muid: 'm', uid: 'ada', reaction: '..' }, rules);

  expect(judged).toMatchObject({ ok: false, problems: [{ code: 'bad-value', field: 'reaction' }] });
  expect(judged.ok ? '' : judged.problems[0]!.fix).toContain('would lead elsewhere');
});

test.each([
  ['users', 'uid', '17', 'a number, and a text is needed', 'in double quotes'],
  ['users', 'uid', '12345678901234567890', 'a number, and a text is needed', 'in double quotes'],
  ['users', 'name', 'true', 'true or false, and a text is needed', 'in double quotes'],
  ['users', 'name', '["a"]', 'a list, and a text is needed', 'in double quotes'],
  ['users', 'tags', '"a"', 'a text, and a list is needed', '["a", "b"]'],
  ['users', 'metadata', '["a"]', 'a list, and an object is needed', '{"key": "value"}'],
  ['messages', 'data', '"Hello"', 'a text, and an object is needed', '{"key": "value"}'],
  ['members', 'isBanned', '"true"', 'a text, and true or false is needed', 'without quotes'],
] as const)(
  'of a value of the wrong type (%s %s: %s), the message names value and types, and the fix the form',
  (kind, field, json, types, form) => {
    const row = { users: user, messages: message, members: member }[kind];
    const value = kind === 'users' && json.length > 16 ? rawNumber(json) : JSON.parse(json);

    const judgement = judge(kind, { ...row, [field]: value }, rules);

    const problems = judgement.ok ? [] : judgement.problems;
    expect(problems).toMatchObject([{ code: 'wrong-type', field }]);
    expect(problems[0]!.message).toContain(`(${json} is ${types})`);
    expect(problems[0]!.fix).toContain(form);
  },
);

test('the value of a password of the wrong type is not named', () => {
  const judgement = judge('groups', { ...group, type: 'password', password: 4711 }, rules);

  expect(JSON.stringify(judgement)).toContain('the value is a number, and a text is needed');
  expect(JSON.stringify(judgement)).not.toContain('4711');
});

test.each<[Kind, Row]>([
  ['groups', { ...group, type: 'password', password: [4711] }],
  ['members', { ...member, groupDetails: { ...group, type: 'password', password: 4711 } }],
  ['messages', { ...message, receiverGroupDetails: { ...group, password: { code: 4711 } } }],
])('a password of the wrong type is not named in a record of %s', (kind, row) => {
  const judgement = judge(kind, row, rules);

  expect(judgement).toMatchObject({ ok: false, problems: [{ code: 'wrong-type' }] });
  expect(JSON.stringify(judgement)).not.toContain('4711');
});

test('all problems of a row are reported together, with value and fix', () => {
  const judgement = judge('users', { uid: 'Ada', name: '', avatar: 'x' }, rules);

  expect(judgement).toMatchObject({
    ok: false,
    id: 'Ada',
    problems: [
      {
        code: 'bad-id',
        field: 'uid',
        value: 'Ada',
        message: 'uid has characters other than a-z 0-9 - _.',
        fix: 'Use `ids: map` in the configuration, or change the id everywhere it is used.',
      },
      { code: 'empty-field', field: 'name' },
      { code: 'bad-url', field: 'avatar' },
    ],
  });
});

test('each unknown field of a row is reported', () => {
  expect(judge('users', { ...user, nick: 'A', metdata: {} }, rules)).toMatchObject({
    ok: false,
    problems: ['nick', 'metdata'].map((field) => ({ code: 'unknown-field', field })),
  });
});

test('what records of other kinds are made from is not sent with the record', () => {
  expect(judge('users', { ...user, deactivatedAt: now - day }, rules)).toMatchObject({
    ok: true,
    wire: JSON.stringify(user),
    derived: [{ kind: 'deactivations', field: 'deactivatedAt', value: now - day }],
  });
});

test('a row that is no object is answered with what its kind needs', () => {
  expect(notAnObject('users').fix).toBe(
    'Write each row as an object such as {"uid": …, "name": …}.',
  );
});

test.each(['\n', '\r', '\u2028', '\u2029'])('a name with %j gets a warning', (lineBreak) => {
  const found = lineBreakProblems('users', { ...user, name: `Ada${lineBreak}L` });

  expect(found.map(({ code }) => code)).toEqual(['line-break']);
});

test('only a receipt from before the second of the message gets a warning', () => {
  const { sentAt } = message as { sentAt: number };
  const fieldsOf = (deliveredAt: number, readAt: number): unknown =>
    receiptProblems('messages', { sentAt, deliveredAt, readAt }).map(({ field }) => field);

  expect(fieldsOf(sentAt, sentAt - 1)).toEqual(['readAt']);
  expect(fieldsOf(sentAt - 1, sentAt - 1)).toEqual(['deliveredAt', 'readAt']);
});

/** A number with all its digits, as rows are read that have one too long for JavaScript. */
function rawNumber(json: string): unknown {
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(json);
}
