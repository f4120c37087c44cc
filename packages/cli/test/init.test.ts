import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '@chatferry/configuration';
import { type Rig, startRig } from './support/rig.ts';

const people = 'login,full name,created,e-mail\nada,Ada,1700000000000,a@example.org\n';
const posts = 'id,from,to,body,ts\nm1,ada,ada,Hi,1700000000\nm2,ada,ada,How are you?,1700000001\n';

/** The same rows with times such as `2023-11-14 22:13:20`. */
function withoutZones(text: string): string {
  return text.replaceAll(/\b170000000(\d)(000)?\b/g, '2023-11-14 22:13:2$1');
}

/** A folder with files of every sort: some that are rows, and some that are not. */
function writeMixedExport(rig: Rig): string {
  mkdirSync(path.join(rig.export, 'old', 'empty'), { recursive: true });
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'people.csv': people,
    'posts.csv': posts,
    'notes.json': '[{"todo":"ask Ada"}]',
    'keyed.json': '{"users":{"a":{"n":1,"m":2},"b":{"n":1,"m":2},"c":{"n":1,"m":2}}}',
    'dump.sql': 'CREATE TABLE users (id int);\n',
    'book.xlsx': 'PK\u0003\u0004…',
    'photo.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0),
    'readme.md': '# An export\n\nwith, some, commas\n',
    'nothing.csv': '',
    'users.csv': 'PK\u0003\u0004',
    'old/people.csv': people.replace('ada', 'bob'),
    'weird: #1.csv': 'k,v\ntheme,dark\nsize,12\n',
    'friends.csv': 'uid,friend\nada,bob\n',
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(rig.export, name), content);
  return rig.export;
}

test('every file of an export has an entry, and the first plan lists what it does not read', async () => {
  await using rig = await startRig();
  const folder = writeMixedExport(rig);
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { status, out } = await rig.cli(['init', folder, `--config=${config}`]);
  const planned = await rig.cli([
    'plan',
    `--config=${config}`,
    '--json',
    '--retention-months=none',
  ]);

  expect(status).toBe(0);
  const { files, inputs } = await readConfiguration(config);
  expect(inputs).toEqual([folder, path.join(folder, 'old')]);
  const entries = Object.keys(files!).map((file) => path.basename(file));
  expect(entries.slice(0, -1)).toEqual(entries.slice(0, -1).toSorted());
  expect(planned).toMatchObject({ status: 0 });
  const { ignored, kinds } = JSON.parse(planned.out) as {
    ignored: string[];
    kinds: Record<string, { rows: number }>;
  };
  expect(files!['friends.csv']).toEqual({});
  expect([kinds['users']!.rows, kinds['messages']!.rows, kinds['friends']!.rows]).toEqual([
    2, 2, 1,
  ]);
  const unread = [
    'notes.json',
    'keyed.json',
    'dump.sql',
    'book.xlsx',
    'photo.png',
    'readme.md',
    'nothing.csv',
    'users.csv',
    'weird: #1.csv',
  ];
  expect(ignored.filter((file) => !file.endsWith('/')).toSorted()).toEqual(
    unread.map((name) => `${folder}/${name} (${files![name]?.skip})`).toSorted(),
  );
  expect(unread.filter((name) => !out.includes(`${folder}/${name}: not read: `))).toEqual([]);
  expect(files).toHaveProperty([`${folder}/people.csv`, 'kind'], 'users');
  expect(files).toHaveProperty([`${folder}/old/people.csv`, 'kind'], 'users');
});

test('the preview shows the records that a plan would send', async () => {
  await using rig = await startRig();
  const file = rig.write('posts.csv', posts);
  rig.write('people.csv', people);

  const { out } = await rig.cli([
    'init',
    file,
    rig.write('people.csv', people),
    `--config=${rig.folder}/c.yaml`,
  ]);

  expect(out).toContain(`${file}: messages, certain`);
  expect(out).toContain(
    'The first users, as they would be sent:\n  {"uid":"ada","name":"Ada","createdAt":1700000000}',
  );
  expect(out).toContain('"data":{"text":"How are you?"}');
  expect(out).toContain('chatferry plan --config');
});

test('times without a zone are shown as if they were UTC, which is said once', async () => {
  await using rig = await startRig();
  const files = [
    rig.write('posts.csv', withoutZones(posts)),
    rig.write('people.csv', withoutZones(people)),
  ];

  const { out, err } = await rig.cli(['init', ...files, '--stdout']);

  expect(err).toContain('{"uid":"ada","name":"Ada","createdAt":1700000000}');
  expect(err).toContain('"sentAt":1700000001');
  expect(err).not.toContain('can be read yet');
  expect(err.match(/as if they were UTC/g)).toHaveLength(1);
  expect(out.match(/# zone: /g)).toHaveLength(1);
});

test('an existing configuration that is no draft is replaced with --force, and not touched with --stdout', async () => {
  await using rig = await startRig();
  const file = rig.write('people.csv', people);
  const config = rig.write('chatferry.yaml', 'region: eu\n');

  const refused = await rig.cli(['init', file, `--config=${config}`]);
  const printed = await rig.cli(['init', file, `--config=${config}`, '--stdout']);
  const untouched = readFileSync(config, 'utf8');
  const forced = await rig.cli(['init', file, `--config=${config}`, '--force', '--quiet']);

  expect(refused.status).toBe(2);
  expect(refused.err).toContain('--force');
  expect(printed.out).toContain('login: uid');
  expect(printed.err).toContain('as they would be sent');
  expect(untouched).toBe('region: eu\n');
  expect(forced).toMatchObject({ status: 0, out: '' });
  expect(readFileSync(config, 'utf8').split('\n')[0]).toMatch(/^# yaml-language-server: \$schema=/);
});

test('--kind and --encoding win over what is guessed', async () => {
  await using rig = await startRig();
  const file = rig.write(
    'list.csv',
    Buffer.from('id;Bezeichnung\n1;M\u00fcller\n2;G\u00e4rtner\n', 'latin1'),
  );

  const { out } = await rig.cli([
    'init',
    file,
    '--kind=groups',
    '--encoding=iso-8859-15',
    '--stdout',
    '--quiet',
  ]);

  expect(out).toContain('kind: groups');
  expect(out).toContain('encoding: iso-8859-15');
  expect((await rig.cli(['init', file, '--encoding=nonsense'])).status).toBe(2);
});

test('secrets are ignored, whatever they are called, and are not shown', async () => {
  await using rig = await startRig();
  const hash = '$2y$10$PlbVfPYl9mBvRrSCZ9Uqz.aB8Pp1YfGdA7w0sKQhFpr0AqE3o5S3e';
  const file = rig.write(
    'users.csv',
    `id,name,avatar,x7,role,apiToken\n1,Ada,https://a.example.org/1.png,${hash},${hash},tok-1\n2,Bob,,${hash}x,${hash},tok-2\n`,
  );
  const sessions = rig.write('people.csv', 'session_id,user_name\nsess-1,Ada\nsess-2,Bob\n');

  const { out, err } = await rig.cli(['init', file, sessions, '--stdout']);

  expect(out).toContain('- x7 # may hold passwords, tokens or hashes');
  expect(out).toContain('- apiToken # may hold passwords, tokens or hashes');
  expect(out + err).not.toContain('$2y$');
  expect(out + err).not.toMatch(/tok-1|sess-1/);
});

test('day and month that cannot be told apart are left to the user', async () => {
  await using rig = await startRig();
  const rows = 'm1,ada,bob,Hi,03/04/2023 10:00\nm2,bob,ada,Hello there,05/06/2023 11:00\n';
  const file = rig.write('messages.csv', `muid,sender,receiver,text,sentAt\n${rows}`);

  const { out } = await rig.cli(['init', file, '--stdout', '--quiet']);

  expect(out).toContain('MM/dd/yyyy HH:mm is possible, too');
  expect(out).toMatch(/^ *# times: .*dd\/MM\/yyyy HH:mm/m);
});

test.each([
  ['bbcode', '[b]Now[/b] or later?'],
  ['html', '<p>Now or <b>later</b>?</p>'],
  ['markdown', '**Now** or later?'],
])('%s in texts is proposed to become plain text', async (markup, text) => {
  await using rig = await startRig();
  const rows = `m1,ada,bob,${text},1700000000\nm2,bob,ada,Later it is,1700000001\n`;
  const file = rig.write('messages.csv', `muid,sender,receiver,text,sentAt\n${rows}`);

  const { out } = await rig.cli(['init', file, '--stdout', '--quiet']);

  expect(out).toContain(`# convert: { text: { markup: ${markup} } }`);
});

test('a link that leads outside is named, and read with --follow-links', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export);
  symlinkSync(rig.write('elsewhere.csv', people), path.join(rig.export, 'link.csv'));
  writeFileSync(path.join(rig.export, 'people.csv'), people);
  const init = ['init', rig.export, '--stdout'];

  expect((await rig.cli(init)).err).toContain('link.csv: not read: a link');
  expect((await rig.cli([...init, '--follow-links'])).out).toContain('link.csv:\n    kind: users');
});

test('nothing that can be read is an error with the reason of each file', async () => {
  await using rig = await startRig();
  const file = rig.write('dump.sql', 'CREATE TABLE users (id int);\n');

  const { status, err } = await rig.cli(['init', file, `--config=${rig.folder}/c.yaml`]);

  expect(status).toBe(2);
  expect(err).toContain('a dump of SQL without rows: it has the structure of 1 table');
  expect(existsSync(`${rig.folder}/c.yaml`)).toBe(false);
});

function messageOf(id: string, from: string): object {
  return { id, from, text: 'Hello you', sentAt: 1700000000 };
}

test('two lists of one kind in a file are two mappings, and both are planned', async () => {
  await using rig = await startRig();
  const users = ['u1', 'u2', 'u3'].map((id) => ({
    id,
    name: `Ann ${id}`,
    email: `${id}@example.org`,
  }));
  const rooms = ['r1', 'r2'].map((id) => ({
    id,
    name: `Room ${id}`,
    members: ['u1', 'u2'],
    messages: [messageOf(`${id}-1`, 'u1'), messageOf(`${id}-2`, 'u2')],
  }));
  const chats = ['c1', 'c2'].map((id) => ({
    id,
    name: `Chat ${id}`,
    members: ['u1', 'u3'],
    messages: [messageOf(`${id}-1`, 'u3')],
  }));
  const file = rig.write('export.json', JSON.stringify({ users, rooms, privateChats: chats }));
  const config = path.join(rig.folder, 'chatferry.yaml');

  const drafted = await rig.cli(['init', file, `--config=${config}`]);
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replaceAll('# constants: { type', 'constants: { type'));
  const planned = await rig.cli([
    'plan',
    `--config=${config}`,
    '--json',
    '--retention-months=none',
  ]);

  expect(drafted.status).toBe(0);
  expect(text).toContain('- rows: "rooms[*]"\n');
  expect(text).toContain('- rows: "privateChats[*].messages[*]"\n');
  expect(JSON.parse(planned.out)).toMatchObject({
    kinds: {
      users: { planned: 3 },
      groups: { planned: 4 },
      members: { planned: 8 },
      messages: { planned: 6 },
    },
  });
});

test('an export in folders only is planned, also where nothing in one of them can be read', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  for (const name of ['all/people', 'all/notes'])
    mkdirSync(path.join(rig.export, name), { recursive: true });
  writeFileSync(path.join(rig.export, 'all/people/people.csv'), people);
  writeFileSync(path.join(rig.export, 'all/notes/notes.json'), '[{"todo":"ask Ada"}]');

  const drafted = await rig.cli(['init', rig.export, `--config=${config}`]);
  const planned = await rig.cli(['plan', `--config=${config}`, '--json']);

  expect(drafted).toMatchObject({ status: 0, err: '' });
  expect((await readConfiguration(config)).inputs).toEqual([
    path.join(rig.export, 'all/notes'),
    path.join(rig.export, 'all/people'),
  ]);
  expect(planned).toMatchObject({ status: 0 });
  expect(JSON.parse(planned.out)).toMatchObject({ kinds: { users: { planned: 1 } } });
});

/** An export of Firebase: objects with a key for each row. */
const keyedExport = {
  users: {
    '-Na1x': { displayName: 'Ann Lee', email: 'ann@example.org', createdAt: 1690000000000 },
    '-Nb2y': { displayName: 'Bob Roe', email: 'bob@example.org', createdAt: 1690000100000 },
  },
  rooms: {
    room1: { name: 'General', createdBy: '-Na1x', members: { '-Na1x': true, '-Nb2y': true } },
    room2: { name: 'Random', createdBy: '-Nb2y', members: { '-Nb2y': true } },
  },
  messages: {
    room1: {
      '-MToName': { from: '-Na1x', text: 'Hello everybody', timestamp: 1690000400000 },
      '-M2': { from: '-Nb2y', text: 'Hi Ann', timestamp: 1690000500000 },
    },
    room2: { '-M3': { from: '-Nb2y', text: 'All alone here', timestamp: 1690000600000 } },
  },
};

test.each([
  ['with messages by their keys', keyedExport, 'messages.*.*'],
  [
    'with lists of messages',
    {
      ...keyedExport,
      messages: Object.fromEntries(
        Object.entries(keyedExport.messages).map(([room, own]) => [
          room,
          Object.entries(own).map(([id, message]) => ({ id, ...message })),
        ]),
      ),
    },
    'messages.*[*]',
  ],
])(
  'objects with a key for each row are drafted, and land after one edit: %s',
  async (_, content, rows) => {
    await using rig = await startRig({ retentionMonths: 'none' });
    const file = rig.write('export.json', JSON.stringify(content, undefined, 1));
    const config = path.join(rig.folder, 'chatferry.yaml');

    await rig.cli(['init', file, `--config=${config}`]);
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, text.replace('# constants: { type', 'constants: { type'));
    const imported = await rig.cli([
      'import',
      `--config=${config}`,
      '--retention-months=none',
      ...rig.target,
    ]);

    expect(text).toContain(`rows: ${rows.includes('[') ? JSON.stringify(rows) : rows}\n`);
    expect(imported.out).toMatch(/^users +2 = 2 created$/m);
    expect(imported.out).toMatch(/^groups +2 = 2 created$/m);
    expect(imported.out).toMatch(/^members +3 = 3 created$/m);
    expect(imported.out).toMatch(/^messages +3 = 3 created$/m);
    expect(imported.err).not.toContain('column');
  },
);

test('the preview says what is missing where no row can be read yet', async () => {
  await using rig = await startRig();
  const groups = rig.write('groups.csv', 'id,zz\nchess,1\ngo,2\n');

  const { err } = await rig.cli(['init', groups, '--stdout']);

  expect(err).toContain(
    'No groups can be read yet: confirm what is proposed for type, and name what name is read from.',
  );
});

test('--from names the system of an export, which needs no mapping', async () => {
  await using rig = await startRig();
  const files = {
    'users.json': [{ id: 'U01', name: 'ann', profile: { real_name: 'Ann' } }],
    'channels.json': [{ id: 'C01', name: 'general', created: 1452837318, members: ['U01'] }],
  };
  mkdirSync(path.join(rig.folder, 'slack'));
  for (const [name, rows] of Object.entries(files))
    rig.write(`slack/${name}`, JSON.stringify(rows));
  const folder = path.join(rig.folder, 'slack');
  const config = path.join(rig.folder, 'chatferry.yaml');

  const drafted = await rig.cli(['init', folder, '--from=slack', `--config=${config}`]);
  const planned = await rig.cli(['plan', `--config=${config}`, '--json']);
  const unknown = await rig.cli(['init', folder, '--from=slak', '--stdout']);

  expect(drafted.out).toContain(`${folder}: an export of slack, which needs no mapping`);
  expect(JSON.parse(planned.out)).toMatchObject({ kinds: { users: { planned: 1 } } });
  expect(unknown.status).toBe(2);
  expect(unknown.err).toContain('slack');
});

test('files in folders are planned from the folder around them, and a conversation may be a folder', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  const write = (name: string, ...rows: string[]): void => {
    mkdirSync(path.dirname(path.join(rig.export, name)), { recursive: true });
    writeFileSync(path.join(rig.export, name), `${rows.join('\n')}\n`);
  };
  write('people/people.csv', 'id,name,email', 'u1,Ann,a@a.org', 'u2,Bob,b@a.org');
  for (const room of ['r1', 'r2'])
    write(
      `chats/${room}/messages.csv`,
      'id,sender,text,time',
      `${room}-1,u1,Hello there my friend,2024-01-02 10:00:00`,
      `${room}-2,u2,Hello back to you,2024-01-02 10:01:00`,
    );
  const init = ['init', rig.export, `--config=${config}`];

  const drafted = await rig.cli(init);
  const [needed] = /--accept (\S+)\nThen check/.exec(drafted.out)!.slice(1);
  const accepted = `${needed!},senderNotMember,onMissingGroup`;
  await rig.cli([...init, `--accept=${accepted}`]);
  const args = [`--config=${config}`, '--retention-months=none', '--json'];
  const plans = [
    await rig.cli(['plan', ...args]),
    await rig.cli(['plan', rig.export, ...args, `--job=${rig.folder}/other`]),
  ];

  for (const { out } of plans)
    expect(JSON.parse(out)).toMatchObject({
      kinds: {
        users: { planned: 2 },
        groups: { planned: 2 },
        members: { planned: 4 },
        messages: { planned: 4, rejected: 0 },
      },
    });
});

test('a column that nothing shows is chosen by name, and the draft with it is planned', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  const file = rig.write('people.txt', 'a,b,c\n1,x,y\n2,z,w\n3,q,r\n');
  const init = ['init', file, '--kind=users', `--config=${config}`];

  const drafted = await rig.cli(init);
  const chosen = await rig.cli([...init, '--accept=people.name=c']);
  const wrong = await rig.cli([...init, '--accept=people.name=d']);

  expect(drafted.out).toContain('names the column of name: b ("x", "z"), c ("y", "w")');
  expect(drafted.out).toContain('--accept people.name=b\nThen check it');
  expect(chosen.out).toContain('{"uid":"1","name":"y"}');
  expect(await rig.cli(['plan', `--config=${config}`])).toMatchObject({ status: 0 });
  expect(wrong.err).toContain("people.name is 'd', but must be one of b, c.");
});

function post(by: string, at: number): object {
  return { senderId: by, text: `At ${at}`, at };
}

test('a conversation that is only a key is proposed as the receiver, and rows that nothing reads are counted', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  const messages = {
    room1: { '-NqA1x': post('ann', 1704189600), '-NqA2x': post('bob', 1704189660) },
    room2: { '-NqToName': post('ann', 1704189700), '-NqA4x': post('bob', 1704189760) },
  };
  const badges = [
    { color: 'red', size: 3 },
    { color: 'blue', size: 4 },
  ];
  const file = rig.write('export.json', JSON.stringify({ version: 7, badges, messages }));
  const init = ['init', file, `--config=${config}`];

  const drafted = await rig.cli(init);
  const made = 'onMissingUser,onMissingGroup,senderNotMember';
  await rig.cli([...init, `--accept=messages.receiver,messages.without-badges,${made}`]);
  const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(drafted.out).toContain('nothing reads the rows of badges[*]: 2 rows.');
  expect(drafted.out).toMatch(/^Not read of .*export\.json: version \(1 value\)\.$/m);
  expect(planned.out).toMatch(/^messages +4 +4 +0 +0/m);
  expect(planned.out).toMatch(/^groups +2 +2/m);
});

test('a pattern accepts the proposals of many files, and they are listed once', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  const files = ['tea', 'chess', 'go', 'run', 'read'].map((name) =>
    rig.write(
      `${name}.csv`,
      `id,sender,text,time\n${name}1,u1,Hello there my friend,1704189600\n${name}2,u2,Hello back to you,1704189660\n`,
    ),
  );
  const init = ['init', ...files, `--config=${config}`];

  const drafted = await rig.cli(init);
  const wrong = await rig.cli([...init, '--accept=*.receiver=nobody']);
  await rig.cli([...init, '--accept=*.receiver,onMissingUser,onMissingGroup,senderNotMember']);
  const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(drafted.out.match(/^ {2}\d+\. \S+\.receiver$/gm)).toHaveLength(1);
  expect(drafted.out).toContain("and 4 more of this name; --accept '*.receiver' accepts all");
  expect(drafted.out).toContain(
    "--accept 'onMissingUser,onMissingGroup,*.receiver'\nThen check it",
  );
  expect(wrong.err).toContain("tea.receiver is 'nobody', but must be one of group, user.");
  expect(planned.out).toMatch(/^messages +10 +10 +0 +0/m);
  expect(planned.out).toMatch(/^groups +5 +5/m);
});
