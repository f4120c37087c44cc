import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const sentAt = Math.floor(Date.now() / 1000) - 3600;

/** Lines told apart by a field, as Mattermost writes them. */
const lines = [
  { type: 'version', version: 1 },
  { type: 'team', team: { name: 'makers' } },
  { type: 'user', user: { username: 'ann', nickname: 'Ann' } },
  { type: 'user', user: { username: 'bob', nickname: 'Bob' } },
  { type: 'user', user: { username: 'cy' } },
  { type: 'channel', channel: { name: 'general', display_name: 'General', type: 'O' } },
  { type: 'post', post: { id: 'p1', channel: 'general', user: 'ann', message: 'Hi', at: sentAt } },
  { type: 'post', post: { id: 'p2', channel: 'general', user: 'bob', message: '', at: sentAt } },
];
const dump = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"type":"post",\n`;

const configuration = `
files:
  dump.jsonl:
    kinds:
      users:
        when: { type: user }
        columns: { user.username: uid, user.nickname: name }
      groups:
        when: { type: channel }
        columns: { channel.name: guid, channel.display_name: name, channel.type: type }
        convert: { type: { values: { O: public, P: private } } }
      messages:
        when: { type: post }
        columns: { post.id: muid, post.channel: receiver, post.user: sender, post.message: text, post.at: sentAt }
        constants: { receiverType: group }
`;

async function dumpRig(content = dump, yaml = configuration) {
  const rig = await startRig();
  const file = rig.write('dump.jsonl', content);
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;
  return { rig, file, config };
}

async function planJson(rig: Rig, args: readonly string[], stdin?: string) {
  const { out } = await rig.cli(['plan', ...args, '--json'], stdin === undefined ? {} : { stdin });
  return JSON.parse(out) as { kinds: Record<string, { rows: number }>; filtered: unknown };
}

test('one file of lines holds several kinds, and every line is counted once', async () => {
  const { rig, file, config } = await dumpRig();
  await using _ = rig;

  const { kinds, filtered } = await planJson(rig, [file, config]);

  expect(kinds).toMatchObject({
    users: { rows: 6, planned: 2, rejected: 2, filtered: 2 },
    groups: { rows: 1, planned: 1, rejected: 0 },
    messages: { rows: 2, planned: 1, rejected: 1 },
  });
  expect(filtered).toEqual([{ kind: 'users', reason: 'no kind takes the row', rows: 2 }]);
  expect(Object.values(kinds).reduce((sum, { rows }) => sum + rows, 0)).toBe(lines.length + 1);
  const rejects = rig.inJob('rejects.jsonl').trim().split('\n');
  expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([5, 9, 8]);
});

test('the report of the plan says which rows no kind takes', async () => {
  const { rig, file, config } = await dumpRig();
  await using _ = rig;

  const { out } = await rig.cli(['plan', file, config]);

  expect(out).toContain('Filtered as configured: 2 rows that no kind takes.');
});

test('it is planned from stdin as well, and not read again when nothing changed', async () => {
  const { rig, config } = await dumpRig(dump, configuration.replace('dump.jsonl', '"-"'));
  await using _ = rig;
  const args = ['-', '--format=ndjson', config];

  const first = await planJson(rig, args, dump);
  const again = await planJson(rig, args, dump);

  expect(first.kinds).toMatchObject({ users: { planned: 2 }, messages: { planned: 1 } });
  expect(again).toMatchObject({ kinds: first.kinds, unchanged: true });
});

test('a kind that is no longer read from the file is a change', async () => {
  const { rig, file, config } = await dumpRig();
  await using _ = rig;
  await rig.cli(['plan', file, config]);
  const fewer = configuration.replace(/ {6}groups:[^]*?( {6}messages)/, '$1');

  const { err } = await rig.cli(['plan', file, `--config=${rig.write('fewer.yaml', fewer)}`]);

  expect(err).toMatch(/dump\.jsonl was read as users, groups, messages, now as users, messages/);
});

test('explain shows the record of the kind, with file and line', async () => {
  const { rig, file, config } = await dumpRig();
  await using _ = rig;
  await rig.cli(['plan', file, config]);

  const group = await rig.cli(['explain', 'groups:general']);
  const message = await rig.cli(['explain', 'messages:p1']);

  expect(group.out).toMatch(/from .*dump\.jsonl:6\n[^]*"name": "General"/);
  expect(message.out).toMatch(/from .*dump\.jsonl:7\n[^]*"text": "Hi"/);
});

test.each([
  [
    'a condition that no row meets',
    configuration.replace('type: post }', 'type: psot }'),
    0,
    'files.dump.jsonl.kinds.messages.when: no row meets it.',
  ],
  [
    'a path that no row has',
    configuration.replace('user.nickname', 'user.nick'),
    2,
    'files.dump.jsonl.kinds.users.columns: no row that is read has a column "user.nick".',
  ],
  [
    'a field that the kind does not have',
    configuration.replace('constants: {', 'constants: { scope: admin,'),
    2,
    'files.dump.jsonl.kinds.messages.constants: "scope" is not a field of messages.',
  ],
  [
    'kind and kinds',
    configuration.replace('    kinds:', '    kind: users\n    kinds:'),
    2,
    'chatferry.yaml:4: files.dump.jsonl: has both kind and kinds',
  ],
  [
    'kinds of which none is named',
    'files: { dump.jsonl: { kinds: {} } }',
    2,
    'files.dump.jsonl.kinds: names no kind.',
  ],
  [
    'a kind that does not exist',
    configuration.replace('      messages:', '      posts:'),
    2,
    'files.dump.jsonl.kinds',
  ],
])('%s is reported with its place', async (_title, yaml, status, expected) => {
  const { rig, file, config } = await dumpRig(dump.slice(0, dump.lastIndexOf('{')), yaml);
  await using _ = rig;

  const ended = await rig.cli(['plan', file, config, '--max-rejects=100']);

  expect(ended.err).toContain(expected);
  expect(ended.status).toBe(status);
});

test('two kinds of the same rows: a column that one of them uses need not be ignored by the other', async () => {
  await using rig = await startRig();
  const file = rig.write(
    'chat.csv',
    `id,from,name,to,at,text,tags\n1,ann,Ann,bob,${sentAt},Hi,a\n2,bob,Bob,ann,${sentAt},Ho,b\n`,
  );
  const yaml = `
files:
  chat.csv:
    kinds:
      users: { columns: { from: uid } }
      messages:
        columns: { id: muid, from: sender, to: receiver, at: sentAt }
        constants: { receiverType: user }
`;

  const { kinds } = await planJson(rig, [file, `--config=${rig.write('chatferry.yaml', yaml)}`]);

  expect(kinds).toMatchObject({
    users: { rows: 2, planned: 2 },
    messages: { rows: 2, planned: 2 },
  });

  // A field that both kinds have is read by both.
  expect((await rig.cli(['explain', 'users:ann'])).out).toMatch(/"tags": \[\s+"a"/);
  expect((await rig.cli(['explain', 'messages:1'])).out).toMatch(/"tags": \[\s+"a"/);

  const misspelt = yaml.replace('at: sentAt', 'att: sentAt');
  const { status, err } = await rig.cli([
    'plan',
    file,
    `--config=${rig.write('misspelt.yaml', misspelt)}`,
  ]);
  expect(status).toBe(2);
  expect(err).toContain('files.chat.csv.kinds.messages.columns: the file has no column "att".');
});

test('lists of one document hold several kinds', async () => {
  await using rig = await startRig();
  const file = rig.write(
    'export.json',
    JSON.stringify(
      {
        users: [
          { uid: 'ann', name: 'Ann' },
          { uid: 'bob', name: 'Bob' },
        ],
        chat: [{ muid: 'm1', sender: 'ann', receiver: 'bob', sentAt, text: 'Hi' }],
      },
      undefined,
      1,
    ),
  );
  const yaml = `
files:
  export.json:
    kinds:
      users: { rows: 'users[*]' }
      messages: { rows: 'chat[*]', constants: { receiverType: user } }
`;
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;

  const { status, out } = await rig.cli(['import', file, config, ...rig.target]);

  expect(out).toMatch(/^users +2 = 2 created$/m);
  expect(out).toMatch(/^messages +1 = 1 created$/m);
  expect(status).toBe(0);
  const report = readFileSync(path.join(rig.job, 'report.html'), 'utf8');
  expect(report).toContain('export.json');
});

const twoLists = {
  people: [{ id: 'ann' }, { id: 'bob' }],
  rooms: [
    { id: 'r1', title: 'Room', posts: [{ no: 1, by: 'ann', at: sentAt, text: 'Hi all' }] },
    { id: 'r2', posts: [] },
  ],
  direct: [{ key: 'd1', with: 'bob', posts: [{ no: 2, by: 'ann', at: sentAt, text: 'Hi Bob' }] }],
};
const twoListsYaml = `
files:
  export.json:
    kinds:
      users: { rows: 'people[*]', columns: { id: [uid, name] } }
      groups:
        - rows: 'rooms[*]'
          columns: { id: guid, title: name }
          constants: { type: public }
        - rows: 'direct[*]'
          columns: { key: [guid, name], with: owner }
          constants: { type: private }
      messages:
        - rows: 'rooms[*].posts[*]'
          columns: { no: muid, by: sender, ^.id: receiver, at: sentAt }
          constants: { receiverType: group }
        - rows: 'direct[*].posts[*]'
          columns: { no: muid, by: sender, ^.with: receiver, at: sentAt }
          constants: { receiverType: user }
`;

test('rows of one kind in two places of a file each have a mapping of their own', async () => {
  await using rig = await startRig();
  const file = rig.write('export.json', JSON.stringify(twoLists, undefined, 1));
  const config = `--config=${rig.write('chatferry.yaml', twoListsYaml)}`;

  const planned = await planJson(rig, [file, config, '--max-rejects=1']);
  const again = await planJson(rig, [file, config, '--max-rejects=1']);
  const room = await rig.cli(['explain', 'messages:1']);
  const direct = await rig.cli(['explain', 'messages:2']);

  expect(planned.kinds).toMatchObject({
    users: { rows: 2, planned: 2 },
    groups: { rows: 3, planned: 2, rejected: 1 },
    messages: { rows: 2, planned: 2 },
  });
  expect(again).toMatchObject({ kinds: planned.kinds, unchanged: true });
  expect(room.out).toMatch(/"receiver": "r1"[^]*"receiverType": "group"/);
  expect(direct.out).toMatch(/"receiver": "bob"[^]*"receiverType": "user"/);
});

test.each([
  [
    'a path that no row of the second list has',
    twoListsYaml.replace('^.with', '^.whith'),
    'files.export.json.kinds.messages[1].columns: no row that is read has a column "^.whith".',
  ],
  [
    'a list that the document does not have',
    twoListsYaml.replace('direct[*].posts', 'direkt[*].posts'),
    'has no list at direkt[*].posts[*]',
  ],
  [
    'a key that does not exist',
    twoListsYaml.replace(
      'key: [guid, name], with: owner }',
      'key: [guid, name] }\n          colums: {}',
    ),
    "chatferry.yaml:12: files.export.json.kinds.groups.1 has no key 'colums'.",
  ],
  [
    'a value of a wrong type',
    twoListsYaml.replace("rows: 'direct[*]'\n", 'rows: 7\n'),
    'chatferry.yaml:10: files.export.json.kinds.groups.1.rows: needs a text',
  ],
])('of several mappings of a kind, %s is reported with its place', async (_, yaml, expected) => {
  await using rig = await startRig();
  const file = rig.write('export.json', JSON.stringify(twoLists));

  const { status, err } = await rig.cli([
    'plan',
    file,
    `--config=${rig.write('chatferry.yaml', yaml)}`,
    '--max-rejects=5',
  ]);

  expect(err).toContain(expected);
  expect(status).toBe(2);
});

test('a column of another kind is not known where `when` tells the rows apart', async () => {
  const misplaced = dump.replace('"nickname":"Ann"', '"nickname":"Ann"},"text":{"of":"a message"');
  const { rig, file, config } = await dumpRig(misplaced);
  await using _ = rig;

  const { kinds } = await planJson(rig, [file, config]);

  expect(kinds['users']).toMatchObject({ planned: 1, rejected: 3 });
});
