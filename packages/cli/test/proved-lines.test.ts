import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import type { Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

interface Mapping {
  readonly kind?: string;
  readonly kinds?: Readonly<Record<string, Mapping>>;
  readonly columns?: Readonly<Record<string, string | string[]>>;
  readonly convert?: Readonly<Record<string, { readonly hash?: readonly string[] }>>;
  readonly skip?: string;
}

/** The entries of the draft for files with these texts, and its proposals. */
async function draftOf(
  rig: Rig,
  files: Readonly<Record<string, string>>,
  accept?: string,
): Promise<{ entries: Readonly<Record<string, Mapping>>; names: string[]; text: string }> {
  const given = Object.entries(files).map(([name, text]) => rig.write(name, text));
  const accepted = accept === undefined ? [] : [`--accept=${accept}`];
  const { out, err } = await rig.cli(['init', ...given, '--stdout', ...accepted]);
  rig.write('chatferry.yaml', out);
  const names = Array.from(err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);
  return { entries: (parse(out) as { files: Record<string, Mapping> }).files, names, text: out };
}

async function plan(rig: Rig): Promise<Record<string, { rows: number; planned: number }>> {
  const config = path.join(rig.folder, 'chatferry.yaml');
  const { out } = await rig.cli([
    'plan',
    `--config=${config}`,
    '--retention-months=none',
    '--ids=fold',
    '--json',
  ]);
  return (JSON.parse(out) as { kinds: Record<string, { rows: number; planned: number }> }).kinds;
}

function planned(rig: Rig, kind: 'messages' | 'members'): Row[] {
  using opened = openPlan(path.join(rig.job, 'plan.sqlite'));
  return recordsOfRows(opened, kind);
}

const users = 'id,name,email\n1,Ann,a@a.org\n2,Bob,b@a.org\n3,Cy,c@a.org\n4,Dan,d@a.org\n';

/** Groups and conversations are both counted from 1, and a table joins them. */
const twoTables = {
  'users.csv': users,
  'groups.csv': 'id,name\n1,Chess club\n2,Go club\n',
  'conversations.csv':
    'id,title,type\n1,Ann and Bob,private\n2,Cy and Dan,private\n3,Chess,private\n4,Go,private\n',
  'conversation_group.csv': 'id,conversation_id,group_id\n1,3,1\n2,4,2\n',
  'group_user.csv': 'id,group_id,user_id\n1,1,1\n2,1,2\n3,1,3\n4,2,3\n5,2,4\n',
  'messages.csv':
    'id,conversation_id,user_id,body,created_at\n' +
    '1,1,1,Secret between us two,2024-01-04T10:00:00Z\n' +
    '2,2,3,Hello my dear Dan,2024-01-04T10:02:00Z\n' +
    '3,3,1,Who plays chess today?,2024-01-04T10:03:00Z\n',
};

test('members of a table that is not read join no conversation of another table', async () => {
  await using rig = await startRig();

  const { entries, names } = await draftOf(rig, twoTables);
  const kinds = await plan(rig);

  expect(entries['group_user.csv']!.skip).toMatch(/whose group_id refers to groups, which is not/);
  expect(names).not.toContain('group_user.members');
  expect(kinds).toMatchObject({ groups: { planned: 4 } });
  expect(kinds).not.toHaveProperty('members');
});

test('conversations with nothing but an id are proposed, and no proposal leads into other groups', async () => {
  await using rig = await startRig();
  const bare = { ...twoTables, 'conversations.csv': 'id,created_at\n1,\n2,\n3,\n4,\n' };
  const accepted = new Set<string>();
  for (;;) {
    const { names } = await draftOf(
      rig,
      bare,
      accepted.size === 0 ? undefined : [...accepted].join(),
    );
    const more = names.filter((name) => !accepted.has(name));
    for (const name of more) accepted.add(name);
    if (more.length === 0) break;
  }

  const kinds = await plan(rig);

  expect([...accepted]).toContain('conversations.groups');
  expect(kinds).toMatchObject({ groups: { planned: 4 }, messages: { planned: 3 } });
  expect(planned(rig, 'messages').map(({ receiver }) => receiver)).toEqual(['1', '2', '3']);
  expect(kinds).toMatchObject({ members: { planned: 3 } }); // those who wrote
});

const posts = (column: string): string =>
  `id,${column},user_id,body,created_at\n` +
  [1, 2]
    .map((id) => `${column}${id},${id},${id},Hello to all of ${id},2024-01-04T10:00:00Z\n`)
    .join('');

test('groups of two tables that are each counted from 1 stay apart, and so does what refers to them', async () => {
  await using rig = await startRig();
  await draftOf(rig, {
    'users.csv': users,
    'groups.csv': 'id,name,type\n1,Chess club,private\n2,Go club,private\n',
    'channels.csv': 'id,name,type\n1,News,public\n2,Offers,public\n3,Jobs,public\n',
    'group_messages.csv': posts('group_id'),
    'channel_messages.csv': posts('channel_id'),
    'channel_user.csv': 'channel_id,user_id\n1,1\n2,2\n1,3\n',
  });
  const kinds = await plan(rig);

  expect(kinds).toMatchObject({ groups: { planned: 5 }, messages: { planned: 4 } });
  const sent = planned(rig, 'messages').map(
    (row) => `${String(row['muid'])} ${String(row['receiver'])}`,
  );
  expect(sent.toSorted()).toEqual([
    'channel_id1 channels-1',
    'channel_id2 channels-2',
    'group_id1 groups-1',
    'group_id2 groups-2',
  ]);
  expect(planned(rig, 'members').map(({ guid }) => guid)).toEqual([
    'channels-1',
    'channels-2',
    'channels-1',
  ]);
});

test('members of the table that is read are certain', async () => {
  await using rig = await startRig();
  const memberships = 'id,conversation_id,user_id\n1,1,1\n2,1,2\n3,2,3\n4,2,4\n5,3,1\n';

  const { entries } = await draftOf(rig, { ...twoTables, 'conversation_user.csv': memberships });

  expect(entries['conversation_user.csv']).toMatchObject({
    kind: 'members',
    columns: { conversation_id: 'guid', user_id: 'uid' },
  });
});

const room = 'id,sender_internal_id,sender_name,room_id,text,sent_at\n';

test('an id that is the same for several names is no sender: the names are proposed', async () => {
  await using rig = await startRig();
  const rows = ['Ann', 'Bob', 'Cy', 'Ann'].map(
    (name, index) =>
      `m${index},0,${name},r1,Hello number ${index} to you,2024-01-04T10:0${index}:00Z\n`,
  );
  const files = { 'messages.csv': room + rows.join('') };

  const { entries } = await draftOf(rig, files);
  await draftOf(rig, files, 'messages.sender_name,onMissingUser,onMissingGroup,senderNotMember');
  const kinds = await plan(rig);

  expect(Object.values(entries['messages.csv']!.columns!).flat()).not.toContain('sender');
  expect(kinds).toMatchObject({ messages: { planned: 4 } });
  expect(planned(rig, 'messages').map(({ sender }) => sender)).toEqual(['ann', 'bob', 'cy', 'ann']);
});

test('a sender one of whom has two names is a proposal with the names', async () => {
  await using rig = await startRig();
  const rows = [
    'm1,7,Ann,r1,Hello to all of you,2024-01-04T10:00:00Z\n',
    'm2,8,Bob,r1,And hello to you,2024-01-04T10:01:00Z\n',
    'm3,7,Cy,r1,I use it as well,2024-01-04T10:02:00Z\n',
  ];

  const { entries, names, text } = await draftOf(rig, { 'messages.csv': room + rows.join('') });

  expect(entries['messages.csv']!.columns).not.toHaveProperty('sender_internal_id');
  expect(names).toContain('messages.sender_internal_id');
  expect(text).toContain('"7" has several names: "Ann", "Cy"');
});

const tables = [
  { type: 'header', version: '5.2.0' },
  { type: 'database', name: 'chat' },
  {
    type: 'table',
    name: 'messages',
    data: [
      { msg_id: '1', incoming_msg_id: '102', outgoing_msg_id: '101', msg: 'hello how are you' },
      { msg_id: '2', incoming_msg_id: '101', outgoing_msg_id: '102', msg: 'fine and you' },
      { msg_id: '3', incoming_msg_id: '103', outgoing_msg_id: '101', msg: 'are you coming today' },
    ],
  },
  {
    type: 'table',
    name: 'users',
    data: ['Ann', 'Bob', 'Cy'].map((fname, index) => ({
      user_id: String(index + 1),
      unique_id: String(index + 101),
      fname,
      lname: 'Lee',
      password: '5f4dcc3b5aa765d61d8327deb882cf99',
      status: 'Active now',
    })),
  },
];

test('the tables of a database in one list are told apart by their names, and by the ids that others refer to', async () => {
  await using rig = await startRig();
  const file = { 'db.json': JSON.stringify(tables) };

  const { entries, names } = await draftOf(rig, file);
  await draftOf(rig, file, 'messages.outgoing_msg_id,messages.incoming_msg_id');
  const kinds = await plan(rig);

  expect(entries['db.json']!.kinds!['users']).toMatchObject({
    when: { '^.name': 'users' },
    columns: { unique_id: 'uid' },
  });
  expect(entries['db.json']!.kinds!['messages']).toMatchObject({
    when: { '^.name': 'messages' },
    columns: { msg_id: 'muid', msg: 'text' },
  });
  expect(names).toContain('messages.outgoing_msg_id');
  expect(kinds).toMatchObject({ users: { planned: 3 }, messages: { rows: 3 } });
});

const single = [
  { entity: 'USER', id: 'u1', name: 'Ann Lee', email: 'a@a.org' },
  { entity: 'USER', id: 'u2', name: 'Bob Roe', email: 'b@a.org' },
  { entity: 'CONVERSATION', id: 'c1', title: 'Chess' },
  {
    entity: 'MESSAGE',
    id: 'm1',
    conversationId: 'c1',
    senderId: 'u1',
    text: 'Hi all',
    at: 1_704_362_400,
  },
  {
    entity: 'MESSAGE',
    id: 'm2',
    conversationId: 'c1',
    senderId: 'u2',
    text: 'Hello',
    at: 1_704_362_460,
  },
];

function csvOf(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const lines = rows.map((row) =>
    names.map((name) => (row as Record<string, string | number>)[name] ?? '').join(','),
  );
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

/** The form in which DynamoDB exports a row. */
function item(row: object): object {
  const typed = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === 'number' ? { N: String(value) } : { S: value as string },
  ]);
  return { Item: Object.fromEntries(typed) as object };
}

test.each([
  ['lines of JSON', 'all.ndjson', single.map((row) => JSON.stringify(row)).join('\n')],
  ['a table', 'all.csv', csvOf(single)],
  ['an export of DynamoDB', 'all.json', single.map((row) => JSON.stringify(item(row))).join('\n')],
  [
    'rows with keys of several things in each',
    'all.ndjson',
    single.map((row, nth) => JSON.stringify({ PK: `${row.entity}#${nth % 2}`, ...row })).join('\n'),
  ],
])('a column with the names of kinds tells rows apart: %s', async (_, name, text) => {
  await using rig = await startRig();

  const { names } = await draftOf(rig, { [name]: `${text}\n` });
  const asked = names.filter((each) => !/retention|senderNotMember/.test(each));
  await draftOf(rig, { [name]: `${text}\n` }, [...asked, 'senderNotMember'].join(','));
  const kinds = await plan(rig);

  expect(kinds).toMatchObject({
    users: { planned: 2 },
    groups: { planned: 1 },
    messages: { planned: 2 },
  });
});

function person(id: string, displayName: string): object {
  return { application: null, user: { id, displayName } };
}

test('the name of a sender is the one in the same object', async () => {
  await using rig = await startRig();
  const bot = { application: { id: 'a1', displayName: 'Polly' }, user: null };
  const value = [bot, person('u1', 'Ann Lee'), person('u2', 'Bob Roe')].map((from, index) => ({
    id: String(index),
    createdDateTime: `2024-01-04T10:0${index}:00Z`,
    from,
    body: { content: 'I voted for it now' },
    channelIdentity: { channelId: 'c1' },
  }));

  const { entries } = await draftOf(rig, { 'graph.json': JSON.stringify({ value }) });

  expect(entries['graph.json']!.columns).toMatchObject({
    'from.user.id': ['sender', 'senderUserDetails.uid'],
    'from.user.displayName': 'senderUserDetails.name',
  });
  expect(entries['graph.json']!.columns).not.toHaveProperty(['from.application.displayName']);
});

test('an id that is made of columns has the sender and the conversation', async () => {
  await using rig = await startRig();
  const messages = ['Ann Lee', 'Bob Roe'].map((sender_name) => ({
    sender_name,
    timestamp_ms: 1_704_362_400_000,
    content: 'ok, see you later then',
  }));
  const inbox = (title: string): string =>
    JSON.stringify({ participants: [], messages, title, thread_path: `inbox/${title}` });

  const { entries } = await draftOf(rig, { 'message_1.json': inbox('bob') });

  const { hash } = entries['message_1.json']!.convert!['muid']!;
  expect(hash).toEqual([
    'sender_name',
    expect.stringMatching(/^\^\.(title|thread_path)$/),
    'timestamp_ms',
    'content',
  ]);
});
