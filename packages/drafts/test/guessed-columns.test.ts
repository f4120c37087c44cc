import { describe, expect, test } from 'vitest';
import { columnsOfCells } from '../src/columns/columns-of.ts';
import { guessExport } from '../src/guessing/guess-export.ts';
import { References } from '../src/matching/references.ts';
import { draftTable } from '../src/proposing/draft-table.ts';
import { sections } from '../src/proposing/table-draft.ts';
import type { Table } from '../src/tables/table.ts';

/** Rows as `a,b|1,2`: the names of the columns first, without quotes. */
function tableOf(label: string, text: string): Table {
  const [names, ...rows] = text.split('|').map((line) => line.split(','));
  const file = { file: `${label}.csv`, name: label, label, rows: undefined, when: undefined };
  const columns = columnsOfCells(names!, rows, []);
  return { ...file, columns, rowCount: rows.length, isWhole: true };
}

/** The kind and the lines of each table. What is not certain has a `?`. */
function drafted(texts: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const guess = guessExport(Object.entries(texts).map(([label, text]) => tableOf(label, text)));
  return Object.fromEntries(
    guess.placed.map((placed) => {
      const { lines, ignored, participants } = draftTable(placed, guess);
      const written = sections.flatMap((section) =>
        lines[section].map(
          ({ key, value, isActive }) =>
            `${isActive ? '' : '?'}${section} ${key}: ${JSON.stringify(value)}`,
        ),
      );
      const others = [
        ...ignored.map(({ name, note }) => `ignored ${name}${note === '' ? '' : `: ${note}`}`),
        ...participants.map(({ name }) => `participant ${name}`),
      ];
      const kind = `${placed.kind}${placed.doubt === undefined ? '' : '?'}`;
      return [placed.table.label, [kind, ...written, ...others]];
    }),
  );
}

const users = 'user_id,name|101,Ann Lee|102,Bob Roe|103,Cy Fox';
const groups = 'room_id,title|7,Chess club|8,Go club|9,Bridge';
/** Messages to users, with one column more. */
const posts = (name: string, ...values: readonly string[]): string =>
  [
    `id,sender_id,receiver_id,body,sent_at,${name}`,
    `m1,101,102,How are you?,1700000001,${values[0]}`,
    `m2,102,101,Well and you?,1700000002,${values[1]}`,
    `m3,103,101,Hi to all of you,1700000003,${values[2]}`,
  ].join('|');
const toUsers = [
  'messages',
  'columns sender_id: "sender"',
  'columns receiver_id: "receiver"',
  'columns id: "muid"',
  'columns body: "text"',
  'columns sent_at: "sentAt"',
  'constants receiverType: "user"',
];

describe('messages', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a mark of deletion is a filter that keeps rows without one',
      posts('deleted', 'true', 'false', ''),
      [...toUsers, 'only deleted: [null,false]', 'ignored deleted'],
    ],
    [
      'so is a time of deletion',
      posts('deleted_at', '1700000009', '', ''),
      [...toUsers, 'only deleted_at: "empty"', 'ignored deleted_at'],
    ],
    [
      'and one that is 0 where there is none',
      posts('deleted_at', '1700000009', '0', '0'),
      [...toUsers, 'only deleted_at: [null,0]', 'ignored deleted_at'],
    ],
    [
      'a form of times that leaves open which number is the month is proposed',
      'id,sender_id,receiver_id,body,sent_at|m1,101,102,How are you?,03/04/2023 10:00|m2,102,101,Well and you?,05/06/2023 11:00',
      [...toUsers, '?times sentAt: {"format":"dd/MM/yyyy HH:mm"}'],
    ],
    [
      'a date and the time of day are joined, and both tell messages without an id apart',
      'sender_id,receiver_id,body,sent_date,sent_time|101,102,How are you?,2023-11-14,9:05|102,101,Well and you?,2023-11-15,10:00',
      [
        'messages',
        'columns sender_id: "sender"',
        'columns receiver_id: "receiver"',
        'columns body: "text"',
        'convert muid: {"hash":["sender_id","receiver_id","sent_date","sent_time","body"]}',
        'convert sentAt: {"join":["sent_date","sent_time"]}',
        'constants receiverType: "user"',
        'times sentAt: {"format":"yyyy-MM-dd H:mm"}',
      ],
    ],
    [
      'of two times of day none is joined, and none is certain',
      'sender_id,receiver_id,body,sent_date,sent_time,read_time|101,102,How are you?,2023-11-14,09:05,09:06|102,101,Well and you?,2023-11-15,10:00,10:01',
      [
        'messages',
        'columns sender_id: "sender"',
        'columns receiver_id: "receiver"',
        'columns body: "text"',
        'columns sent_date: "sentAt"',
        '?columns read_time: "readAt"',
        'convert muid: {"hash":["sender_id","receiver_id","sent_date","sent_time","read_time","body"]}',
        'constants receiverType: "user"',
        'times sentAt: {"format":"yyyy-MM-dd"}',
        '?times readAt: {"format":"HH:mm"}',
      ],
    ],
    [
      'a column of groups goes to groups, although it has numbers of users',
      'id,sender_id,room_id,body,sent_at|m1,101,102,How are you?,1700000001|m2,102,101,Well and you?,1700000002',
      [
        ...toUsers.slice(0, 2),
        'columns room_id: "receiver"',
        ...toUsers.slice(3, -1),
        'constants receiverType: "group"',
      ],
    ],
    [
      'columns without names are proposed where small numbers could be anything',
      'a,b,c,d,e|m1,101,102,How are you today?,1700000001|m2,102,101,Well and you then?,1700000002|m3,103,101,Hi to all of you,1700000003',
      [
        'messages',
        'columns a: "muid"',
        'columns d: "text"',
        'columns e: "sentAt"',
        '?columns b: "sender"',
        '?columns c: "receiver"',
        'constants receiverType: "user"',
        'ignored b: until its line under columns is confirmed',
        'ignored c: until its line under columns is confirmed',
      ],
    ],
    [
      'a column of times with gaps is not taken for the time of sending by its values',
      'id,sender_id,receiver_id,body,x|m1,101,102,How are you?,1700000001|m2,102,101,Well and you?,|m3,102,101,Well and she?,1700000003',
      [
        ...toUsers.slice(0, 5),
        '?columns x: "sentAt"',
        'constants receiverType: "user"',
        'ignored x: until its line under columns is confirmed',
      ],
    ],
  ])('%s', (_, text, lines) => {
    expect(drafted({ users, posts: text })['posts']).toEqual(lines);
  });

  test('a column of users that is called otherwise is not what they are sent to', () => {
    const { posts: lines } = drafted({
      users,
      posts: posts('x').replace('receiver_id', 'mention_id'),
    });

    expect(lines!.filter((line) => line.includes('mention_id'))).toEqual([
      '?columns mention_id: "receiver"', // where no other column can be
      'ignored mention_id: until its line under columns is confirmed',
    ]);
  });

  test('whether they go to users or groups is in the column whose values go with it', () => {
    const text =
      'id,sender_id,to_id,scope,body,sent_at|m1,101,102,a,How are you?,1700000001|m2,102,7,b,Well and you?,1700000002|m3,102,8,b,Well and he?,1700000003|m4,102,101,a,And she?,1700000003';

    const { posts: lines } = drafted({ users, rooms: groups, posts: text });

    expect(lines).toContain('columns scope: "receiverType"');
    expect(lines).toContain('convert receiverType: {"values":{"a":"user","b":"group"}}');
  });

  test('without users their names come from the messages; a group becomes no user', () => {
    const inGroups =
      'id,from,from_name,room_id,room_name,body,sent_at|m1,a1,Ann Lee,r1,Chess club,How are you?,1700000001|m2,b2,Bob Roe,r2,Go club,Well and you?,1700000002';
    const inTalks = inGroups.replace('room_id,room_name', 'to,to_name');
    const own = ['messages', 'columns id: "muid"', 'columns body: "text"'];
    const time = 'columns sent_at: "sentAt"';
    const from = 'columns from: ["sender","senderUserDetails.uid"]';
    const name = 'columns from_name: "senderUserDetails.name"';
    const group = ['columns room_id: "receiver"', from, name, 'constants receiverType: "group"'];
    const user = ['columns to: ["receiver","receiverUserDetails.uid"]'];
    const called = [
      'columns to_name: "receiverUserDetails.name"',
      'constants receiverType: "user"',
    ];

    expect(drafted({ posts: inGroups })['posts']).toEqual([
      ...own,
      time,
      ...group,
      'ignored room_name',
    ]);
    expect(drafted({ posts: inTalks })['posts']).toEqual([
      ...own,
      time,
      from,
      name,
      ...user,
      ...called,
    ]);
  });

  test('an answer to another one is not sent to it', () => {
    const text =
      'tweet_id,author_id,text,created_at,in_response_to_tweet_id|1,101,How are you?,1700000001,|2,102,Well and you?,1700000002,1|3,101,Hi to all of you,1700000003,2';

    expect(drafted({ users, tweets: text })['tweets']).toEqual([
      'messages?',
      'columns author_id: "sender"',
      'columns tweet_id: "muid"',
      'columns created_at: "sentAt"',
      '?columns in_response_to_tweet_id: "data.metadata.parentMuid"',
      '?columns $file: "receiver"',
      '?constants receiverType: "group"',
      'ignored in_response_to_tweet_id: until its line under columns is confirmed',
    ]);
  });

  test('columns that repeat the name of their table, and names with slips, are known', () => {
    const repeated =
      'chat_message_id,to_user_id,from_user_id,chat_message,timestamp|1,101,102,How are you?,1700000001|2,102,101,Well and you?,1700000002';
    const slips =
      'Id,SendBy,RecievedBy,Message,SendTime|1,101,102,How are you?,10:24:00|2,102,101,Well and you?,10:25:00';

    expect(drafted({ users, chat_message: repeated })['chat_message']).toEqual([
      'messages',
      'columns from_user_id: "sender"',
      'columns to_user_id: "receiver"',
      'columns chat_message_id: "muid"',
      'columns chat_message: "text"',
      'columns timestamp: "sentAt"',
      'constants receiverType: "user"',
    ]);
    expect(drafted({ users, messages: slips })['messages']).toEqual([
      'messages',
      'columns SendBy: "sender"',
      'columns RecievedBy: "receiver"',
      'columns Id: "muid"',
      'columns Message: "text"',
      '?columns SendTime: "sentAt"',
      'constants receiverType: "user"',
      '?times sentAt: {"format":"HH:mm:ss"}',
      'ignored SendTime: until its line under columns is confirmed',
    ]);
  });

  test('where two tables have the same id for different people, nothing that refers to it is certain', () => {
    const teachers = 'id,name|8,Bea Sol|9,Cem Ak';
    const students = 'id,name|8,Dan Ro|10,Eve Li';
    const text =
      'id,sender_role,sender_id,class_room_id,body,sent_at|1,teacher,8,7,How are you?,1700000001|2,student,8,7,Well and you?,1700000002|3,student,10,7,Hi to all of you,1700000003';

    const mixed = drafted({ teachers, students, rooms: groups, posts: text });
    const same = drafted({ teachers: students, students, rooms: groups, posts: text });

    expect(mixed['teachers']).toContain('?convert uid: {"template":"teachers-{id}"}');
    expect(mixed['students']).toContain('?convert uid: {"template":"students-{id}"}');
    expect(mixed['posts']).toContain('?columns sender_id: "sender"');
    expect(same['posts']).toContain('columns sender_id: "sender"');
  });

  test('without a sender they are not certain, whatever the file is called', () => {
    const text = 'id,body,sent_at|m1,How are you?,1700000001|m2,Well and you?,1700000002';

    expect(drafted({ users, messages: text })['messages']![0]).toBe('messages?');
  });
});

test('a table that is called users is kept, although messages refer to another one', () => {
  const others = users.replace('user_id', 'person_id').replaceAll('|10', '|20');
  const talks = posts('x').replaceAll(',10', ',20');

  expect(Object.keys(drafted({ users, people: others, talks }))).toEqual([
    'users',
    'people',
    'talks',
  ]);
});

describe('users', () => {
  const own = ['users', 'columns user_id: "uid"'];
  test.each<[string, string, readonly string[]]>([
    [
      'a role has to be confirmed',
      'user_id,name,role|101,Ann Lee,boss|102,Bob Roe,staff|103,Cy Fox,staff',
      [...own, '?columns role: "role"', 'ignored role: until its line under columns is confirmed'],
    ],
    [
      'a time of 0 or -1 is none',
      'user_id,name,created_at|101,Ann Lee,1700000001|102,Bob Roe,-1|103,Cy Fox,0',
      [
        ...own,
        'columns created_at: "createdAt"',
        'convert createdAt: {"values":{"0":null,"-1":null}}',
      ],
    ],
    [
      'numbers are no names',
      'user_id,email|101,ann@x.org|102,bob@x.org|103,cy@x.org',
      [
        'users',
        'columns user_id: "uid"',
        '?columns email: "name"', // the only column that can be
        'ignored email: until its line under columns is confirmed',
      ],
    ],
    [
      'logins are, where nothing else is',
      'login,email|ann,ann@x.org|bob,bob@x.org|cyfox,cy@x.org',
      ['users', 'columns login: ["uid","name"]', 'ignored email'],
    ],
    [
      'first and last names are joined',
      'user_id,first_name,last_name|101,Ann,Lee|102,Bob,Roe|103,Cy,Fox',
      [...own, 'convert name: {"join":["first_name","last_name"]}'],
    ],
    [
      'hashes are not shown, whatever their column is called',
      `user_id,name,x|101,Ann Lee,${'ab'.repeat(32)}|102,Bob Roe,${'cd'.repeat(32)}`,
      [...own, 'ignored x: may hold passwords, tokens or hashes'],
    ],
    [
      'of two columns that fit as well none is certain',
      'user_id,name,created_at,created_on|101,Ann Lee,1700000001,1700000001|102,Bob Roe,1700000002,1700000002',
      [
        ...own,
        '?columns created_at: "createdAt"',
        'ignored created_at: until its line under columns is confirmed',
        'ignored created_on',
      ],
    ],
  ])('%s', (_, text, lines) => {
    expect(drafted({ users: text })['users']).toEqual(lines);
  });
});

/** Groups with one column more. */
const rooms = (column: string, values: readonly string[]): string =>
  groups
    .split('|')
    .map((row, index) => `${row},${index === 0 ? column : values[index - 1]}`)
    .join('|');

/** The users that may be the members of groups that have two columns of users. */
function participantsOf(
  [one, other]: readonly [string, string],
  more: Readonly<Record<string, string>> = {},
): readonly string[] {
  const inRooms =
    'id,sender_id,room_id,body,sent_at|m1,101,7,How are you?,1700000001|m2,102,8,Well and you?,1700000002|m3,103,9,Hi to all of you,1700000003';
  const text = `room_id,title,${one},${other}|7,Chess club,101,102|8,Go club,102,103|9,Bridge,103,101`;
  const { rooms: lines } = drafted({ users, posts: inRooms, rooms: text, ...more });
  return lines!.filter((line) => line.startsWith('participant'));
}

describe('groups', () => {
  test.each([
    ['is_public', ['1', '0', '1'], { 0: 'private', 1: 'public' }],
    ['is_private', ['1', '0', '1'], { 0: 'public', 1: 'private' }],
    ['is_private', ['o', 'o', 'o'], { o: 'private' }],
  ])('the values of %s: %j', (column, flags, values) => {
    expect(drafted({ users, rooms: rooms(column, flags) })['rooms']).toEqual([
      'groups',
      'columns room_id: "guid"',
      'columns title: "name"',
      `columns ${column}: "type"`,
      `convert type: ${JSON.stringify({ values })}`,
    ]);
  });

  test('two users of a group may be all of its members, unless they made it or a table has the members', () => {
    const room_members = 'room_id,user_id|7,101|7,102|8,103|9,101';

    expect(participantsOf(['buyer_id', 'seller_id'])).toEqual([
      'participant buyer_id',
      'participant seller_id',
    ]);
    expect(participantsOf(['owner_id', 'creator_id'])).toEqual([]);
    expect(participantsOf(['buyer_id', 'seller_id'], { room_members })).toEqual([]);
  });

  test('rows that nothing shows to be people are groups beside users', () => {
    expect(drafted({ users, lists: 'id,name|1,Ann|2,Bob|3,Cy' })['lists']![0]).toBe('groups?');
  });
});

test.each([
  [
    'users who were in a group once are members',
    'room_id,user_id|7,101|7,102|7,103|8,102',
    'members',
  ],
  ['who was there again and again', 'room_id,user_id|7,101|7,101|7,101|8,102', undefined],
  [
    'a log',
    'user_id,text,at|101,logged in from home,1700000001|102,logged out of work,1700000002',
    undefined,
  ],
  ['pairs that nothing proves', 'a,b|x,y|y,z', undefined],
  ['pairs of users who are not there', 'user_id,friend_id|x1,y2|y2,z3', undefined],
  ['pairs of users', 'user_id,friend_id|101,102|102,103', 'friends'],
])('%s', (_, text, kind) => {
  const label = kind === undefined && text.includes('text') ? 'login_log' : 'friends_list';
  const name = text.startsWith('room') ? 'visits' : label;

  expect(drafted({ users, rooms: groups, [name]: text })[name]?.[0]).toBe(kind);
});

test('requests of friends are left out; ids of messages are no groups', () => {
  const asked = 'user_id,friend_id,status|101,102,accepted|102,103,pending|101,103,declined';
  const talk = 'message_id|m1|m2|m3';

  const lines = drafted({
    users,
    friends: asked,
    conversations: talk,
    posts: posts('x', '', '', ''),
  });

  expect(lines['friends']).toContain('only status: "accepted"');
  expect(lines['conversations']).toBeUndefined();
});

test.each([
  ['entries of address books', 'contacts', 'id,name,phone|1,Mum,491|2,Dad,492'],
  ['rows that belong to users', 'contacts', 'id,user_id,name|1,101,Mum|2,101,Dad'],
  [
    'rows that belong to users, whatever the file is called',
    'users',
    'id,owner,name|1,9,A b|2,9,C d',
  ],
  ['details of users', 'users_roles', 'id,name|1,Admin|2,Guest'],
  ['users by the name of the table only', 'customers', 'id,name|c1,Acme Inc|c2,Big Corp'],
])('no file is certain to hold users by its name: %s', (_, name, text) => {
  expect(
    drafted({ people: 'id,name,email|101,Ann,a@a.org|102,Bob,b@a.org', [name]: text })[name]?.[0],
  ).not.toBe('users');
});

test.each([
  ['contacts', 'first_user,second_user,status', ['friends?', 'blocks?']],
  ['users', 'user_id,contact_id,status', ['friends?', 'blocks?']],
  ['connections', 'id,from_user,to_user,state,blocked_by', ['friends?', 'blocks?']],
])('pairs of users in %s are proposed as friends and blocks', (name, names, kinds) => {
  const isNumbered = names.startsWith('id');
  const rows = [
    [101, 102, 'connected'],
    [102, 103, 'requested'],
    [101, 103, 'blocked'],
  ].map((row, at) =>
    [...(isNumbered ? [at] : []), ...row, ...(isNumbered ? [at === 2 ? 103 : ''] : [])].join(','),
  );
  const guess = guessExport([tableOf('people', users), tableOf(name, [names, ...rows].join('|'))]);

  const found = guess.placed.filter(({ table }) => table.label === name);

  expect(found.map(({ kind, doubt }) => `${kind}${doubt === undefined ? '' : '?'}`)).toEqual(kinds);
  expect(found.map(({ table }) => table.when?.value)).toEqual(
    ['connected', 'blocked'].slice(0, kinds.length),
  );
});

test('without names of columns, the name of the file says what it holds', () => {
  const pairs = 'column1,column2|1,2|2,2|3,1';

  expect(drafted({ users, messages: pairs })['messages']![0]).toBe('messages?');
  expect(drafted({ users, things: pairs })['things']).toBeUndefined();
});

test('a list of reported users is none of members', () => {
  const spam_list = 'id,reporter_id,reported_user_id,created_at,status|7,101,103,1700000001,open';

  expect(drafted({ users, rooms: groups, spam_list })['spam_list']).toBeUndefined();
});

test.each([
  [['sender_id', 'owner_id'], 'users'],
  [['group_id', 'room_id'], 'groups'],
  [['sender_id', 'group_id'], undefined],
  [['a', 'b'], undefined],
])('what %j refer to is one of %s', (names, kind) => {
  const [key, ...others] = columnsOfCells(
    ['id', ...names],
    [
      ['x', 'x', 'x'],
      ['y', 'y', 'y'],
    ],
    [],
  );

  expect(new References([], others).referredAs(key!)).toBe(kind);
});
