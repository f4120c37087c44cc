import { type Change, changesOf, set } from './change.ts';

// Templates of planned profiles, and changes to them.

/** UNIX seconds, two hours ago: the times of the records are near it. */
export const THEN: number = Math.floor(Date.now() / 1000) - 7200;

const other = 'https://other.example/x.png';

export const role = {
  name: 'A role',
  description: 'For some',
  metadata: { floor: 3, list: ['a', 'b'] },
  settings: { listUsers: 'all', sendMessagesTo: 'friendsOnly' },
};

const setRole = set('roles', 'role');

const ofRoles = changesOf('roles', [
  ['another name', setRole("name = 'Another'"), 'name'],
  ['another description', setRole("description = 'For none'"), 'description'],
  ['no description', setRole('description = NULL'), 'description'],
  ['another value in metadata', setRole("metadata = json_set(metadata, '$.floor', 4)"), 'metadata'],
  ['a list in another order', setRole(`metadata = '{"floor":3,"list":["b","a"]}'`), 'metadata'],
  ['no metadata', setRole('metadata = NULL'), 'metadata'],
  [
    'keys in another order',
    setRole(`metadata = '{"list":["a","b"],"floor":"3"}'`),
    { same: 'keys' },
  ],
  [
    'another setting',
    setRole("settings = json_set(settings, '$.listUsers', 'friendsOnly')"),
    'settings',
  ],
  ['no settings', setRole('settings = NULL'), 'settings'],
  [
    'another name, where the planned one was filled in',
    setRole("name = 'Another'"),
    { same: 'filledIn' },
    { name: undefined },
  ],
  ['removed', "DELETE FROM roles WHERE role = ':id'", 'missing'],
]);

export const user = {
  name: 'Ann é Lee',
  avatar: 'https://files.example/a.png',
  link: 'https://people.example/a',
  role: 'staff',
  metadata: { city: 'Oslo', n: 5, of: { deep: [1, 2] }, '@private': { email: 'a@people.example' } },
  tags: ['a', 'b'],
  createdAt: THEN - 900,
};

const bare = {
  avatar: undefined,
  link: undefined,
  role: undefined,
  metadata: undefined,
  tags: undefined,
  createdAt: undefined,
};

const setUser = set('users', 'uid');
const setJson = (path: string, value: string): string =>
  setUser(`metadata = json_set(metadata, '$.${path}', ${value})`);

const ofUsers = changesOf('users', [
  ['another name', setUser("name = 'Eve'"), 'name'],
  ['a name in other case', setUser("name = 'ann é lee'"), 'name'],
  ['a name with a space after it', setUser("name = name || ' '"), 'name'],
  ['a name in another form of Unicode', setUser("name = 'Ann e\u0301 Lee'"), 'name'],
  ['another avatar', setUser(`avatar = '${other}'`), 'avatar'],
  ['no avatar', setUser('avatar = NULL'), 'avatar'],
  ['another link', setUser(`link = '${other}'`), 'link'],
  ['no link', setUser('link = NULL'), 'link'],
  ['another role', setUser("role = 'guest'"), 'role'],
  ['the default role', setUser("role = 'default'"), 'role'],
  ['a role that was not planned', setUser("role = 'guest'"), 'role', bare],
  ['another value in metadata', setJson('city', "'Rome'"), 'metadata'],
  ['another number', setJson('n', '6'), 'metadata'],
  ['a number with a fraction', setJson('n', '5.5'), 'metadata'],
  ['true instead of a number', setJson('n', "json('true')"), 'metadata'],
  ['another value deep in metadata', setJson('of.deep[1]', '3'), 'metadata'],
  ['a list in another order', setJson('of.deep', "json('[2,1]')"), 'metadata'],
  ['a longer list', setJson('of.deep', "json('[1,2,3]')"), 'metadata'],
  ['a list with a text that looks like it', setJson('of.deep', "'[1,2]'"), 'metadata'],
  ['a key more', setJson('more', '1'), 'metadata'],
  ['a key less', setUser("metadata = json_remove(metadata, '$.city')"), 'metadata'],
  ['a key in other case', setUser(`metadata = replace(metadata, '"city"', '"City"')`), 'metadata'],
  [
    'a key __proto__',
    setUser(`metadata = '{"__proto__":{"x":1},' || substr(metadata, 2)`),
    'metadata',
  ],
  ['other private metadata', setJson('"@private".email', "'b@people.example'"), 'metadata'],
  ['no metadata', setUser('metadata = NULL'), 'metadata'],
  [
    'a digit beyond those that a program keeps',
    setUser(`metadata = '{"id":12345678901234569}'`),
    'metadata',
    { metadata: { id: '#12345678901234567#' } },
  ],
  [
    'private metadata that is not shown',
    setUser(`metadata = json_remove(metadata, '$."@private"')`),
    { notCompared: '@private in metadata where it is not shown' },
  ],
  [
    'keys in another order',
    setUser(`metadata = '{"b":{"d":2,"c":1},"a":0}'`),
    { same: 'keys' },
    { metadata: { a: 0, b: { c: 1, d: 2 } } },
  ],
  ['a quoted number', setJson('n', "'5'"), { same: 'numbers' }],
  [
    'an empty object for an empty list',
    setUser(`metadata = '{"a":1,"list":{}}'`),
    { same: 'empty' },
    { metadata: { a: 1, list: [] } },
  ],
  ['another tag', setUser(`tags = '["a","c"]'`), 'tags'],
  ['a tag more', setUser(`tags = '["a","b","c"]'`), 'tags'],
  ['a tag less', setUser(`tags = '["a"]'`), 'tags'],
  ['a tag twice', setUser(`tags = '["a","b","b"]'`), 'tags'],
  ['a tag in other case', setUser(`tags = '["A","b"]'`), 'tags'],
  ['no tags', setUser("tags = '[]'"), 'tags'],
  ['tags in another order', setUser(`tags = '["b","a"]'`), { same: 'tags' }],
  ['created earlier', setUser('created_at = created_at - 1'), 'createdAt'],
  ['created later', setUser('created_at = created_at + 1'), 'createdAt'],
  ['deactivated', setUser(`deactivated_at = ${THEN}`), 'deactivated'],
  ['removed', "DELETE FROM users WHERE uid = ':id'", 'missing'],
  ['an id in another form', setUser("uid = uid || '-'"), 'missing'],
  [
    'active at another time',
    setUser('last_active_at = last_active_at - 1'),
    { notCompared: 'lastActiveAt' },
    { lastActiveAt: THEN },
  ],
  [
    'deactivated at another time',
    setUser('deactivated_at = deactivated_at - 1'),
    { notCompared: 'the time of deactivatedAt' },
    { deactivatedAt: THEN },
  ],
  ['an avatar that was not planned', setUser(`avatar = '${other}'`), { same: 'notSent' }, bare],
  ['a link that was not planned', setUser(`link = '${other}'`), { same: 'notSent' }, bare],
  ['metadata that was not planned', setUser(`metadata = '{"a":1}'`), { same: 'notSent' }, bare],
  ['tags that were not planned', setUser(`tags = '["t"]'`), { same: 'notSent' }, bare],
  [
    'a status message',
    setUser(`status_message = 'Away', updated_at = ${THEN}`),
    { same: 'computed' },
  ],
]);

export const group = {
  name: 'Makers',
  type: 'private',
  owner: 'ada',
  icon: 'https://files.example/g.png',
  metadata: { floor: 3, of: { a: 1 } },
  tags: ['x', 'y'],
  createdAt: THEN - 800,
};

const bareGroup = { icon: undefined, metadata: undefined, tags: undefined, createdAt: undefined };

const setGroup = set('groups', 'guid');

const ofGroups = changesOf('groups', [
  ['another name', setGroup("name = 'Others'"), 'name'],
  ['private made public', setGroup("type = 'public'"), 'type'],
  ['private given a password', setGroup("type = 'password', password = 'x'"), 'type'],
  [
    'a password group made private',
    setGroup("type = 'private'"),
    'type',
    { type: 'password', password: 'p' },
  ],
  [
    'another password',
    setGroup("password = 'other'"),
    { notCompared: 'the password' },
    { type: 'password', password: 'sesame' },
  ],
  ['another owner', setGroup("owner = 'bob'"), 'owner'],
  ['another icon', setGroup(`icon = '${other}'`), 'icon'],
  ['no icon', setGroup('icon = NULL'), 'icon'],
  ['another value in metadata', setGroup("metadata = json_set(metadata, '$.of.a', 2)"), 'metadata'],
  ['a key more', setGroup("metadata = json_set(metadata, '$.more', 2)"), 'metadata'],
  ['a key less', setGroup("metadata = json_remove(metadata, '$.floor')"), 'metadata'],
  ['no metadata', setGroup('metadata = NULL'), 'metadata'],
  ['keys in another order', setGroup(`metadata = '{"of":{"a":1},"floor":3}'`), { same: 'keys' }],
  ['another tag', setGroup(`tags = '["x","z"]'`), 'tags'],
  ['a tag more', setGroup(`tags = '["x","y","z"]'`), 'tags'],
  ['no tags', setGroup("tags = '[]'"), 'tags'],
  ['tags in another order', setGroup(`tags = '["y","x"]'`), { same: 'tags' }],
  ['created earlier', setGroup('created_at = created_at - 1'), 'createdAt'],
  ['created later', setGroup('created_at = created_at + 1'), 'createdAt'],
  ['removed', "DELETE FROM groups WHERE guid = ':id'", 'missing'],
  ['an icon that was not planned', setGroup(`icon = '${other}'`), { same: 'notSent' }, bareGroup],
  [
    'metadata that was not planned',
    setGroup(`metadata = '{"a":1}'`),
    { same: 'notSent' },
    bareGroup,
  ],
  ['another number of members', setGroup('members_count = 7'), { same: 'computed' }],
]);

const ofDescriptions = changesOf('descriptions', [
  ['another description', setGroup("description = 'For none'"), 'description'],
  [
    'a description with a line more',
    setGroup('description = description || char(10)'),
    'description',
  ],
  ['no description', setGroup('description = NULL'), 'missing'],
]);

const ofDeactivations = changesOf('deactivations', [
  ['active again', setUser('deactivated_at = NULL'), 'missing'],
  [
    'deactivated at another time',
    setUser('deactivated_at = deactivated_at - 1'),
    { notCompared: 'their times' },
  ],
]);

export const profileChanges: readonly Change[] = [
  ...ofRoles,
  ...ofUsers,
  ...ofGroups,
  ...ofDescriptions,
  ...ofDeactivations,
];
