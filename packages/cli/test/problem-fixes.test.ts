import { createReadStream } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ProblemCode, problems } from '@chatferry/contract';
import { readRecords } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** An export with the options and the configuration that it is planned with. */
interface Given {
  /** Contents by file name; `undefined` for no such file. */
  readonly files?: Readonly<Record<string, string | Uint8Array | undefined>>;
  readonly args?: readonly string[];
  readonly config?: string;
}

const people = { 'users.csv': 'uid,name\nann,Ann\nbob,Bob\n' };
const group = { ...people, 'groups.csv': 'guid,name,type\ng,G,public\n' };

function message(changes: object = {}): string {
  const to = { sender: 'ann', receiver: 'bob', receiverType: 'user' };
  return JSON.stringify({ muid: 'm1', ...to, sentAt: anHourAgo, data: { text: 'Hi' }, ...changes });
}

function messages(...changes: object[]): Record<string, string> {
  return { ...people, 'messages.ndjson': changes.map(message).join('\n') };
}

function users(...lines: string[]): Record<string, string> {
  return { 'users.csv': `${lines.join('\n')}\n` };
}

function ndjson(...rows: string[]): Record<string, string> {
  return { 'users.ndjson': rows.join('\n') };
}

function members(head: string, ...rows: string[]): Record<string, string> {
  return { ...group, 'members.csv': `${[head, ...rows].join('\n')}\n` };
}

/** A configuration whose `transform` returns the value of an expression. */
const inCode = (value: string): string =>
  `export default { kinds: { users: { transform: (row, context) => ${value} } } };`;

const strict = 'cleaning: { badOptional: reject }\n';
const image = {
  url: 'https://example.org/a.png',
  name: 'a',
  mimeType: 'image/png',
  extension: 'png',
};
const inThreadOf = (parentMuid: string): object => ({ text: 'Hi', metadata: { parentMuid } });
const mentions = (count: number): object => ({
  data: { text: Array.from({ length: count }, (_, index) => `<@uid:u${index}>`).join(' ') },
});
const many = Array.from({ length: 12 }, (_, index) => `u${index},U ${index}`);
const manyUsers = users('uid,name', 'ann,Ann', 'bob,Bob', ...many);
const mentioning = { ...messages(mentions(12)), ...manyUsers };
const old = { sentAt: anHourAgo - 230 * 86_400 };
const long = 'word '.repeat(6_000);
const local = (time: string): Record<string, string> =>
  users('uid,name,createdAt', `ann,Ann,${time}`);
const inBerlin = 'kinds: { users: { zone: Europe/Berlin, times: { createdAt: iso } } }\n';
/** A configuration that reads the receivers from `people`. */
const pair = (more: string): string => `kinds:
  messages:
    convert: { receiver: { other: people, than: sender } }
    ${more}
`;
const lookup = `kinds:
  messages:
    convert: { receiver: { lookup: chats.csv, key: chat, take: guest } }
    ignore: [chat]
files: { chats.csv: { skip: values are looked up in it } }
`;
/** An export of Mattermost with one post that has these fields. */
const mattermost = (fields: object): Record<string, string> => ({
  'import.jsonl': [
    { type: 'version', version: 1 },
    { type: 'channel', channel: { team: 't', name: 'c', display_name: 'C', type: 'O' } },
    { type: 'user', user: { username: 'ann', email: 'a@example.org' } },
    { type: 'post', post: { team: 't', channel: 'c', message: 'Hi', ...fields } },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
});
const wide = Array.from({ length: 301 }, (_, index) => `u${index}`);

/** Of each problem an example, and what the fix makes of it; `as it is` where the fix is that there is nothing to do. */
const examples: Record<
  // Those of `reply-to-blocked` and `id-clash` need a job before them: they are in the tests of deltas.
  Exclude<ProblemCode, 'unreadable-file' | 'reply-to-blocked' | 'id-clash'>,
  readonly [Given, Given | 'as it is']
> = {
  'bad-quotes': [
    { files: users('uid,name', 'u1,"Ann "the boss" Lee"') },
    { files: users('uid,name', 'u1,"Ann ""the boss"" Lee"') },
  ],
  'quote-in-cell': [{ files: users('uid,name', 'u1,5" pipe') }, 'as it is'],
  'too-deep': [
    {
      files: ndjson(
        `{"uid":"u1","name":"Ann","metadata":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`,
      ),
    },
    { files: ndjson('{"uid":"u1","name":"Ann","metadata":{"a":[]}}') },
  ],
  'repeated-key': [
    { files: ndjson('{"uid":"u1","name":"Ann","name":"Anna"}') },
    { files: ndjson('{"uid":"u1","name":"Anna"}') },
  ],
  'wrong-column-count': [
    { files: users('uid,name', 'u1,Ann,Lee') },
    { files: users('uid,name', 'u1,"Ann,Lee"') },
  ],
  'other-column-order': [
    { files: users('uid,name', 'u1,Ann', 'name,uid', 'Bob,u2') },
    { files: users('uid,name', 'u1,Ann') },
  ],
  'bad-json': [
    { files: ndjson('{"uid":"u1","name":"Ann"') },
    { files: ndjson('{"uid":"u1","name":"Ann"}') },
  ],
  'not-read': [
    {
      files: { 'export.json': '{"users":[{"uid":"u1","name":"Ann"}],"old":[{"uid":"u2"}]}' },
      config: 'files: { export.json: { kind: users, rows: "users[*]" } }\n',
    },
    { config: 'files: { export.json: { kind: users, rows: "users[*]", ignore: [old] } }\n' },
  ],
  'not-an-object': [
    { files: ndjson('["u1","Ann"]') },
    { files: ndjson('{"uid": "u1", "name": "Ann"}') },
  ],
  'bad-json-cell': [
    { files: users('uid,name,metadata', 'u1,Ann,{plan: pro}'), config: strict },
    { files: users('uid,name,metadata', 'u1,Ann,"{""plan"": ""pro""}"') },
  ],
  'broken-encoding': [
    { files: { 'users.csv': Buffer.from('uid,name\nu1,Zo\u00EB\n', 'latin1') } },
    { config: 'kinds: { users: { encoding: latin-1 } }\n' },
  ],
  'row-too-large': [
    { files: ndjson(`{"uid":"u1","name":"Ann","metadata":{"a":"${'x'.repeat(1_100_000)}"}}`, '') },
    { files: ndjson('{"uid":"u1","name":"Ann","metadata":{"a":"x"}}') },
  ],
  'bad-boolean': [
    { files: members('guid,uid,isBanned', 'g,ann,maybe') },
    { files: members('guid,uid,isBanned', 'g,ann,true') },
  ],
  'bad-markup': [
    {
      files: users('uid,name', `u1,"${'<b>'.repeat(40_000)}Ann"`),
      config: 'kinds: { users: { convert: { name: { markup: html } } } }\n',
    },
    { files: users('uid,name', 'u1,<b>Ann</b>') },
  ],
  'several-names': [
    {
      files: messages(
        { senderUserDetails: { uid: 'ann', name: 'Ann' } },
        { muid: 'm2', senderUserDetails: { uid: 'ann', name: 'Bob' } },
      ),
    },
    {
      files: messages(
        { senderUserDetails: { uid: 'ann', name: 'Ann' } },
        {
          muid: 'm2',
          sender: 'bob',
          receiver: 'ann',
          senderUserDetails: { uid: 'bob', name: 'Bob' },
        },
      ),
    },
  ],
  'two-values': [
    {
      files: ndjson('{"uid":"u1","nick":"Ann","full":"Ann Lee"}'),
      config: 'kinds: { users: { columns: { nick: name, full: name } } }\n',
    },
    { config: 'kinds: { users: { columns: { full: name }, ignore: [nick] } }\n' },
  ],
  'no-match': [
    {
      files: users('uid,name', 'user-17,Ann'),
      config: 'kinds: { users: { convert: { uid: { match: ^u(\\d+)$ } } } }\n',
    },
    { config: 'kinds: { users: { convert: { uid: { match: ^u(?:ser-)?(\\d+)$ } } } }\n' },
  ],
  'no-other-member': [
    {
      files: messages(
        { receiver: undefined, people: ['ann', 'bob'] },
        { muid: 'm2', receiver: undefined, people: ['ann', 'bob', 'cy'] },
      ),
      config: pair(''),
    },
    { config: pair('only: { "people[2]": empty }') },
  ],
  'not-found': [
    {
      files: {
        ...people,
        'messages.ndjson': message({ receiver: undefined, chat: 'c1' }),
        'chats.csv': 'id,guest\nc2,bob\n',
      },
      config: lookup,
    },
    { files: { 'chats.csv': 'id,guest\nc1,bob\n' } },
  ],
  'bad-time': [
    { files: local('03/04/2026'), config: inBerlin + strict },
    {
      config: `kinds: { users: { times: { createdAt: { format: dd/MM/yyyy, zone: Europe/Berlin } } } }\n${strict}`,
    },
  ],
  'no-zone': [
    { files: local('2025-03-30T12:30:00'), config: strict },
    { config: `zone: Europe/Berlin\n${strict}` },
  ],
  'missing-field': [
    {
      files: ndjson('{"uid":"u1","full_name":"Ann"}'),
      config: 'kinds: { users: { ignore: [full_name] } }\n',
    },
    { config: 'kinds: { users: { columns: { full_name: name } } }\n' },
  ],
  'unknown-field': [
    { files: ndjson('{"uid":"u1","name":"Ann","email":"a@example.org"}') },
    { config: 'kinds: { users: { ignore: [email] } }\n' },
  ],
  'empty-field': [{ files: users('uid,name', 'u1,  ') }, { files: users('uid,name', 'u1,Ann') }],
  'wrong-type': [
    { files: ndjson('{"uid":"u1","name":17}') },
    { files: ndjson('{"uid":"17","name":"Ann"}') },
  ],
  'bad-source-time': [
    { files: mattermost({ user: 'ann', create_at: 'yesterday' }) },
    { files: mattermost({ user: 'ann', create_at: anHourAgo * 1000 }) },
  ],
  'incomplete-record': [
    { files: mattermost({ create_at: anHourAgo * 1000 }) },
    { files: mattermost({ user: 'ann', create_at: anHourAgo * 1000 }) },
  ],
  'bad-value': [
    { files: { ...people, 'groups.csv': 'guid,name,type\ng,G,secret\n' } },
    { files: group },
  ],
  'too-long': [
    { files: users('uid,name', `u1,${'A'.repeat(140)}`) },
    { files: users('uid,name', `u1,${'A'.repeat(100)}`) },
  ],
  'too-many': [
    { files: users('uid,name,tags', `u1,Ann,${'t|'.repeat(30)}`), config: strict },
    { files: users('uid,name,tags', `u1,Ann,${'t|'.repeat(25)}`) },
  ],
  'bad-id': [
    { files: users('uid,name', 'ann@example.org,Ann'), args: ['--ids=keep'] },
    { args: [], config: 'ids: map\n' },
  ],
  'null-character': [
    { files: ndjson(String.raw`{"uid":"u1","name":"Ann\u0000Lee"}`) },
    { config: 'cleaning: { brokenText: remove }\n' },
  ],
  'bad-url': [
    { files: users('uid,name,avatar', 'u1,Ann,/a.png'), config: strict },
    {
      config: `kinds: { users: { convert: { avatar: { base: https://example.org/ } } } }\n${strict}`,
    },
  ],
  'bad-mime-type': [
    { files: messages({ type: 'image', data: { attachments: [{ ...image, mimeType: 'png' }] } }) },
    { files: messages({ type: 'image', data: { attachments: [image] } }) },
  ],
  'not-seconds': [{ files: local('17'), config: strict }, { files: local('1700000000') }],
  milliseconds: [
    { files: local('1700000000000'), config: strict },
    { config: `kinds: { users: { times: { createdAt: milliseconds } } }\n${strict}` },
  ],
  'future-time': [
    { files: messages({ sentAt: anHourAgo + 86_400 }) },
    { files: messages({ sentAt: anHourAgo }) },
  ],
  'too-old': [{ files: messages(old) }, { args: ['--retention-months=12'] }],
  'blank-text': [{ files: messages({ data: { text: '  ' } }) }, { files: messages({}) }],
  'missing-attachment': [
    { files: messages({ type: 'image', data: { text: 'a', attachments: [] } }) },
    { files: messages({ type: 'image', data: { text: 'a', attachments: [image] } }) },
  ],
  'empty-custom-data': [
    { files: messages({ type: 'poll', data: { customData: {} } }) },
    { files: messages({ type: 'poll', data: { customData: { question: '?' } } }) },
  ],
  'missing-password': [
    { files: { ...people, 'groups.csv': 'guid,name,type\ng,G,password\n' } },
    { files: { ...people, 'groups.csv': 'guid,name,type,password\ng,G,password,secret\n' } },
  ],
  'key-differs': [
    { files: members('guid,uid,memberId', 'g,ann,g_member_bob') },
    { files: members('guid,uid', 'g,ann') },
  ],
  'metadata-too-large': [
    {
      files: ndjson(JSON.stringify({ uid: 'u1', name: 'Ann', metadata: { a: 'x'.repeat(8000) } })),
      config: strict,
    },
    { files: ndjson(JSON.stringify({ uid: 'u1', name: 'Ann', metadata: { a: 'x' } })) },
  ],
  'data-too-large': [
    { files: messages({ data: { text: long } }) },
    { config: 'cleaning: { tooLong: split }\n' },
  ],
  'record-too-large': [
    { files: messages({ data: { text: 'x'.repeat(9000) } }), args: ['--max-request-bytes=5000'] },
    { args: ['--max-request-bytes=50000'] },
  ],
  'broken-text': [
    { files: messages({ data: { text: 'half \uD83D' } }) },
    { files: messages({ data: { text: 'whole \uD83D\uDE00' } }) },
  ],
  'duplicate-id': [
    { files: users('uid,name', 'u1,Ann', 'u1,Anna') },
    { files: users('uid,name', 'u1,Ann', 'u2,Anna') },
  ],
  'missing-user': [
    { files: messages({ sender: 'u17' }) },
    { config: 'onMissingUser: placeholder\n' },
  ],
  'missing-group': [
    { files: { ...people, 'members.csv': 'guid,uid\ng,ann\n' } },
    { config: 'onMissingGroup: placeholder\n' },
  ],
  'missing-message': [
    {
      files: { ...messages({ muid: 'm1' }), 'reactions.csv': 'muid,uid,reaction\nm2,ann,👍\n' },
    },
    { files: { 'reactions.csv': 'muid,uid,reaction\nm1,ann,👍\n' } },
  ],
  'reaction-from-outside': [
    {
      files: {
        ...messages({ muid: 'm1', sender: 'bob', receiver: 'g', receiverType: 'group' }),
        ...members('guid,uid', 'g,bob'),
        'reactions.csv': 'muid,uid,reaction\nm1,ann,👍\n',
      },
    },
    { files: members('guid,uid', 'g,bob', 'g,ann') },
  ],
  'too-many-reactions': [
    {
      files: {
        ...messages({ muid: 'm1' }),
        'reactions.csv': `muid,uid,reaction\n${Array.from({ length: 26 }, (_, index) => `m1,ann,r${index}\n`).join('')}`,
      },
    },
    {
      files: {
        'reactions.csv': `muid,uid,reaction\n${Array.from({ length: 25 }, (_, index) => `m1,ann,r${index}\n`).join('')}`,
      },
    },
  ],
  'joined-too-early': [
    {
      files: {
        ...members('guid,uid,joinedAt', 'g,ann,1700000000'),
        'groups.csv': 'guid,name,type,createdAt\ng,G,public,1700086400\n',
      },
      config: strict,
    },
    { files: members('guid,uid,joinedAt', 'g,ann,') },
  ],
  'group-full': [
    { files: members('guid,uid', 'g,ann', 'g,bob'), config: 'limits: { membersPerGroup: 1 }\n' },
    { config: 'limits: { membersPerGroup: 2 }\n' },
  ],
  'too-many-groups': [
    {
      files: {
        ...members('guid,uid', 'g,ann', 'h,ann'),
        'groups.csv': 'guid,name,type\ng,G,public\nh,H,public\n',
      },
      config: 'limits: { groupsPerUser: 1 }\n',
    },
    { config: 'limits: { groupsPerUser: 2 }\n' },
  ],
  'same-user': [
    { files: { ...people, 'friends.csv': 'uid,friend\nann,ann\n' } },
    { files: { 'friends.csv': 'uid,friend\nann,bob\n' } },
  ],
  'too-many-roles': [
    { files: { ...people, 'roles.csv': `role\n${wide.slice(0, 26).join('\n')}\n` } },
    { files: { 'roles.csv': `role\n${wide.slice(0, 25).join('\n')}\n` } },
  ],
  'too-many-friends': [
    {
      files: {
        ...users('uid,name', 'ann,Ann', 'bob,Bob', 'cy,Cy'),
        'friends.csv': 'uid,friend\nann,bob\nann,cy\n',
      },
      config: 'limits: { friendsPerUser: 1 }\n',
    },
    { config: 'limits: { friendsPerUser: 2 }\n' },
  ],
  'other-part-rejected': [
    {
      files: messages({ muid: 'm1-2' }, { data: { text: long } }),
      config: 'cleaning: { tooLong: split }\n',
    },
    { files: messages({ muid: 'm2' }, { data: { text: long } }) },
  ],
  'not-a-member': [
    { files: { ...messages({ receiverType: 'group', receiver: 'g' }), ...group } },
    { files: { ...group, 'members.csv': 'guid,uid\ng,ann\n' } },
  ],
  'too-many-mentions': [{ files: mentioning }, { config: 'cleaning: { mentions: plain }\n' }],
  'mentions-made-plain': [
    { files: mentioning, config: 'cleaning: { mentions: plain }\n' },
    'as it is',
  ],
  'unknown-mention': [
    { files: messages({ data: { text: '<@uid:gone>' } }) },
    { files: users('uid,name', 'ann,Ann', 'bob,Bob', 'gone,Gone') },
  ],
  'reply-without-thread': [
    { files: messages({ data: inThreadOf('m9') }), config: 'threads: reply\n' },
    { files: messages({ data: inThreadOf('m9') }, { muid: 'm9' }) },
  ],
  'receipt-too-early': [
    { files: messages({ readAt: anHourAgo - 3600 }) },
    { files: messages({ readAt: anHourAgo }) },
  ],
  'signed-url': [
    {
      files: messages({
        type: 'image',
        data: { attachments: [{ ...image, url: `${image.url}?X-Amz-Signature=0a1b2c` }] },
      }),
    },
    { files: messages({ type: 'image', data: { attachments: [image] } }) },
  ],
  'similar-id': [
    { files: messages({ muid: 'm-4' }, { muid: 'M-4' }) },
    { files: messages({ muid: 'm-4' }) },
  ],
  'line-break': [{ files: users('uid,name', 'u1,"Ann\nLee"') }, 'as it is'],
  'large-group': [
    {
      files: {
        ...members('guid,uid', ...wide.map((uid) => `g,${uid}`)),
        ...users('uid,name', ...wide.map((uid) => `${uid},U`)),
      },
    },
    'as it is',
  ],
  'replacement-character': [
    { files: users('uid,name', 'u1,Andr\uFFFD') },
    { files: users('uid,name', 'u1,Andr\u00E9') },
  ],
  'misread-text': [
    { files: users('uid,name', 'u1,Zo\u00C3\u00AB') },
    { config: 'kinds: { users: { convert: { name: { repair: latin1 } } } }\n' },
  ],
  'unnamed-group': [
    {
      files: { 'groups.ndjson': '{"guid":"g","type":"public"}', ...members('guid,uid', 'g,ann') },
      config: 'twoPersonGroups: direct\n',
    },
    { files: { 'groups.ndjson': '{"guid":"g","type":"public","name":"G"}' } },
  ],
  'long-number': [
    { files: ndjson('{"uid":"u1","name":"Ann","metadata":{"id":123456789012345678}}') },
    { config: 'kinds: { users: { convert: { metadata.id: { as: text } } } }\n' },
  ],
  'time-skipped': [
    { files: local('2025-03-30T02:30:00'), config: inBerlin },
    { files: local('2025-03-30T02:30:00+01:00') },
  ],
  'time-repeated': [
    { files: local('2025-10-26T02:30:00'), config: inBerlin },
    { files: local('2025-10-26T02:30:00+01:00') },
  ],
  'text-cut': [
    { files: users('uid,name', `u1,${'A'.repeat(140)}`), config: 'cleaning: { tooLong: cut }\n' },
    'as it is',
  ],
  'text-split': [
    { files: messages({ data: { text: long } }), config: 'cleaning: { tooLong: split }\n' },
    'as it is',
  ],
  'text-repaired': [
    {
      files: messages({ data: { text: 'half \uD83D' } }),
      config: 'cleaning: { brokenText: replace }\n',
    },
    'as it is',
  ],
  'field-dropped': [
    { files: users('uid,name,avatar', 'u1,Ann,/a.png') },
    {
      config: `kinds: { users: { convert: { avatar: { base: https://example.org/ } } } }\n${strict}`,
    },
  ],
  'left-out-too-old': [
    { files: messages(old), config: 'cleaning: { tooOld: leave-out }\n' },
    { config: '' },
  ],
  'left-out-blank-text': [
    { files: messages({ data: { text: ' ' } }), config: 'cleaning: { blankText: leave-out }\n' },
    { config: '' },
  ],
  'broken-file': [
    { files: { 'users.csv.gz': gzipSync('uid,name\nu1,Ann\n').subarray(0, 20) } },
    { files: { 'users.csv.gz': gzipSync('uid,name\nu1,Ann\n') } },
  ],
  'wrapped-rows': [
    { files: { 'users.json': '{"results":[{"uid":"u1","name":"Ann"}],"total":1}' } },
    { config: 'kinds: { users: { rows: "results[*]" } }\n' },
  ],
  'unknown-column': [
    { files: users('uid,name,e-mail', 'u1,Ann,a@example.org') },
    { config: 'kinds: { users: { ignore: [e-mail] } }\n' },
  ],
  'duplicate-column': [
    {
      files: users('uid,name,full_name', 'u1,Ann,Ann Lee'),
      config: 'kinds: { users: { columns: { full_name: name } } }\n',
    },
    { config: 'kinds: { users: { ignore: [full_name] } }\n' },
  ],
  'missing-column': [
    {
      files: users('login,name', 'u1,Ann'),
      config: 'kinds: { users: { ignore: [login] } }\n',
    },
    { config: 'kinds: { users: { columns: { login: uid } } }\n' },
  ],
  'transform-failed': [
    { files: users('uid,name', 'u1,Ann', 'u2,'), config: inCode('[row, ...row.name[0].a.b]') },
    { config: inCode("row.name === '' ? context.leaveOut('no name') : row") },
  ],
  'transform-stopped': [
    { files: users('uid,name', 'u1,Ann'), config: inCode('process.exit()') },
    { config: inCode('row') },
  ],
  'wrong-unit': [
    {
      files: users('uid,name,createdAt', ...many.map((user) => `${user},1700000000000`)),
      config: 'kinds: { users: { times: { createdAt: seconds } } }\n',
    },
    { config: 'kinds: { users: { times: { createdAt: milliseconds } } }\n' },
  ],
};

interface ReportedProblems {
  readonly codes: readonly string[];
  /** Records of all kinds that are planned. */
  readonly planned: number;
  readonly rejected: number;
}

async function plan(
  rig: Rig,
  { files = {}, args = [], config = '' }: Given,
): Promise<ReportedProblems> {
  const inputs = Object.entries(files).flatMap(([name, content]) => {
    return content === undefined ? [] : [rig.write(name, content)];
  });
  const isCode = config.startsWith('export ');
  const written = rig.write(isCode ? 'chatferry.config.ts' : 'chatferry.yaml', config);
  const { out } = await rig.cli(['plan', ...inputs, ...args, `--config=${written}`, '--json']);
  const reported = JSON.parse(out.split('\n').at(-1)!) as {
    code?: string;
    kinds?: Record<string, { planned: number; rejected: number }>;
    problemsByCode?: { code: string }[];
  };
  expect(reported.code ?? reported.kinds).toBeDefined();
  const kinds = Object.values(reported.kinds ?? {});
  return {
    codes: reported.problemsByCode?.map(({ code }) => code) ?? [reported.code!],
    planned: kinds.reduce((sum, { planned }) => sum + planned, 0),
    rejected: kinds.reduce((sum, { rejected }) => sum + rejected, 0),
  };
}

const cases = Object.entries(examples) as [ProblemCode, readonly [Given, Given | 'as it is']][];

test.each(
  cases.flatMap(([code, [example, fixed]]) =>
    fixed === 'as it is' ? [] : [{ code, example, fixed }],
  ),
)('the fix of $code makes it go away', async ({ code, example, fixed }) => {
  await using rig = await startRig();
  await using other = await startRig();

  const before = await plan(rig, example);
  const files = { ...example.files, ...fixed.files };
  const after = await plan(other, { ...example, ...fixed, files });

  expect(before.codes).toContain(code);
  expect(after.codes).not.toContain(code);
  expect(after.planned).toBeGreaterThan(0);
  expect(after.rejected).toBeLessThanOrEqual(before.rejected);
});

test.each(
  cases.flatMap(([code, [example, fixed]]) => (fixed === 'as it is' ? [{ code, example }] : [])),
)('of $code it is true that there is nothing to do', async ({ code, example }) => {
  await using rig = await startRig();

  const { codes, planned, rejected } = await plan(rig, example);

  expect(codes).toContain(code);
  expect(problems[code].fix).toMatch(/nothing to do/i);
  expect(planned).toBeGreaterThan(0);
  expect(rejected).toBe(0);
});

test('the fix of unreadable-file makes it go away', async () => {
  await using rig = await startRig();
  const file = path.join(rig.folder, 'users.csv');
  const read = async (): Promise<number> => {
    let records = 0;
    const input = { file, kind: 'users', format: 'csv', bytes: createReadStream(file) } as const;
    for await (const block of readRecords(input, { now: anHourAgo, ids: 'keep', threads: 0 }))
      records += block.records;
    return records;
  };

  await expect(read()).rejects.toMatchObject({ code: 'unreadable-file' });
  rig.write('users.csv', people['users.csv']);
  expect(await read()).toBe(2);
});
