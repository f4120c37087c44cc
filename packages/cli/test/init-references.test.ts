import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

test('what the columns of other files refer to is the id, and shows who messages go to', async () => {
  await using rig = await startRig();
  const write = (name: string, ...rows: string[]): string =>
    rig.write(name, rows.join('\n') + '\n');
  const files = [
    write('people.csv', 'no,mail,name', '1,ana@a.org,Ana', '2,ben@a.org,Ben', '3,cy@a.org,Cy'),
    write('rooms.csv', 'no,short,title', '1,deck,On deck', '2,night,Night watch'),
    write('seats.csv', 'no,a,b', '1,deck,ana@a.org', '2,deck,ben@a.org', '3,night,ana@a.org'),
    write(
      'texts.csv',
      'no,x,from,to,text,time',
      '1,Q,ana@a.org,deck,Is anyone on deck?,2024-01-01T10:00:00Z',
      '2,Q,ben@a.org,night,Not yet I think,2024-01-01T10:01:00Z',
      '3,Z,cy@a.org,ana@a.org,Come to the deck,2024-01-01T10:02:00Z',
    ),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  const draft = (parse(out) as { files: Record<string, object> }).files;
  expect(draft).toMatchObject({
    'people.csv': { kind: 'users', columns: { mail: 'uid' } },
    'rooms.csv': { kind: 'groups', columns: { short: 'guid' } },
    'seats.csv': { kind: 'members', columns: { a: 'guid', b: 'uid' } },
    'texts.csv': {
      columns: { from: 'sender', to: 'receiver', x: 'receiverType' },
      convert: { receiverType: { values: { Q: 'group', Z: 'user' } } },
    },
  });
});

test('rows that others do not refer to, and events in groups, are no kind', async () => {
  await using rig = await startRig();
  const write = (name: string, ...rows: string[]): string =>
    rig.write(name, `${rows.join('\n')}\n`);
  const files = [
    write('people.csv', 'id,name,mail', 'u-1,Ana,ana@a.org', 'u-2,Ben,ben@a.org'),
    write('rooms.csv', 'id,title', 'r-1,On deck', 'r-2,Night watch'),
    write('seats.csv', 'a,b', 'r-1,u-1', 'r-1,u-2', 'r-2,u-1'),
    write(
      'trail.csv',
      'room_id,user_id,what',
      'r-1,u-1,open',
      'r-1,u-1,close',
      'r-2,u-2,open',
      'r-2,u-2,close',
    ),
    write('offers.csv', 'id,title,seller', 'o-1,Lamp,u-1', 'o-2,Chair,u-1', 'o-3,Desk,u-2'),
    write(
      'texts.csv',
      'id,sender,room_id,text,time',
      'm-1,u-1,r-1,Is anyone on deck?,2024-01-01T10:00:00Z',
      'm-2,u-2,r-2,Not yet I think,2024-01-01T10:01:00Z',
    ),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  const draft = (parse(out) as { files: Record<string, object> }).files;
  expect(draft).toMatchObject({
    'people.csv': { kind: 'users' },
    'rooms.csv': { kind: 'groups' },
    'seats.csv': { kind: 'members', columns: { a: 'guid', b: 'uid' } },
    'trail.csv': { skip: expect.any(String) as string },
    'offers.csv': { skip: expect.stringContaining('others refer to those of rooms') as string },
  });
});

test('what refers to rows shows whether they are users or groups', async () => {
  await using rig = await startRig();
  const write = (name: string, ...rows: string[]): string =>
    rig.write(name, `${rows.join('\n')}\n`);
  const files = [
    write('one.csv', 'k,name', 'p-1,Ana', 'p-2,Ben', 'p-3,Cy'),
    write('two.csv', 'k,name', 'q-1,Deck', 'q-2,Night'),
    write(
      'texts.csv',
      'id,author,room,text,time',
      'm-1,p-1,q-1,Is anyone on deck?,2024-01-01T10:00:00Z',
      'm-2,p-2,q-2,Not yet I think,2024-01-01T10:01:00Z',
      'm-3,p-3,q-2,Then I will go,2024-01-01T10:02:00Z',
    ),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  expect((parse(out) as { files: object }).files).toMatchObject({
    'one.csv': { kind: 'users', columns: { k: 'uid' } },
    'two.csv': { kind: 'groups', columns: { k: 'guid' } },
  });
});

test.each([
  ['first and last name', 'first_name,last_name', 'Ann,Lee', { join: ['first_name', 'last_name'] }],
  ['Vorname and Name, which is the rest', 'Name,Vorname', 'Lee,Ann', { join: ['Vorname', 'Name'] }],
  ['a whole name next to a part of it', 'name,last_name', 'Ann Lee,Lee', undefined],
])('names in two columns: %s', async (_, header, row, rule) => {
  await using rig = await startRig();
  const users = rig.write('users.csv', `id,${header},email\nu1,${row},ann@example.org\n`);

  const { out, err } = await rig.cli(['init', users, '--stdout']);

  const draft = parse(out) as { files: Record<string, { convert?: { name?: object } }> };
  expect(draft.files['users.csv']!.convert?.name).toEqual(rule);
  expect(err).toContain('"name":"Ann Lee"');
});

test('what holds messages and members is a group, whatever it is called', async () => {
  await using rig = await startRig();
  const people = ['p-1', 'p-2', 'p-3'].map((id) => ({
    id,
    name: `Ann ${id}`,
    email: `${id}@a.org`,
  }));
  const cases = ['c-1', 'c-2', 'c-3'].map((id, index) => ({
    id,
    title: `Case ${id}`,
    leadSurgeonId: `p-${(index % 2) + 1}`,
    participants: [{ personId: 'p-1' }, { personId: 'p-3' }],
    messages: [1, 2].map((no) => ({
      id: `${id}-${no}`,
      authorId: 'p-3',
      body: 'How are you now?',
    })),
  }));
  const file = rig.write('data.json', JSON.stringify({ people, cases }));

  const { out } = await rig.cli(['init', file, '--stdout', '--quiet']);

  const { kinds } = (parse(out) as { files: Record<string, { kinds: object }> }).files[
    'data.json'
  ]!;
  expect(kinds).toMatchObject({
    groups: { rows: 'cases[*]', columns: { id: 'guid', title: 'name' } },
    members: { rows: 'cases[*].participants[*]', columns: { personId: 'uid', '^.id': 'guid' } },
    messages: { rows: 'cases[*].messages[*]', columns: { '^.id': 'receiver' } },
  });
  expect(out).toContain('# leadSurgeonId: owner # 1. all of its values are in id of people');
});

test('friends and blocks are two users in a row, distinguished by the name of the table; what only a value says is proposed', async () => {
  await using rig = await startRig();
  const write = (name: string, ...rows: string[]): string =>
    rig.write(name, `${rows.join('\n')}\n`);
  const files = [
    write(
      'people.csv',
      'id,name,mail',
      'u-1,Ana,ana@a.org',
      'u-2,Ben,ben@a.org',
      'u-3,Cy,cy@a.org',
    ),
    write(
      'blockierungen.csv',
      'id,benutzer_id,blockiert_id,grund',
      '1,u-1,u-2,spam',
      '2,u-3,u-1,spam',
    ),
    write(
      'relations.ndjson',
      '{"user_id":"u-1","other_id":"u-2","relation":"friend"}',
      '{"user_id":"u-3","other_id":"u-1","relation":"ignore"}',
      '{"user_id":"u-2","other_id":"u-3","relation":"friend"}',
      '{"user_id":"u-2","other_id":"u-3","relation":"ignore"}',
    ),
    write('transfers.csv', 'from_user,to_user', 'u-1,u-2', 'u-2,u-3'),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  const draft = (parse(out) as { files: Record<string, object> }).files;
  expect(draft['blockierungen.csv']).toMatchObject({
    kind: 'blocks',
    columns: { benutzer_id: 'uid', blockiert_id: 'blocked' },
  });
  expect(draft['relations.ndjson']).toMatchObject({ skip: expect.stringMatching('accepted') });
  for (const kind of ['friends', 'blocks'])
    expect(out).toContain(`it may hold ${kind}, but only relation says so`);
  expect(draft['transfers.csv']).not.toMatchObject({
    kind: expect.stringMatching('friends|blocks'),
  });
});

test('pairs of users become friends and blocks once that is accepted, with the one who blocks', async () => {
  await using rig = await startRig();
  const people = [10, 11, 12, 13].map((id) => `${id},Ann ${id},${id}@a.org`);
  const pairs = [
    '1,10,11,connected,10,',
    '2,10,12,requested,12,',
    '3,11,12,blocked,11,12',
    '4,12,13,blocked,13,12',
  ];
  const files = [
    rig.write('users.csv', `${['id,name,email', ...people].join('\n')}\n`),
    rig.write(
      'contacts.csv',
      `${['id,first_user,second_user,status,requested_by,blocked_by', ...pairs].join('\n')}\n`,
    ),
  ];
  const config = path.join(rig.folder, 'chatferry.yaml');
  const init = ['init', ...files, `--config=${config}`];

  const drafted = await rig.cli(init);
  await rig.cli([...init, '--accept=contacts.friends,contacts.blocks']);
  const planned = await rig.cli(['plan', `--config=${config}`]);

  expect(drafted.out).toContain('it may hold friends or blocks, which has to be accepted');
  expect(planned.status).toBe(0);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'friends')).toMatchObject([{ uid: '10', friend: '11' }]);
  expect(recordsOfRows(plan, 'blocks')).toMatchObject([
    { uid: '12', blocked: '11' },
    { uid: '12', blocked: '13' },
  ]);
});

test('next to users, rows with nothing that only people have may be groups; a log of chats holds messages', async () => {
  await using rig = await startRig();
  const write = (name: string, ...rows: string[]): string =>
    rig.write(name, `${rows.join('\n')}\n`);
  const files = [
    write('people.csv', 'id,name,mail', 'u-1,Ana,ana@a.org', 'u-2,Ben,ben@a.org'),
    write(
      'hordes.csv',
      'horde_id,name,site_url',
      'h-1,The Pact,https://a.org/1',
      'h-2,Nine,https://a.org/2',
    ),
    write(
      'chat_log.csv',
      'no,from,to,body,ts',
      '1,u-1,h-1,Is anyone here?,1700000000',
      '2,u-2,u-1,Only me I think,1700000060',
    ),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);
  const accept = '--accept=hordes.groups';
  const accepted = await rig.cli(['init', ...files, '--stdout', '--quiet', accept]);

  expect((parse(out) as { files: object }).files).toMatchObject({
    'hordes.csv': { skip: 'it may hold groups, which has to be accepted' },
    'chat_log.csv': { kind: 'messages', columns: { from: 'sender' } },
  });
  expect((parse(accepted.out) as { files: object }).files).toMatchObject({
    'hordes.csv': { kind: 'groups', columns: { horde_id: 'guid' } },
    'chat_log.csv': { kind: 'messages', columns: { from: 'sender', to: 'receiver' } },
  });
});

test('reactions are known by their emoji or their name, in a file as in a list of messages', async () => {
  await using rig = await startRig();
  const people = rig.write('people.csv', 'id,name,mail\nu-1,Ana,ana@a.org\nu-2,Ben,ben@a.org\n');
  const marks = rig.write('marks.csv', 'post_id,person,emoji,at\nm-1,u-2,🎉,1700000100\n');
  const texts = [
    {
      id: 'm-1',
      from: 'u-1',
      text: 'Is anyone on deck?',
      votes: [{ by: 'u-2', reaction: 'tada' }],
    },
    { id: 'm-2', from: 'u-2', text: 'Not yet I think', votes: [{ by: 'u-1', reaction: 'eyes' }] },
  ].map((row, index) => ({ ...row, to: 'u-1', sent: 1_700_000_000 + index, files: [{ by: 'x' }] }));
  const messages = rig.write('texts.json', JSON.stringify(texts));

  const { out } = await rig.cli(['init', people, marks, messages, '--stdout', '--quiet']);

  expect((parse(out) as { files: Record<string, object> }).files).toMatchObject({
    'marks.csv': {
      kind: 'reactions',
      columns: { post_id: 'muid', person: 'uid', emoji: 'reaction', at: 'reactedAt' },
    },
    'texts.json': {
      kinds: {
        reactions: {
          rows: '[*].votes[*]',
          columns: { '^.id': 'muid', by: 'uid' },
        },
      },
    },
  });
});

test('a list of numbers in a group may hold its members', async () => {
  await using rig = await startRig();
  const people = [100_001, 100_002, 100_003].map((id) => ({
    id,
    name: `Ana ${id}`,
    email: 'a@a.org',
  }));
  const rooms = [
    { key: 'r-1', title: 'On deck', members: [100_001, 100_002], seats: [4, 8] },
    { key: 'r-2', title: 'Night watch', members: [100_002, 100_003], seats: [6] },
  ];
  const files = [
    rig.write('people.json', JSON.stringify(people)),
    rig.write('rooms.json', JSON.stringify(rooms)),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  expect((parse(out) as { files: Record<string, object> }).files['rooms.json']).toMatchObject({
    kinds: { members: { rows: '[*].members[*]' } },
  });
});

test('users of a group in its own columns are proposed as members, and the proposal works', async () => {
  await using rig = await startRig();
  const files = [
    rig.write('people.csv', 'id,name,mail\nu-1,Ana,ana@a.org\nu-2,Ben,ben@a.org\n'),
    rig.write(
      'rooms.csv',
      'room_id,title,buyer_id,seller_id,type\nd-1,Lamp,u-1,u-2,private\nd-2,Desk,u-2,u-1,public\n',
    ),
    rig.write(
      'messages.csv',
      'id,sender,room_id,text,time\nm-1,u-1,d-1,Is it new?,2024-01-01T10:00:00Z\nm-2,u-2,d-2,Not at all I think,2024-01-01T10:01:00Z\n',
    ),
  ];

  const { out } = await rig.cli(['init', ...files, '--stdout', '--quiet']);

  expect(out).toContain('#   - { columns: { room_id: guid, buyer_id: uid } }');
  const confirmed = out.replaceAll(/# (?=members:$| {2}- \{ columns)/gm, '');
  const config = rig.write('chatferry.yaml', confirmed);
  const { kinds } = JSON.parse(
    (await rig.cli(['plan', `--config=${config}`, '--retention-months=none', '--json'])).out,
  ) as { kinds: Record<string, { planned: number }> };
  expect(kinds).toMatchObject({ members: { planned: 4, rejected: 0 } });
});

test.each([
  [
    'ids that differ',
    'id,from,to,room,text,time\nm-1,u-1,u-2,,Hi Ben,1700000000\nm-2,u-2,,r-1,Hi all,1700000060\n',
    'csv',
    ['u-', 'r-'],
    'm-3,u-2,u-1,r-1,For you,1700000120\n',
  ],
  [
    'numbers that both have',
    'id,sender_id,receiver_id,group_id,text,time\n1,1,2,,Hi Ben,1700000000\n2,2,,1,Hi all,1700000060\n',
    'csv',
    ['', ''],
    '3,2,1,1,For you,1700000120\n',
  ],
  [
    'a column with the name of the field',
    'muid,sender,receiver,channel_id,text,sentAt\n1,1,2,,Hi Ben,1700000000\n2,2,,1,Hi all,1700000060\n',
    'csv',
    ['', ''],
    '3,2,1,1,For you,1700000120\n',
  ],
  [
    'objects of JSON',
    '{"id":1,"sender_id":1,"receiver_id":2,"group_id":null,"text":"Hi Ben","time":1700000000}\n{"id":2,"sender_id":2,"receiver_id":null,"group_id":1,"text":"Hi all","time":1700000060}\n',
    'ndjson',
    ['', ''],
    '{"id":3,"sender_id":2,"receiver_id":1,"group_id":1,"text":"For you","time":1700000120}\n',
  ],
])(
  'messages with a user in one column or a group in another are read twice: %s',
  async (_, messages, format, [ofUsers, ofGroups], withBoth) => {
    await using rig = await startRig();
    const userRows = [1, 2].map((n) => `${ofUsers}${n},Person ${n},p${n}@a.org\n`);
    const groupRows = [1, 2].map((n) => `${ofGroups}${n},Room ${n},public\n`);
    const files = [
      rig.write('users.csv', `id,name,mail\n${userRows.join('')}`),
      rig.write('groups.csv', `id,title,type\n${groupRows.join('')}`),
      rig.write(`messages.${format}`, messages),
    ];
    const config = path.join(rig.folder, 'chatferry.yaml');

    await rig.cli(['init', ...files, `--config=${config}`, '--quiet']);
    rig.write(`messages.${format}`, messages + withBoth);
    const { status, out, err } = await rig.cli([
      'plan',
      `--config=${config}`,
      '--retention-months=none',
      '--json',
    ]);

    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ kinds: { messages: { rows: 3, planned: 3 } } });
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const sent = recordsOfRows(plan, 'messages').map(
      ({ receiverType, receiver }) => `${String(receiverType)} ${String(receiver)}`,
    );
    expect(sent.toSorted()).toEqual([`group ${ofGroups}1`, `user ${ofUsers}1`, `user ${ofUsers}2`]);
  },
);

const people = ['users.csv', 'id,name,email\n1,Ann,a@x.org\n2,Bob,b@x.org\n3,Cy,c@x.org\n'];
const rooms = ['rooms.csv', 'id,title\n1,One\n2,Two\n9,Nine\n'];
const columns = { to_id: 'receiver', sender_id: 'sender' };

test.each([
  [
    'the number of a room, which is also that of a user: to the group',
    [people],
    ['id,sender_id,room_id,text', '1,1,2,Hi there', '2,2,3,Ho there'],
    { constants: { receiverType: 'group' } },
  ],
  [
    'numbers that users and rooms have: to neither',
    [people, rooms],
    ['id,sender_id,to_id,k,text', '11,1,9,a,Hi', '12,2,9,a,Ho', '13,3,1,b,Hm', '14,3,2,b,Oh'],
    { columns: { ...columns, id: 'muid', sent_at: 'sentAt' }, ignore: ['k'] },
  ],
  [
    'receivers of whom few are users, next to rooms: to neither',
    [people, rooms],
    ['id,sender_id,recipient_id,text', '11,1,2,Hi', '12,2,77,Ho', '13,3,78,Hm'],
    { columns: { sender_id: 'sender', id: 'muid', sent_at: 'sentAt' } },
  ],
  [
    'a room and its name: to no user of that name',
    [['rooms.csv', 'id,title\nr-1,One\nr-2,Two\n']],
    ['id,sender_id,to_id,to_name,text', 'm-1,u-1,r-1,One,Hi there', 'm-2,u-2,r-2,Two,Ho there'],
    { columns, constants: { receiverType: 'group' }, ignore: ['to_name'] },
  ],
])('messages to %s', async (_, others, lines, draft) => {
  await using rig = await startRig();
  const rows = lines.map((line, nth) =>
    nth === 0 ? `${line},sent_at` : `${line},2024-01-01T10:00:0${nth}Z`,
  );
  const files = [...others, ['messages.csv', `${rows.join('\n')}\n`]] as [string, string][];

  const given = files.map(([name, text]) => rig.write(name, text));
  const { out } = await rig.cli(['init', ...given, '--stdout', '--quiet']);

  const found = (parse(out) as { files: Record<string, object> }).files['messages.csv'];
  expect(found).toMatchObject(draft);
  expect('constants' in found!).toBe('constants' in draft);
  expect(found).not.toHaveProperty('convert');
});

test('a time of deletion of zero keeps the message, and a mark in every row is yes', async () => {
  await using rig = await startRig();
  const messages = rig.write(
    'messages.csv',
    'id,sender_id,recipient_id,text,sent_at,deleted_at\nm-1,u-1,u-2,Hi,1704103200,0\nm-2,u-2,u-1,Ho,1704103201,1704103300\n',
  );
  const groups = rig.write('groups.csv', 'id,title,private\ng-1,One,o\ng-2,Two,o\n');

  const { out } = await rig.cli(['init', messages, groups, '--stdout', '--quiet']);

  expect(out).toContain('  deleted_at: [ null, 0 ] # leaves out');
  expect(parse(out)).toMatchObject({
    files: { 'groups.csv': { convert: { type: { values: { o: 'private' } } } } },
  });
});

test('a column that some rows lack is no certain id', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'login,name\na1,Ann\nb1,Bob\n,Dan\n');

  const { out } = await rig.cli(['init', users, '--stdout', '--quiet']);

  expect(out).toContain('# columns: { login: uid }');
});

test('a field shows the type of each row of a JSON list, as in dumps of Django', async () => {
  await using rig = await startRig();
  const rows = [
    { model: 'auth.user', pk: 1, fields: { username: 'ann', email: 'ann@a.org' } },
    { model: 'auth.user', pk: 2, fields: { username: 'bob', email: 'bob@a.org' } },
    {
      model: 'chat.message',
      pk: 1,
      fields: { sender: 1, receiver: 2, text: 'Hi Bob, how are you?' },
    },
    { model: 'chat.message', pk: 2, fields: { sender: 2, receiver: 1, text: 'Hello Ann, fine' } },
  ];
  const file = rig.write('dump.json', JSON.stringify(rows));

  const { out } = await rig.cli(['init', file, '--stdout', '--quiet']);

  const { files } = parse(out) as { files: Record<string, { kinds: object }> };
  expect(files['dump.json']!.kinds).toMatchObject({
    users: { when: { model: 'auth.user' }, columns: { pk: 'uid' } },
    messages: {
      when: { model: 'chat.message' },
      columns: { pk: 'muid', 'fields.sender': 'sender', 'fields.text': 'text' },
    },
  });
});
