import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { readFiles } from '../../read-files.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip, type ZipPart } from '../../zip-file.ts';
import { exampleLines, line, mira, partsOf, post, theo, townSquare, withPosts } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

async function read(parts: readonly ZipPart[], options = {}): Promise<WholeExport> {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), parts);
  return await readAll(folder.file('a.zip'), { options });
}

function readPosts(posts: readonly (object | string)[], options = {}): Promise<WholeExport> {
  return read(withPosts(posts), options);
}

function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}

test('the example becomes exactly these records', async () => {
  using folder = testFolder();
  const file = folder.file('a.zip');
  await writeZip(file, partsOf(exampleLines));

  const { everything: _everything, ...all } = await readAll(file);

  const json = JSON.stringify(all, undefined, 2).replaceAll(`${file}/`, '');
  await expect(`${json}\n`).toMatchFileSnapshot(expected);
});

test('a byte order mark before the first line changes nothing', async () => {
  const [part] = partsOf(exampleLines);

  const [plain, marked] = await Promise.all(
    [part!.text, `\uFEFF${part!.text}`].map((text) => readFiles({ 'import.jsonl': text })),
  );

  expect(marked!.messages.length).toBeGreaterThan(0);
  expect(marked).toEqual(plain);
});

/** As Windows programs save a text. */
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each<[string, (text: string) => Buffer]>([
  ['little-endian', utf16],
  ['big-endian', (text) => utf16(text).swap16()],
])('UTF-16 is read like UTF-8: %s', async (_, encoded) => {
  using folder = testFolder();
  const [part] = partsOf(exampleLines);
  const [plain, wide] = await Promise.all(
    [part!.text, encoded(part!.text)].map((text) => readFiles({ 'import.jsonl': text })),
  );
  writeFileSync(folder.file('dump.jsonl'), encoded(part!.text));

  using bare = await openExport(folder.file('dump.jsonl'));

  expect(wide!.messages.length).toBeGreaterThan(0);
  expect(wide).toEqual(plain);
  expect(bare?.system).toBe('mattermost');
});

test('a bare file of any name is recognised by its first line', async () => {
  using folder = testFolder();
  const [part] = partsOf(exampleLines);
  writeFileSync(folder.file('dump.jsonl'), part!.text);
  writeFileSync(folder.file('other.jsonl'), '{"type":"post"}\n');

  using found = await openExport(folder.file('dump.jsonl'));

  expect(found?.rule).toBe('the first line of dump.jsonl is that of a bulk export, version 1');
  expect(await openExport(folder.file('other.jsonl'))).toBeUndefined();
  expect((await readAll(folder.file('dump.jsonl'))).places.messages[0]).toMatch(/:\d+$/);
});

test.each([
  ['bulk-export.jsonl', 'bulk-export-attachments/F1_report.json'],
  ['bulk-export.jsonl', 'report.json'],
  ['dump.json', 'files/F1.jsonl'],
  ['export/bulk-export.jsonl', 'export/report.json'],
  ['export/import.jsonl', 'more.jsonl'],
])('the lines are in %s, also beside %s', async (name, other) => {
  const [part] = partsOf(exampleLines);
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [
    { name: other, text: '{}' },
    { name, text: part!.text },
  ]);

  const all = await readAll(folder.file('a.zip'));

  expect(all.messages.length).toBeGreaterThan(0);
  expect(all.notCarried).toContainEqual(expect.objectContaining({ type: 'other files' }));
});

test.each([
  ['@theo', '<@uid:theo>'],
  ['hi @theo.', 'hi <@uid:theo>.'],
  ['(@Theo)', '(<@uid:theo>)'],
  ['@mira.o: yes', '<@uid:mira.o>: yes'],
  ['@mira.o. And', '<@uid:mira.o>. And'],
  ['@unknown', '@unknown'],
  ['@all @channel @here', '@all @channel @here'],
  ['a@theo.example and x@theo', 'a@theo.example and x@theo'],
  ['`@theo` and ```\n@theo\n```', '`@theo` and ```\n@theo\n```'],
  ['~town-square', '#Town Square'],
  [
    'https://a.example/@theo/post @theo https://b.example/~town-square/',
    'https://a.example/@theo/post <@uid:theo> https://b.example/~town-square/',
  ],
  ['<https://a.example/@theo>@theo/@theo', '<https://a.example/@theo><@uid:theo>/<@uid:theo>'],
  ['~nowhere', '~nowhere'],
])('the text %j becomes %j', async (message, shown) => {
  const all = await readPosts([post({ message })]);

  expect(textsOf(all)).toEqual([shown.replace('mira.o>', `${String(all.users[0]!['uid'])}>`)]);
});

test('posts are in the order of their times, also within one second, and of their lines', async () => {
  const all = await readPosts([
    post({ message: 'third', create_at: 1_736_478_630_900 }),
    post({ message: 'first', create_at: 1_736_478_629_900 }),
    post({ message: 'second', create_at: 1_736_478_630_100 }),
  ]);

  expect(textsOf(all)).toEqual(['first', 'second', 'third']);
  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([
    1_736_478_629, 1_736_478_630, 1_736_478_630,
  ]);
  expect(all.places.messages).toEqual(['import.jsonl:6', 'import.jsonl:7', 'import.jsonl:5']);
});

test('posts of one user with one time are numbered, and have the same ids in a longer export', async () => {
  const same = [post({ message: 'a' }), post({ message: 'b' })];

  const once = await readPosts(same);
  const longer = await readPosts([...same, post({ message: 'c', create_at: 1_736_478_999_000 })]);

  const [first, second] = once.messages.map(({ muid }) => String(muid));
  expect(first).toMatch(/^mm-[0-9a-f]{12}-[0-9a-f]{12}-\d{13}$/);
  expect(second).toBe(`${first}-n2`);
  expect(longer.messages.slice(0, 2).map(({ muid }) => muid)).toEqual([first, second]);
});

test('a reply follows its first post, also when its time is earlier', async () => {
  const reply = { user: 'mira.o', message: 'reply', create_at: 1_736_478_620_100 };

  const all = await readPosts([post({ message: 'root', replies: [reply] })]);
  const flat = await readPosts([post({ message: 'root', replies: [reply] })], { threads: 'flat' });

  expect(textsOf(all)).toEqual(['root', 'reply']);
  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([1_736_478_630, 1_736_478_630]);
  expect(all.messages[1]).toMatchObject({
    data: { metadata: { parentMuid: all.messages[0]!['muid'] } },
  });
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'replies dated before their first post, which get its time',
    count: 1,
  });
  expect(flat.messages[1]!['data']).toEqual({ text: 'reply' });
});

test('posts that Mattermost wrote are counted by type, or carried', async () => {
  const system = [post({ type: 'system_join_channel', message: 'theo joined' })];

  const skipped = await readPosts(system);
  const carried = await readPosts(system, { systemMessages: 'text' });

  expect(skipped.filtered).toEqual({
    'type is system_join_channel, and systemMessages is skip': 1,
  });
  expect(carried.messages).toMatchObject([
    { data: { text: 'theo joined', metadata: { mattermostType: 'system_join_channel' } } },
  ]);
});

test('the type me, posts with cards and posts of webhooks are texts', async () => {
  const all = await readPosts([
    post({ type: 'me', message: '*waves*' }),
    post({
      type: 'slack_attachment',
      message: '',
      props: {
        attachments: [
          {
            title: 'Build',
            title_link: 'https://ci.example/1',
            text: 'done',
            image_url: 'https://ci.example/1.png',
          },
        ],
        override_username: 'CI',
        from_webhook: 'true',
      },
      create_at: 1_736_478_631_000,
    }),
    post({
      message: 'failed',
      props: { attachments: [{ title: 'Log', text: '42 errors' }, { text: 'by @theo' }] },
      create_at: 1_736_478_631_500,
    }),
    post({ message: '', create_at: 1_736_478_632_000 }),
  ]);

  expect(textsOf(all)).toEqual([
    '*waves*',
    'Build (https://ci.example/1)\ndone\nhttps://ci.example/1.png',
    'failed\nLog\n42 errors\nby <@uid:theo>',
  ]);
  expect(all.messages[1]).toMatchObject({ data: { metadata: { username: 'CI' } } });
  expect(all.filtered).toEqual({ 'there is neither text nor file': 1 });
});

test('channels of one name in two teams are two groups; archived ones are marked', async () => {
  const all = await read(
    partsOf([
      exampleLines[0]!,
      line('channel', townSquare),
      line('channel', { ...townSquare, team: 'lab', type: 'P', deleted_at: 1_735_000_000_000 }),
      line('user', theo),
      post(),
      post({ team: 'lab' }),
    ]),
  );

  expect(new Set(all.groups.map(({ guid }) => guid)).size).toBe(2);
  expect(all.groups.map(({ type }) => type)).toEqual(['public', 'private']);
  expect(all.groups[1]).toMatchObject({ metadata: { archived: true, team: 'lab' } });
  expect(new Set(all.messages.map(({ receiver }) => receiver)).size).toBe(2);
});

/** What does not depend on the order of the lines. */
function withoutOrder(found: WholeExport): unknown[] {
  return [
    new Set(found.users.map((user) => JSON.stringify(user))),
    new Set(found.groups.map((group) => JSON.stringify(group))),
    found.members,
    new Set(found.messages.map(({ muid }) => muid)),
  ];
}

test('lines in any order: posts before users and channels, direct posts before anything', async () => {
  // Of two posts of one user with one time, the order of the lines decides about the ids.
  const lines = exampleLines.slice(1).filter((each) => !JSON.stringify(each).includes('system_'));

  const all = await read(partsOf([exampleLines[0]!, ...lines.toReversed()]));
  const ordered = await read(partsOf([exampleLines[0]!, ...lines]));

  expect(withoutOrder(all)).toEqual(withoutOrder(ordered));
});

test('members: admins by role, the first one as the owner; posts of others; teams without channels', async () => {
  const all = await read(
    partsOf([
      exampleLines[0]!,
      line('channel', townSquare),
      line('user', mira),
      line('user', { ...theo, teams: [{ name: 'ops', channels: null }] }),
      line('user', {
        username: 'eve',
        teams: [
          {
            name: 'ops',
            channels: [
              { name: 'town-square', roles: '' },
              { name: 'gone', roles: '' },
            ],
          },
        ],
      }),
      post({ user: 'left' }),
    ]),
  );

  expect(all.members.map(({ scope }) => scope)).toEqual(['admin', undefined, undefined]);
  expect(all.groups).toMatchObject([
    { owner: all.users[0]!['uid'] },
    { name: 'gone', type: 'private' },
  ]);
  expect(all.users.at(-1)).toMatchObject({ uid: 'left', tags: ['chatferry-placeholder'] });
});

test('a channel that neither its line nor users name has those who wrote in it', async () => {
  const replies = [{ user: 'gus', message: 'yes', create_at: 1_736_478_640_000 }];
  const all = await read(
    partsOf([exampleLines[0]!, post({ channel: 'lost', replies }), post({ channel: 'lost' })]),
  );

  expect(all.members.map(({ uid }) => uid)).toEqual(all.users.map(({ uid }) => uid));
  expect(all.members).toHaveLength(2);
});

test('a channel that only posts without an author name is a group without members', async () => {
  const all = await readPosts([post({ channel: 'lost', user: undefined })]);

  const lost = all.groups.find(({ name }) => name === 'lost')!;
  expect(lost).toBeDefined();
  expect(all.members.filter(({ guid }) => guid === lost['guid'])).toEqual([]);
  expect(all.rejected).toHaveLength(1);
});

test('names: nickname, first and last name, username; bots; deactivated only with a time; guests', async () => {
  const all = await read(
    partsOf([
      exampleLines[0]!,
      line('user', { ...mira, teams: [] }),
      line('user', theo),
      line('user', {
        username: 'plain',
        delete_at: 0,
        roles: 'system_guest',
        auth_data: 'secret-auth',
        password: 'hash',
      }),
      line('bot', { username: 'ci', display_name: 'CI', delete_at: 0 }),
    ]),
  );
  const kept = await read(partsOf([exampleLines[0]!, line('user', theo)]), {
    deletedUsers: 'keep',
  });

  expect(all.users.map(({ name }) => name)).toEqual(['Mira Okafor', 'Theo', 'plain', 'CI']);
  expect(all.users.map(({ tags }) => tags)).toEqual([undefined, undefined, ['guest'], ['bot']]);
  expect(all.deactivated).toEqual({ theo: 1_730_000_000 });
  expect(kept.deactivated).toEqual({});
  expect(all.everything).not.toMatch(/secret-auth|hash/);
});

test('long names and purposes are cut and counted; who has a long name can be mentioned', async () => {
  const long = 'n'.repeat(150);
  const all = await read(
    partsOf([
      exampleLines[0]!,
      line('channel', { ...townSquare, display_name: long, purpose: 'p'.repeat(260) }),
      line('user', { ...theo, nickname: long }),
      post({ message: '@theo' }),
    ]),
  );

  expect(all.users.map(({ name }) => name)).toEqual([long.slice(0, 100)]);
  expect(all.groups.map(({ name }) => name)).toEqual([long.slice(0, 100)]);
  expect(Object.values(all.descriptions)).toEqual(['p'.repeat(255)]);
  expect(all.messages).toHaveLength(1);
  expect(all.account.notes.filter(({ fact }) => fact.includes('cut'))).toEqual([
    { subject: 'groups', fact: 'descriptions cut to 255 characters', count: 1 },
    { subject: 'groups', fact: 'names cut to 100 characters', count: 1 },
    { subject: 'users', fact: 'names cut to 100 characters', count: 1 },
  ]);
});

function direct(members: string[], user: string, second: number): object {
  return line('direct_post', {
    channel_members: members,
    user,
    message: 'x',
    create_at: 1_736_478_630_000 + second * 1000,
  });
}

test('conversations: two people, several in any order, with oneself, with people without a line', async () => {
  const posts = [
    direct(['theo', 'mira.o'], 'theo', 0),
    direct(['mira.o', 'theo'], 'mira.o', 1),
    direct(['theo', 'theo'], 'theo', 2),
    direct(['theo', 'mira.o', 'ghost'], 'theo', 3),
    direct(['ghost', 'theo', 'mira.o'], 'ghost', 4),
  ];

  const all = await readPosts(posts);
  const skipped = await readPosts(posts, { directMessages: 'skip' });

  const uid = String(all.users[0]!['uid']);
  expect(
    all.messages
      .filter(({ receiverType }) => receiverType === 'user')
      .map(({ sender, receiver }) => [sender, receiver]),
  ).toEqual([
    ['theo', uid],
    [uid, 'theo'],
  ]);
  const ofGroup = all.messages.filter(({ receiverType }) => receiverType === 'group');
  expect(new Set(ofGroup.map(({ receiver }) => receiver)).size).toBe(1);
  expect(all.groups.at(-1)).toMatchObject({
    guid: ofGroup[0]!['receiver'],
    type: 'private',
    name: 'Theo, Mira Okafor, ghost',
  });
  expect(all.members.filter(({ guid }) => guid === ofGroup[0]!['receiver'])).toHaveLength(3);
  expect(all.filtered).toEqual({ 'the conversation is with oneself': 1 });
  expect(skipped.filtered).toEqual({ 'directMessages is skip': 3 });
});

test('a third person who writes in a conversation of two makes it a group, which keeps all posts in order', async () => {
  const posts = [
    direct(['theo', 'mira.o'], 'theo', 0),
    direct(['mira.o', 'theo'], 'poll', 1),
    direct(['mira.o', 'theo'], 'mira.o', 2),
    direct(['theo', 'ghost'], 'ghost', 3),
  ];

  const all = await readPosts(posts);
  const without = await readPosts(posts.toSpliced(1, 1));

  const group = all.groups.at(-1)!;
  expect(group).toMatchObject({ type: 'private', name: 'Theo, Mira Okafor, poll' });
  expect(all.messages.map(({ receiver }) => receiver)).toEqual([
    ...Array.from({ length: 3 }, () => group['guid']),
    'theo',
  ]);
  expect(all.members.filter(({ guid }) => guid === group['guid'])).toHaveLength(3);
  expect(without.groups).toHaveLength(1);
  expect(all.messages.map(({ muid }) => muid)).toEqual(
    expect.arrayContaining(without.messages.map(({ muid }) => muid)),
  );
});

test('of a conversation whose list names one person, the author is the other one; without a list, posts are rejected', async () => {
  const reply = { user: 'mira.o', message: 'yes', create_at: 1_736_478_640_000 };
  const lost = {
    user: 'theo',
    message: 'to whom?',
    create_at: 1_736_478_650_000,
    replies: [reply],
  };

  const all = await readPosts([
    direct(['theo'], 'ghost', 0),
    direct(['theo'], 'gus', 1),
    direct(['theo'], 'theo', 2),
    line('direct_post', lost),
  ]);

  expect(all.messages.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    ['ghost', 'theo'],
    ['gus', 'theo'],
  ]);
  expect(all.filtered).toEqual({ 'the conversation is with oneself': 1 });
  expect(all.rejected.map(({ codes }) => codes)).toEqual([
    ['incomplete-record'],
    ['incomplete-record'],
  ]);
});

test('a reply of another person to a note to oneself is in the conversation of the two', async () => {
  const reply = { user: 'ghost', message: 'yes', create_at: 1_736_478_640_000 };
  const note = { channel_members: ['theo'], user: 'theo', message: 'note', replies: [reply] };

  const all = await readPosts([line('direct_post', { ...note, create_at: 1_736_478_630_000 })]);

  expect(all.messages.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    ['theo', 'ghost'],
    ['ghost', 'theo'],
  ]);
});

test('older servers write the members of a conversation as names', async () => {
  const all = await read(
    partsOf([exampleLines[0]!, line('direct_channel', { members: ['a', 'b', 'c'], header: '' })]),
  );

  expect(all.members.map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
});

test('files have names, and addresses where the folder data is served', async () => {
  const parts = [
    ...withPosts([
      post({
        message: 'two',
        attachments: [{ path: 'x/my plan.pdf' }, { path: 'data/y/pic.JPG' }, { path: 'gone.txt' }],
      }),
      post({ message: '', attachments: [{ path: 'x/my plan.pdf' }], create_at: 1_736_478_631_000 }),
    ]),
    { name: 'data/x/my plan.pdf', text: 'pdf' },
    { name: 'data/y/pic.JPG', text: 'jpeg!' },
    { name: 'warnings.txt', text: 'w' },
  ];

  const named = await read(parts);
  const served = await read(parts, { filesUrl: 'https://files.example/mm/' });

  expect(textsOf(named)).toEqual([
    'two\n[file my plan.pdf]\n[file pic.JPG]\n[file gone.txt]',
    '[file my plan.pdf]',
  ]);
  expect(named.notCarried.map(({ type }) => type)).toEqual(['other files']);
  expect(served.messages).toMatchObject([
    {
      type: 'file',
      data: {
        text: 'two\n[file gone.txt]',
        attachments: [
          { url: 'https://files.example/mm/x/my%20plan.pdf', mimeType: 'application/pdf', size: 3 },
        ],
      },
    },
    {
      type: 'image',
      data: { attachments: [{ url: 'https://files.example/mm/y/pic.JPG', size: 5 }] },
    },
    { type: 'file', data: { attachments: [{ name: 'my plan.pdf' }] } },
  ]);
  expect(served.messages[1]!['muid']).toBe(`${String(served.messages[0]!['muid'])}-f2`);
});

test('reactions are rows of those who reacted, with their times, unless the post is filtered', async () => {
  const mine = { user: 'mira.o', emoji_name: 'wave', create_at: 1_736_478_631_500 };
  const reactions = [mine, { ...mine, user: 'gone' }];
  const join = post({ type: 'system_join_channel', reactions, create_at: 1_736_478_632_000 });

  const all = await readPosts([post({ reactions }), join]);

  expect(all.reactions).toMatchObject([
    {
      muid: all.messages[0]!['muid'],
      uid: 'mira_o_1h9q0wc',
      reaction: ':wave:',
      reactedAt: 1_736_478_631,
    },
  ]);
  expect(all.notCarried.filter(({ type }) => type === 'reactions')).toMatchObject([
    { reason: 'the user is not a member of the group', uid: 'gone' },
    { reason: 'the message is filtered', uid: 'mira.o' },
    { reason: 'the message is filtered', uid: 'gone' },
  ]);
  expect(all.users.map(({ uid }) => uid)).toContain('gone');
});

test('what the service has not is listed: pins, saved posts, followers, teams, emoji, roles', async () => {
  const all = await readPosts([
    line('role', { name: 'r' }),
    line('scheme', { name: 's' }),
    line('emoji', { name: 'e' }),
    line('team', { name: 'ops' }),
    line('novelty', { name: 'n' }),
    line('constructor', { name: 'c' }),
    post({
      is_pinned: true,
      flagged_by: ['theo'],
      thread_followers: [{ user: 'theo' }],
    }),
    post({
      reactions: null,
      replies: null,
      props: null,
      attachments: null,
      create_at: 1_736_478_631_000,
    }),
  ]);

  expect(new Set(all.notCarried.map(({ type }) => type))).toEqual(
    new Set([
      'roles',
      'schemes',
      'emoji',
      'teams',
      'other lines',
      'pins',
      'saved posts',
      'thread followers',
    ]),
  );
  expect(all.notCarried.filter(({ type }) => type === 'other lines')).toHaveLength(2);
  for (const { type, count } of all.account.notCarried)
    expect(all.account.records).toContainEqual({ type, count });
});

test('a line that is not JSON, and a post without user or time, are rejected with their lines', async () => {
  const all = await readPosts([
    '{"type":"post",',
    post({ user: undefined }),
    post({ create_at: 'x' }),
    post(),
  ]);

  expect(all.messages).toHaveLength(1);
  expect(all.rejected.map(({ line: number }) => number)).toEqual([5, 6, 7]);
});

test('a line that is not JSON is kept without its text when it names a secret', async () => {
  const cut = '{"type":"user","user":{"username":"mira","password":"hash-of-mira"';
  const said = '{"type":"post","post":{"message":"a \\"password\\" is';

  const all = await readPosts([cut, said]);

  expect(all.rejected.map(({ row }) => row)).toEqual([`${cut.length} characters, not JSON`, said]);
});

const ownText = '"message":"';

test.each([
  ['plain', 'hello', post({ message: 'hello', props: {}, reactions: [], edit_at: 0 })],
  ['not ASCII', 'café 👍', post({ message: 'café 👍' })],
  ['not ASCII in other fields too', 'né', post({ user: 'théo', message: 'né' })],
  ['with escapes', 'a "b" \\ \n', post({ message: 'a "b" \\ \n' })],
  ['that looks like a field', `x ${ownText}y"`, post({ message: `x ${ownText}y"` })],
  ['after a field that looks like it', 'z', post({ channel: `${ownText}z"`, message: 'z' })],
  ['with blanks in the JSON', 'hello', JSON.stringify(post({ message: 'hello' }), undefined, 1)],
  [
    'that two fields have',
    'last',
    JSON.stringify(post({})).replace('"Hi"', '"first","message":"last"'),
  ],
])('the text of a post is read: %s', async (_, text, given) => {
  const written = typeof given === 'string' ? given.replaceAll('\n', ' ') : given;

  const all = await readPosts([written]);

  expect(textsOf(all)).toEqual([text]);
});

test('the text of a post is read from a line with bytes that are not UTF-8', async () => {
  using folder = testFolder();
  const [lines] = withPosts([post({ user: 'th\u{fe}o é', message: 'all of it' })]);
  const bytes = Buffer.from(lines!.text, 'utf8')
    .toString('latin1')
    .replace('\u00c3\u00be', '\u00fe');
  writeFileSync(folder.file('a.jsonl'), Buffer.from(bytes, 'latin1'));

  const all = await readAll(folder.file('a.jsonl'));

  expect(textsOf(all)).toEqual(['all of it']);
});

test('a post that has more than a text keeps the rest', async () => {
  const more = { edit_at: 1_736_478_640_000, props: { override_username: 'Bot' } };

  const all = await readPosts([post(more)]);

  expect(all.messages.map(({ data }) => data)).toEqual([
    { text: 'Hi', metadata: { editedAt: 1_736_478_640, username: 'Bot' } },
  ]);
});

test('a line of many megabytes is read', async () => {
  const replies = Array.from({ length: 8000 }, (_, index) => ({
    user: 'theo',
    message: 'x'.repeat(900),
    create_at: 1_736_478_700_000 + index,
  }));

  const all = await readPosts([post({ replies })]);

  expect(all.messages).toHaveLength(8001);
});

test('every record is a row, rejected, filtered or listed', async () => {
  const all = await read(partsOf(exampleLines));

  const of = (type: string): number =>
    all.account.records.find((each) => each.type === type)?.count ?? 0;
  const filtered = Object.values(all.filtered).reduce((sum, count) => sum + count, 0);
  expect(all.messages.length + all.rejected.length + filtered).toBe(of('messages'));
  expect(of('messages')).toBe(6);
});

test('rejected posts, replies and users are kept as the export contains them, without secrets', async () => {
  const late = { user: 'theo', message: 'late', create_at: 2_524_608_000_000 };
  const line9 = post({ message: 'root', replies: [late] });
  const broken = line('user', { ...mira, username: '', password: 'secret' });

  const all = await readPosts([post(late), line9, broken]);

  const rows = all.rejected.map(({ row }) => JSON.parse(row) as unknown);
  const { username: _name, ...rest } = mira;
  expect(rows).toEqual([{ type: 'user', user: { username: '', ...rest } }, post(late), late]);
});
