import { type Change, changesOf, set } from './change.ts';
import { group, THEN, user } from './profiles.ts';
import { member } from './relations.ts';

// Records of a delta: what was sent first, what is to be, and changes that put the first or another value back.

const setUser = set('users', 'uid');
const setGroup = set('groups', 'guid');
const setRole = set('roles', 'role');
const setMessage = set('messages', 'muid');

const ofRoles = changesOf('roleUpdates', [
  ['the name of before', setRole("name = 'A role'"), 'name', {}, { name: 'New' }],
  [
    'the emptied description',
    setRole("description = 'For some'"),
    'description',
    {},
    { description: undefined },
  ],
  [
    'the emptied metadata',
    setRole(`metadata = '{"floor":3}'`),
    'metadata',
    {},
    { metadata: undefined },
  ],
  [
    'another setting',
    setRole(`settings = '{"listUsers":"all"}'`),
    'settings',
    {},
    { settings: { listUsers: 'friendsOnly' } },
  ],
  ['removed', "DELETE FROM roles WHERE role = ':id'", 'missing', {}, { name: 'New' }],
]);

const ofUsers = changesOf('userUpdates', [
  ['the name of before', setUser("name = 'Before'"), 'name', { name: 'Before' }, {}],
  ['a third name', setUser("name = 'Third'"), 'name', { name: 'Before' }, {}],
  ['the emptied avatar', setUser(`avatar = '${user.avatar}'`), 'avatar', {}, { avatar: undefined }],
  ['the emptied link', setUser(`link = '${user.link}'`), 'link', {}, { link: undefined }],
  ['the role of before', setUser("role = 'staff'"), 'role', {}, { role: undefined }],
  [
    'the emptied metadata',
    setUser(`metadata = '{"city":"Oslo"}'`),
    'metadata',
    {},
    { metadata: undefined },
  ],
  [
    'a digit beyond those that a program keeps',
    setUser(`metadata = '{"id":12345678901234567}'`),
    'metadata',
    { metadata: { id: '#12345678901234567#' } },
    { metadata: { id: '#12345678901234569#' } },
  ],
  ['the emptied tags', setUser(`tags = '["a"]'`), 'tags', {}, { tags: undefined }],
  ['a field that the update left alone', setUser('link = NULL'), 'link', { name: 'Before' }, {}],
  ['removed', "DELETE FROM users WHERE uid = ':id'", 'missing', { name: 'Before' }, {}],
]);

const ofReactivations = changesOf('reactivations', [
  [
    'deactivated again',
    setUser(`deactivated_at = ${THEN}`),
    'deactivated',
    { deactivatedAt: THEN },
    {},
  ],
  ['removed', "DELETE FROM users WHERE uid = ':id'", 'missing', { deactivatedAt: THEN }, {}],
]);

const password = { type: 'password', password: 'sesame' };

const ofGroups = changesOf('groupUpdates', [
  ['the name of before', setGroup("name = 'Before'"), 'name', { name: 'Before' }, {}],
  ['the type of before', setGroup("type = 'public'"), 'type', { type: 'public' }, {}],
  ['another owner', setGroup("owner = 'ada'"), 'owner', {}, { owner: 'bob' }],
  ['the emptied icon', setGroup(`icon = '${group.icon}'`), 'icon', {}, { icon: undefined }],
  [
    'the emptied metadata',
    setGroup(`metadata = '{"floor":3}'`),
    'metadata',
    {},
    { metadata: undefined },
  ],
  ['the emptied tags', setGroup(`tags = '["x"]'`), 'tags', {}, { tags: undefined }],
  [
    'another password',
    setGroup("password = 'other'"),
    { notCompared: 'the password' },
    password,
    { ...password, name: 'New' },
  ],
  ['removed', "DELETE FROM groups WHERE guid = ':id'", 'missing', { name: 'Before' }, {}],
]);

const ban = "INSERT INTO bans VALUES ('hall', ':id', 1); DELETE FROM members WHERE uid = ':id'";
const OF_HALL = "WHERE guid = 'hall' AND uid = ':id'";

const ofMembers = changesOf('memberUpdates', [
  [
    'the scope of before',
    `UPDATE members SET scope = 'moderator' ${OF_HALL}`,
    'scope',
    {},
    { scope: 'admin' },
  ],
  [
    'the emptied scope',
    `UPDATE members SET scope = 'moderator' ${OF_HALL}`,
    'scope',
    {},
    { scope: undefined },
  ],
  ['banned', ban, 'isBanned', {}, { scope: 'admin' }],
  ['the ban lifted', `DELETE FROM bans ${OF_HALL}`, 'missing', {}, { isBanned: true }],
]);

const banned = { scope: undefined, joinedAt: undefined, isBanned: true };

const ofUnbans = changesOf('unbans', [
  ['banned again', ban, 'isBanned', banned, {}],
  ['removed', `DELETE FROM members ${OF_HALL}`, 'missing', banned, {}],
]);

const text = (value: string, more: object = {}): object => ({
  type: 'text',
  data: { text: value, ...more },
});

const ofMessages = changesOf('messageEdits', [
  [
    'the text of before',
    setMessage(`data = '{"text":"One"}'`),
    'data.text',
    text('One'),
    text('Two'),
  ],
  [
    'the emptied metadata',
    setMessage(`data = json_set(data, '$.metadata', json('{"a":1}'))`),
    'data.metadata',
    text('One', { metadata: { a: 1 } }),
    text('One'),
  ],
  [
    'the emptied tags',
    setMessage(`tags = '["s"]'`),
    'tags',
    text('One'),
    { ...text('One'), tags: undefined },
  ],
  ['deleted', setMessage(`deleted_at = ${THEN}`), 'deleted', text('One'), text('Two')],
  ['removed', "DELETE FROM messages WHERE muid = ':id'", 'missing', text('One'), text('Two')],
]);

/** The row that an earlier export had and a later one has not; put back by hand. */
const gone = { isGone: true };

const ofRemovals = [
  ...changesOf('messageRemovals', [
    [
      'there again',
      `CREATE TEMP TABLE copy AS SELECT * FROM messages WHERE muid = 'base';
       UPDATE copy SET id = id + 100000, muid = ':id';
       INSERT INTO messages SELECT * FROM copy;
       DROP TABLE copy`,
      'missing',
      text('One'),
      gone,
    ],
  ]),
  ...changesOf('memberRemovals', [
    [
      'there again',
      `INSERT INTO members VALUES ('hall', ':id', 'admin', ${member.joinedAt})`,
      'missing',
      {},
      gone,
    ],
    [
      'made anew',
      `INSERT INTO members VALUES ('hall', ':id', 'admin', ${member.joinedAt + 1})`,
      'joinedAt',
      {},
      gone,
    ],
  ]),
];

export const updateChanges: readonly Change[] = [
  ...ofRoles,
  ...ofReactivations,
  ...ofUsers,
  ...ofGroups,
  ...ofUnbans,
  ...ofMembers,
  ...ofMessages,
  ...ofRemovals,
];
