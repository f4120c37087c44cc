import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

/** What `init` says of each table: `file, rows: kind`. */
async function inspected(files: Readonly<Record<string, unknown>>) {
  await using rig = await startRig();
  const names = Object.entries(files).map(([name, content]) =>
    rig.write(name, typeof content === 'string' ? content : JSON.stringify(content)),
  );
  const { out, err } = await rig.cli(['init', ...names, '--stdout']);
  const lines = err
    .split('\n')
    .filter((line) => !line.startsWith(' ') && /: \w+, certain|: not read/.test(line));
  return {
    tables: lines.map((line) => line.replace(/^.*\//, '').replace(/; \d+ proposals?$/, '')),
    draft: out,
  };
}

const people = [
  { id: 11, name: 'Ann Lee', email: 'ann@example.org' },
  { id: 12, name: 'Bob Roe', email: 'bob@example.org' },
  { id: 13, name: 'Cy Fox', email: 'cy@example.org' },
];
const post = (id: number, more: object = {}) => ({
  id: `m${id}`,
  senderId: 11 + (id % 3),
  text: `What about number ${id}?`,
  sentAt: 1_700_000_000 + id,
  ...more,
});

test('rooms that are the keys of a whole document are one place of rows', async () => {
  const { tables, draft } = await inspected({
    'messages.json': { 'a1b2-general': [post(1), post(2)], 'c3d4-general': [post(3)] },
    'users.json': people,
  });

  expect(tables).toContain('messages.json, *[*]: messages, certain');
  expect(draft).toContain('rows: "*[*]"');
});

test('people under their names are users, although most of them have few details', async () => {
  const known = { id: 1, username: 'u', email: 'u@example.org', createdAt: '2025-01-01T00:00:00Z' };
  const more = { bio: 'x', theme: 'dark', font: 'serif', color: 'red', site: '', pronoun: 'she' };

  const { tables } = await inspected({
    'users.json': {
      ann: { ...known, id: 'ann' },
      bob: { ...known, id: 'bob' },
      'cy.fox': { ...known, ...more, id: 'cy.fox' },
      dee: { ...known, ...more, id: 'dee' },
    },
  });

  expect(tables).toEqual(['users.json, *: users, certain']);
});

test('words in a list of a row are no rows of different kinds', async () => {
  const permissions =
    'manage_server,manage_channels,kick_members,ban_members,send_messages,pin_messages,create_invites'.split(
      ',',
    );
  const server = (id: string, name: string) => ({
    id,
    name,
    members: [11, 12],
    roles: [
      { id: `${id}1`, name: 'Admin', permissions },
      { id: `${id}2`, name: 'Member', permissions: permissions.slice(4) },
    ],
  });

  const { draft } = await inspected({
    'servers.json': { s1: server('s1', 'Tea'), s2: server('s2', 'Go') },
    'users.json': people,
  });

  expect(draft).not.toContain('permissions[*]');
});

test('things with an id, a name and an owner are no groups for certain', async () => {
  const schedules = [
    { id: 's1', title: 'Web course', creator_id: 11, created_at: '2025-01-01T00:00:00Z' },
    { id: 's2', title: 'Go course', creator_id: 12, created_at: '2025-01-02T00:00:00Z' },
  ];
  const unsent = { schedule_id: undefined };

  const { tables, draft } = await inspected({
    'messages.json': {
      messages: {
        '11_12': [post(1, { schedule_id: 's1' }), post(2, unsent), post(3, unsent)],
        '12_13': [post(4, { schedule_id: 's2' }), post(5, unsent), post(6, unsent)],
      },
    },
    'schedules.json': schedules,
    'users.json': people,
  });

  expect(tables).toContain(
    'schedules.json: not read: it may hold groups, which has to be accepted',
  );
  expect(draft).not.toMatch(/^ +schedule_id: receiver/m);
  expect(draft).toMatch(/# \$key: receiver/);
});

test('what was written about other things is no message for certain', async () => {
  const rates = [1, 2, 3].map((id) => ({
    _id: `x${id}`,
    from: 10 + id,
    comment: `I liked chapter ${id} most`,
    createdAt: '2025-01-01T00:00:00Z',
  }));

  const { tables } = await inspected({
    'books.json': [{ _id: 'b1', isbn: 'i', rates }],
    'users.json': people,
  });

  expect(tables.filter((line) => line.includes('certain'))).toEqual(['users.json: users, certain']);
});

test('send and recv are who sent and who received, and a mark that no two rows share is no tag', async () => {
  const { draft } = await inspected({
    'messages.csv': [
      'no,send,recv,message,at,tag',
      '1,ann,bob,How are you?,1700000001,9f8e7d6c',
      '2,bob,ann,Fine,1700000002,5b4a3f2e',
      '3,ann,cy,And you?,1700000003,1d0c9b8a',
    ].join('\n'),
    'users.csv': 'username,password\nann,x\nbob,y\ncy,z\n',
  });

  expect(draft).toMatch(/^ +send: sender$/m);
  expect(draft).toMatch(/^ +recv: receiver$/m);
  expect(draft).not.toMatch(/^ +tag: tags$/m);
});

test('all proposals can be accepted at once, and one of them makes further lines certain', async () => {
  await using rig = await startRig();
  const threads = [
    { id: 't1x', members: [11, 12], updated_at: 1_634_906_281_705 },
    { id: 't2y', members: [12, 13], created_at: 1_634_829_861_078 },
  ];
  const messages = [post(0, { threadId: 't1x' }), post(1, { threadId: 't2y' })];
  const names = [
    rig.write('messages.json', JSON.stringify({ threads, messages })),
    rig.write('users.json', JSON.stringify(people)),
  ];
  const proposed = await rig.cli(['init', ...names, '--stdout']);
  const all = Array.from(proposed.err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);

  const { status, out } = await rig.cli(['init', ...names, '--stdout', `--accept=${all.join()}`]);

  expect(all).toEqual(expect.arrayContaining(['threads.groups']));
  expect(status).toBe(0);
  expect(out).toMatch(/^ +threadId: receiver$/m);
});

test('names with capitals and texts that were read in another encoding are proposed, so that nothing is refused', async () => {
  await using rig = await startRig();
  const rows = ['Ann', 'Bob', 'ann'].map(
    (sender, nth) => `${sender},General,SchÃ¶nen Tag â€“ number ${nth},170000000${nth}\n`,
  );
  const file = rig.write('messages.csv', `sender,room,text,sent_at\n${rows.join('')}`);
  const config = `--config=${rig.folder}/chatferry.yaml`;
  const proposed = await rig.cli(['init', file, '--stdout']);
  const all = Array.from(proposed.err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);

  await rig.cli(['init', file, config, `--accept=${all.join()}`]);
  const planned = await rig.cli(['plan', config, '--json']);

  expect(all).toEqual(expect.arrayContaining(['ids', 'messages.repair']));
  expect(proposed.err).toContain('"Ann" and "ann" differ only in capitals');
  expect(planned).toMatchObject({ status: 0 });
  expect(JSON.parse(planned.out)).toMatchObject({
    kinds: { users: { planned: 3 }, messages: { planned: 3, warnings: 0 } },
  });
  expect((await rig.cli(['report'])).out).not.toContain('Ã');
});

test('friends and blocks as lists of ids in users are proposals, and no tags', async () => {
  await using rig = await startRig();
  const users = ['ann', 'bob', 'cy'].map((id, nth, all) => ({
    id,
    name: `Name ${id}`,
    email: `${id}@example.org`,
    friends: all.filter((other) => other !== id && nth > 0),
    blockedUsers: id === 'cy' ? ['bob'] : [],
  }));
  const sent = users.map(({ id }, nth) => post(nth, { senderId: id, receiverId: 'ann' })).slice(1);
  const names = [
    rig.write('users.json', JSON.stringify(users)),
    rig.write('messages.json', JSON.stringify(sent)),
  ];
  const config = `--config=${rig.folder}/chatferry.yaml`;
  const drafted = await rig.cli(['init', ...names, '--stdout']);

  await rig.cli(['init', ...names, config, '--accept=friends.friends,blockedUsers.blocks']);
  const planned = await rig.cli(['plan', config, '--retention-months=none', '--json']);

  expect(drafted.out).not.toMatch(/tags|^ +friends:$/m);
  expect(JSON.parse(planned.out)).toMatchObject({
    kinds: { friends: { rows: 4, rejected: 0 }, blocks: { rows: 1, planned: 1 } },
  });
});

test('users with nothing but a name under their ids are users', async () => {
  const { tables } = await inspected({
    'db.json': {
      users: { u1a: { displayName: 'Ann Lee' }, u2b: { displayName: 'Bob Roe' } },
      rooms: { r1: { title: 'Tea', members: { u1a: true, u2b: true } }, r2: { title: 'Go' } },
      messages: { r1: { m1: { from: 'u1a', text: 'Hello to all', ts: 1_704_189_600_000 } } },
    },
  });

  expect(tables).toContain('db.json, users.*: users, certain');
});

test('the keys of conversations are no users, although users have the same ids', async () => {
  const ids = ['550e8400-0000', '550e8400-0001', '550e8400-0002'];
  const files = {
    'users.json': Object.fromEntries(ids.map((id, nth) => [id, { ...people[nth], id }])),
    'conversations.json': Object.fromEntries(
      ids.map((id, nth) => [
        id,
        { kind: 'pair', last_message: `How do you do, ${nth}?`, people: ids },
      ]),
    ),
    'messages.json': Object.fromEntries(
      ids.map((id, nth) => [
        id,
        [{ sender: ids[nth], content: `What is number ${nth}?`, time: 1_700_000_000 + nth }],
      ]),
    ),
  };

  const { draft } = await inspected(files);

  expect(draft).toContain('becomes receiver once these are read');
  expect(draft).not.toMatch(/receiverType: user|last_message: name/);
});

test('types of attachments are not read where no address is', async () => {
  const files = ['/uploads/17-a b.png', '/uploads/18-c d.pdf'];
  const sent = [
    post(0),
    ...files.map((file, nth) => post(nth + 1, { file, fileType: 'image/png' })),
  ];

  const { draft } = await inspected({ 'messages.json': sent, 'users.json': people });

  expect(draft).not.toContain('mimeType');
});

test('messages without a time are planned with one that is given, in the order of their rows', async () => {
  await using rig = await startRig();
  const rows = [0, 1, 2].map(
    (nth) => `${9 - nth},1${nth % 2},1${(nth + 1) % 2},Hello number ${nth}\n`,
  );
  const names = [
    rig.write('messages.csv', `Id,FromUser,ToUser,Message\n${rows.join('')}`),
    rig.write('users.csv', 'id,name\n10,Ann\n11,Bob\n'),
  ];
  const config = `--config=${rig.folder}/chatferry.yaml`;
  const proposed = await rig.cli(['init', ...names, config]);

  await rig.cli(['init', ...names, config, '--accept=messages.sentAt=2024-03-01T00:00:00Z']);
  const { status } = await rig.cli(['plan', config, '--retention-months=none']);

  expect(proposed.out).toContain('--accept messages.sentAt=2024-01-01T00:00:00Z\nThen check it');
  expect(status).toBe(0);
  const { out } = await rig.cli(['explain', 'messages:9']);
  expect(out).toContain(`"sentAt": ${Date.UTC(2024, 2, 1) / 1000}`);
});

const said = (who: string, ts: number) => ({ who, msg: `What does ${who} say?`, ts });

test('logs inside of rooms are messages, under dates too', async () => {
  const { tables } = await inspected({
    'rooms.json': {
      rooms: [
        { id: 'r1', title: 'Tea', log: { '2024-01-02': [said('ann', 1_704_189_600)] } },
        { id: 'r2', title: 'Go', log: { '2024-01-02': [said('cy', 1_704_189_700)] } },
      ],
    },
  });

  expect(tables).toContain('rooms.json, rooms[*].log.*[*]: messages, certain');
});

test('columns and lists that the draft ignores are named with counts', async () => {
  await using rig = await startRig();
  const rows = people.map((each) => ({
    ...each,
    shoe: 42,
    trips: [{ to: 'Rome' }, { to: 'Oslo' }],
  }));

  const { err } = await rig.cli([
    'init',
    rig.write('users.json', JSON.stringify(rows)),
    '--stdout',
  ]);

  expect(err).toMatch(
    /Ignored by the draft of .*users\.json: email \(3 of 3 rows\), shoe \(3 of 3 rows\), \[\*\]\.trips\[\*\] \(6 rows\)\./,
  );
});

test('posts next to chats are no messages for certain', async () => {
  const { tables } = await inspected({
    'messages.json': [1, 2, 3].map((id) => post(id, { receiverId: 11 + ((id + 1) % 3) })),
    'posts.json': [4, 5, 6].map((id) => post(id)),
    'users.json': people,
  });

  expect(tables).toContain('messages.json: messages, certain');
  expect(tables.find((line) => line.startsWith('posts.json'))).toContain(
    'not read: it may hold messages',
  );
});

test('the only room of a file of messages may have any name', async () => {
  const { tables } = await inspected({
    'messages.json': { random: [post(1, { room: 'random' }), post(2, { room: 'random' })] },
    'users.json': people,
  });

  expect(tables).toContain('messages.json, random[*]: messages, certain');
});

test('the users in columns of groups are accepted as members, and the groups stay groups', async () => {
  await using rig = await startRig();
  const deals = ['id,title,buyer_id,seller_id', 'c1,Lamp,11,12', 'c2,Chair,12,13'].join('\n');
  const messages = [post(1, { conversationId: 'c1' }), post(2, { conversationId: 'c2' })];
  const files = [
    rig.write('conversations.csv', `${deals}\n`),
    rig.write('users.json', JSON.stringify(people)),
    rig.write('messages.json', JSON.stringify(messages)),
  ];
  const accept = '--accept=conversations.type,conversations.participants';

  const { err } = await rig.cli(['init', ...files, '--stdout', accept]);

  expect(err).toMatch(/conversations\.csv: groups, certain/);
  expect(err).toMatch(/The first members, as they would be sent:\n.*"guid":"c1","uid":"11"/);
});

const ticket = (id: string, by: string, ...answers: readonly object[]) => ({
  id,
  subject: `Ticket ${id}`,
  created: 1_764_200_000,
  source: { id: `s${id}`, by, body: `What about ${id}?` },
  last: { id: 'x', by, body: 'A copy of an answer', at: 1_764_200_001 },
  parts: answers,
});
const part = (id: string, by: string) => ({ id, by, body: `An answer, ${id}`, at: 1_764_200_060 });

test('the message that opens a ticket is drafted beside the answers, and the copy of one is not', async () => {
  await using rig = await startRig();
  const tickets = [ticket('t1', 'ann', part('p1', 'bob'), part('p2', 'ann')), ticket('t2', 'bob')];
  const names = [
    rig.write('users.csv', 'id,name\nann,Ann\nbob,Bob\n'),
    rig.write('tickets.json', JSON.stringify({ tickets })),
  ];

  const config = `--config=${rig.folder}/chatferry.yaml`;
  const { err } = await rig.cli(['init', ...names, '--stdout']);
  const all = Array.from(err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);
  await rig.cli(['init', ...names, config, `--accept=${all.join()},tickets.type`]);
  const plan = await rig.cli(['plan', config, '--retention-months=none']);

  expect(err).toContain('tickets.json, tickets[*].source: messages, certain');
  expect(err).not.toContain('tickets[*].last:');
  expect(plan.out).toMatch(/^messages +4 +4 /m);
});

const item = (id: string, by: string) => ({
  Item: {
    id,
    by,
    text: `What about number ${id}?`,
    ts: 1_764_200_000,
    room: 'r1',
    read_by: [{ user: 'ann', at: 1_764_200_001 }],
    entities: [{ type: 'bold', offset: 0 }],
  },
});

test('a list inside of rows is no list of members because users read a message, and an untouched draft rejects none', async () => {
  await using rig = await startRig();
  const lines = [item('m1', 'ann'), item('m2', 'bob')].map((each) => JSON.stringify(each));
  const names = [
    rig.write('users.csv', 'id,name,email\nann,Ann,a@example.org\nbob,Bob,b@example.org\n'),
    rig.write('rooms.csv', 'id,name,type\nr1,Tea,private\n'),
    rig.write('messages.ndjson', lines.join('\n')),
  ];

  const config = `--config=${rig.folder}/chatferry.yaml`;
  const { out } = await rig.cli(['init', ...names, config]);
  const plan = await rig.cli(['plan', config, '--retention-months=none']);

  expect(out).toMatch(/Ignored by the draft of .*: Item.read_by\[\*\] \(2 rows\), Item.entities/);
  expect(plan.out).toMatch(/^messages +2 +2 /m);
  expect(plan.out).not.toMatch(/^members/m);
});

const pairOf = (...participants: string[]) => ({ type: 'pair', participants });
const saidBy = (sender: string) => [{ sender, text: `Who is ${sender}?`, sentAt: 1_764_200_000 }];

test('members in a list of conversations that have no id but their key are those of the key, also where users have the same keys', async () => {
  await using rig = await startRig();
  const names = [
    rig.write('chats.json', JSON.stringify({ k1: pairOf('k1', 'k2'), k2: pairOf('k2', 'k3') })),
    rig.write('messages.json', JSON.stringify({ k1: saidBy('k1'), k2: saidBy('k3') })),
    rig.write('users.csv', 'id,name,email\nk1,Ann,a@x.org\nk2,Bob,b@x.org\nk3,Cy,c@x.org\n'),
  ];
  const proposed = await rig.cli(['init', ...names, '--stdout']);
  const all = Array.from(proposed.err.matchAll(/^ {2}\d+\. (\S+)$/gm), ([, name]) => name!);

  const { out } = await rig.cli(['init', ...names, '--stdout', `--accept=${all.join()}`]);

  expect(all).toContain('participants.members');
  expect(out).toMatch(/rows: "\*\.participants\[\*\]"\n +columns:\n(?: +\S.*\n)*? +\$key: guid$/m);
  expect(out).toContain('type: { values: { pair: private } }');
});

const commentBy = (publisher: number) => ({ comment: 'What a goal that was', publisher });

test('comments under the keys of posts are one place, although people made some of the keys, and no messages for certain', async () => {
  const generated = '-LlG9hoU59R5WMutl2m_';
  const { tables } = await inspected({
    'export.json': {
      comments: {
        '-LlBLlhlF4b3fiih0sMX': { [generated]: commentBy(11) },
        '-ann': { [generated]: commentBy(12), '-1': commentBy(13) },
        '-bob': { '-1': commentBy(11), '-6-d': commentBy(12) },
      },
      posts: {
        '-LlBLlhlF4b3fiih0sMX': { description: 'The final was great', publisher: 11 },
        '-ann': { description: 'And so was the start', publisher: 12 },
        '-bob': { description: 'Nothing to see in it', publisher: 13 },
      },
      users: Object.fromEntries(people.map(({ id, ...person }) => [id, person])),
    },
  });

  expect(tables.filter((line) => line.includes('certain'))).toEqual(['{user}: users, certain']);
});

const balanceOf = (id: string) => ({
  studentId: id,
  studentName: `Name of ${id}`,
  balance: 12,
});

test('what is kept about users, under their keys or by their ids, is neither users nor messages for certain', async () => {
  const pushed = ['-OaL04AhzoXRJ8gSyvMF', '-O_ldrK7_VDOzDRF_pkE', '-OaVGg1Dgg15w7fQV0SH'];
  const noted = {
    '-OaolLKJ4D8fm9N5jb-T': { comment: 'She did well this year', date: 1_764_200_000 },
  };
  const { tables } = await inspected({
    'export.json': {
      students: Object.fromEntries(
        pushed.map((id, nth) => [id, { ...people[nth], id, history: noted }]),
      ),
      balances: Object.fromEntries(pushed.map((id) => [id, balanceOf(id)])),
    },
  });

  expect(tables.filter((line) => line.includes('certain'))).toEqual(['{student}: users, certain']);
});

const sentBy = (id: number) => ({
  senderId: 11 + (id % 3),
  receiverId: 11 + ((id + 1) % 3),
  sender: { id: 11 + (id % 3), name: 'x' },
  receiver: { id: 11 + ((id + 1) % 3), name: 'y' },
  read: id,
  readBy: [{ user: 11, at: 1_764_200_000 }],
  text: `What about number ${id}?`,
  sentAt: 1_764_200_000 + id,
});

test('an object called like a field does not fill it, and a column is named although a list begins like it', async () => {
  await using rig = await startRig();
  const names = [
    rig.write('messages.json', JSON.stringify([sentBy(1), sentBy(2), sentBy(3)])),
    rig.write('users.json', JSON.stringify(people)),
  ];

  const { out } = await rig.cli(['init', ...names, `--config=${rig.folder}/chatferry.yaml`]);

  expect(out).toMatch(/--accept \S*messages\.senderId,messages\.receiverId/);
  expect(out).toMatch(
    /messages\.json: .*read \(3 of 3 rows\), \[\*\]\.readBy\[\*\] \(3 rows\)[.,]/,
  );
});

const written = (by: string, text: string) => ({ by, text, at: 1_764_200_000 });

test('what a message inside of a group has is none of the group for certain, and a draft opens no conversation', async () => {
  const { draft } = await inspected({
    'rooms.json': ['r1', 'r2'].map((id) => ({
      id,
      name: `Room ${id}`,
      type: 'private',
      welcome: written('ann', `Welcome to ${id}`),
      draft: written('bob', 'Never sent to anybody'),
      pinned: written('bob', 'Read this first please'),
      posts: [{ id: `${id}p`, ...written('bob', `Thank you for ${id}`) }],
    })),
    'users.csv': 'id,name,email\nann,Ann,a@x.org\nbob,Bob,b@x.org\n',
  });

  expect(draft).toContain('rows: "[*].welcome"');
  expect(draft.match(/\^\.id: receiver/g)).toHaveLength(2);
  expect(draft).not.toContain('receiverType: { values');
  expect(draft).not.toMatch(/\^\.id: muid/);
  expect(draft).not.toContain('rows: "[*].draft"');
  expect(draft).not.toMatch(/^ +(pinned|welcome)\.(by|at): /m);
});

test('times in several forms are named with an example of each', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'id,name\nann,Ann\nbob,Bob\n');
  const messages = rig.write(
    'messages.csv',
    'id,from,to,body,sent\n1,ann,bob,hi,2024-03-01 10:00:00\n2,bob,ann,yo,2024-03-01 10:01:00\n3,ann,bob,no,13/04/2024 10:02\n',
  );

  const { out } = await rig.cli(['init', users, messages, `--config=${rig.folder}/chatferry.yaml`]);

  expect(out).toContain('sent has several ("2024-03-01 10:00:00", "13/04/2024 10:02")');
});

test('logs inside of direct conversations are messages, also when nothing else is known of a conversation', async () => {
  await using rig = await startRig();
  const users = ['ann', 'bob', 'cy'].map((handle) => ({ handle, displayName: handle }));
  const pairs = [
    ['ann', 'bob'],
    ['ann', 'cy'],
    ['bob', 'cy'],
  ];
  const dms = pairs.map(([from, to], pair) => ({
    with: [from, to],
    log: [0, 60].map((s) => ({ from, to, txt: `hello ${pair}`, ts: 1_700_000_000 + pair + s })),
  }));
  const file = rig.write('chat.json', JSON.stringify({ users, dms }));

  const { out } = await rig.cli(['init', file, `--config=${rig.folder}/chatferry.yaml`]);

  expect(out).toContain('dms[*].log[*]: messages, certain');
});

test('members who left are filtered, those of whom a state says so are proposed and warned of, and a time in an unknown form is named', async () => {
  await using rig = await startRig();
  const names = [
    rig.write('users.csv', 'id,name,email\n101,Ann,a@x.org\n102,Bob,b@x.org\n103,Cy,c@x.org\n'),
    rig.write('rooms.csv', 'id,title,is_public\n1,Tea room,true\n2,Garden,false\n'),
    rig.write(
      'members.csv',
      'room_id,user_id,status,left_at\n1,101,active,\n1,102,active,2026-01-01T00:00:00Z\n2,103,invited,\n2,101,active,\n',
    ),
    rig.write(
      'messages.csv',
      'id,room_id,user_id,body,sent_at\nm1,1,101,Hello to you,2026-09-01 10:00:00 CEST\nm2,1,101,And again,2026-09-01 10:01:00 CEST\n',
    ),
  ];
  const config = `--config=${rig.folder}/chatferry.yaml`;

  const { out } = await rig.cli(['init', ...names, config]);
  const accepted = '--accept=messages.sentAt=2026-09-01T00:00:00Z';
  await rig.cli(['init', ...names, config, accepted]);
  const plan = await rig.cli(['plan', config]);

  expect(out).toContain('sent_at may hold it in another one');
  expect(out).toMatch(/status: \{ not: invited \}\n +leaves out members of which status says/);
  expect(plan.out).toContain('1 membership where left_at is not empty');
  expect(plan.out).toContain('members.csv: status is "invited" or the like in 1 of 3 rows');
});
