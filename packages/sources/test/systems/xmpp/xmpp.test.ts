import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { metadataOf, readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { writeTar } from '../zulip/example.ts';
import {
  archive,
  chat,
  example,
  host,
  readUsers,
  result,
  server,
  stanza,
  user,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('the example becomes exactly these records', async () => {
  const { everything, ...all } = await readFiles({ 'server-data.xml': example });

  expect(everything).not.toContain('secret');
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot(expected);
});

const pie = 'xmlns="urn:xmpp:pie:0"';
const xi = 'xmlns:xi="http://www.w3.org/2001/XInclude"';
const split = {
  'main.xml': `<server-data ${pie} ${xi}><xi:include href="h.example.xml"/><xi:include href="../../../etc/passwd"/></server-data>`,
  'h.example.xml': `<host ${pie} ${xi} jid="h.example"><xi:include href="users/ann.xml"/></host>`,
  'users/ann.xml': `<user ${pie} name="ann">${archive(result('a', '09:00:00', chat('ann@h.example', 'bo@far.example', 'm', 'one')))}</user>`,
  'other.example/bo.xml': `<p:user xmlns:p="http://www.xmpp.org/extensions/xep-0227.html#ns" name="bo"/>`,
};

test('files that others include, and files of users in a folder that is named after their host', async () => {
  using folder = testFolder();
  const parts = Object.entries(split).map(([name, text]) => ({ name, text }));
  await writeZip(folder.file('a.zip'), parts);
  await writeTar(folder.file('a.tar'), parts);
  const all = await readFiles(split);
  const [zipped, packed] = [
    await readAll(folder.file('a.zip')),
    await readAll(folder.file('a.tar')),
  ];

  expect(all.users.map(({ uid }) => String(uid).split('_example')[0])).toEqual([
    'ann_h',
    'bo_other',
    'bo_far',
  ]);
  expect(textsOf(all)).toEqual(['one']);
  expect([zipped.users, zipped.messages]).toEqual([all.users, all.messages]);
  expect([packed.users, packed.messages]).toEqual([all.users, all.messages]);
});

test('files whose addresses begin at the main file', async () => {
  const all = await readFiles({
    'h.example.xml': `<host ${pie} ${xi} jid="h.example"><xi:include href="h.example/ann.xml"/></host>`,
    'h.example/ann.xml': `<user ${pie} ${xi} name="ann"><xi:include href="h.example/ann/archive.xml"/></user>`,
    'h.example/ann/archive.xml': archive(
      result('a', '09:00:00', chat('ann@h.example', 'bo@far.example', 'm', 'one')),
    ),
  });

  expect(textsOf(all)).toEqual(['one']);
  expect(all.notCarried).toEqual([]);
});

test('it is recognised by its namespace, and other XML is not', async () => {
  using folder = testFolder();
  const rules = [];
  for (const text of [
    server(),
    '<html xmlns="urn:other"/>',
    split['other.example/bo.xml'],
    'text',
  ]) {
    await writeZip(folder.file('a.zip'), [{ name: 'a.xml', text }]);
    using found = await openExport(folder.file('a.zip')).catch(() => undefined);
    rules.push(found?.rule);
  }
  writeFileSync(folder.file('single.xml'), server());
  using single = await openExport(folder.file('single.xml'));
  expect([...rules, single?.system]).toEqual([
    'a.xml has server-data in the namespace urn:xmpp:pie:0',
    undefined,
    'a.xml has user in the namespace http://www.xmpp.org/extensions/xep-0227.html#ns',
    undefined,
    'xmpp',
  ]);
});

test.each([
  ['cut off', server(host('h.example', user('ann'))).slice(0, -9), 'bad-archive'],
  ['not closed', '<server-data xmlns="urn:xmpp:pie:0"><host>', 'bad-archive'],
  [
    'with a document type',
    `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${server().split('\n')[1]}`,
    'hostile-archive',
  ],
  ['with an unknown entity', server(host('h', '&unknown;')), 'bad-archive'],
])('a file %s is refused', async (_what, text, code) => {
  await expect(readFiles({ 'a.xml': text })).rejects.toMatchObject({ code });
});

test('a file that is not UTF-8 is refused', async () => {
  const bytes = Buffer.from(server(host('h.example', user('\u00e9'))), 'latin1');
  await expect(readFiles({ 'a.xml': bytes })).rejects.toMatchObject({ code: 'bad-archive' });
});

const [ann, bo] = ['ann@h.example', 'bo@h.example'];

test('copies: in both archives, without ids, in the offline messages; not what was sent twice', async () => {
  const plain = (body: string): string =>
    stanza(`from="${ann}" to="${bo}" type="chat"`, `<body>${body}</body>`);
  const old = '<x xmlns="jabber:x:delay" stamp="20240301T09:20:00"/>';
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', plain('ok')),
        result('2', '09:00:00', plain('ok')),
        result('3', '09:10:00', chat(ann, bo, 'i1', 'yes')),
        result('4', '14:10:00', chat(ann, bo, 'i1', 'yes')),
        result('5', '09:20:00', chat(ann, bo, 'i2', 'late')),
      ),
    ),
    user(
      'bo',
      archive(
        result('1', '09:00:00.300', plain('ok')),
        result('2', '09:00:00.400', plain('ok')),
        result('3', '09:10:01', chat(ann, bo, 'i1', 'yes')),
        result('4', '14:10:01', chat(ann, bo, 'i1', 'yes')),
      ),
      `<offline-messages>${chat(ann, bo, 'i2', 'late', old)}${chat(ann, bo, 'i3', 'only here', old)}</offline-messages>`,
    ),
  ]);

  expect(textsOf(all)).toEqual(['ok', 'ok', 'yes', 'late', 'only here', 'yes']);
  expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(6);
  expect(all.filtered['another archive has it too']).toBe(5);
  expect(all.messages.map(({ sender, receiver }) => [sender, receiver])[0]).toEqual(
    all.users.map(({ uid }) => uid),
  );
});

const roster = (jid: string): string =>
  `<query xmlns="jabber:iq:roster"><item jid="${jid}" subscription="both"/></query>`;

test('people: devices and case of addresses, other servers, contacts on both lists, blocks', async () => {
  const privacy = `<query xmlns="jabber:iq:privacy"><default name="used"/><list name="used"><item type="jid" value="x@far.example" action="deny" order="1"/><item type="jid" value="far.example" action="deny" order="2"/><item type="jid" value="y@far.example" action="deny" order="3"><presence-in/></item><item type="group" value="g" action="deny" order="4"/></list><list name="other"><item type="jid" value="z@far.example" action="deny" order="1"/></list></query>`;
  const blocked = '<blocklist xmlns="urn:xmpp:blocking"><item jid="x@far.example"/></blocklist>';
  const users = [user('ann', roster(bo), privacy, blocked), user('Bo', roster(ann)), user('ann')];
  const all = await readUsers(users);
  const skipped = await readUsers(users, { contacts: 'skip' });

  expect(all.users.map(({ name, tags }) => [name, tags])).toEqual([
    ['ann', undefined],
    ['bo', undefined],
    ['x', ['foreign']],
  ]);
  expect(all.friends).toHaveLength(1);
  expect(all.blocks).toHaveLength(1);
  expect(skipped.filtered['contacts is skip']).toBe(2);
  expect(all.filtered).toMatchObject({
    'another record of the same user is in the export': 1,
    'the contact is in the list of the other one too': 1,
    'another record of the same block is in the export': 1,
  });
  expect(all.notCarried.map(({ type, reason }) => [type, reason])).toEqual([
    ['blocks', 'not of one user'],
  ]);
});

const tea = 'tea@rooms.example';
const inRoom = (nick: string, id: string, content: string): string =>
  stanza(`from="${tea}/${nick}" type="groupchat" id="${id}"`, content);

function rooms({ messages }: WholeExport): unknown[] {
  return messages.map(({ sender, receiverType, data }) => [
    String(sender).replace(/_[a-z\d]+$/, ''),
    receiverType,
    (data as { text: string }).text,
  ]);
}

test('rooms: accounts of nicknames where they are shown, occupants, what users sent, private messages', async () => {
  const real = `<x xmlns="http://jabber.org/protocol/muc#user"><item jid="${ann}/phone"/></x>`;
  const all = await readUsers([
    user(
      'ann',
      archive(
        result(
          '1',
          '09:00:00',
          stanza(`from="${ann}/p" to="${tea}" type="groupchat" id="o1"`, '<body>sent</body>'),
        ),
        result('2', '09:00:01', inRoom('Ann', 'g1', `<body>shown</body>${real}`)),
        result('3', '09:00:02', inRoom('Ann', 'g2', '<body>by nickname</body>')),
        result('4', '09:00:03', inRoom('Guest', 'g3', '<body>hi</body>')),
        result('5', '09:00:04', chat(`${tea}/Guest`, ann, 'p1', 'psst')),
        result('6', '09:00:05', inRoom('Guest', 'g4', '<subject>New</subject>')),
        result(
          '7',
          '09:00:06',
          stanza(`from="${tea}" type="groupchat"`, '<body>The room is logged</body>'),
        ),
      ),
    ),
    user('bo', archive(result('1', '09:00:03', inRoom('Guest', 'g3', '<body>hi</body>')))),
  ]);
  const open = await readUsers(
    [user('bo', archive(result('1', '09:00:03', inRoom('G', 'g', '<body>hi</body>'))))],
    { rooms: 'public' },
  );

  expect(rooms(all)).toEqual([
    ['ann_h_example', 'group', 'sent'],
    ['ann_h_example', 'group', 'shown'],
    ['ann_h_example', 'group', 'by nickname'],
    ['tea_rooms_example_guest', 'group', 'hi'],
  ]);
  expect(all.users.map(({ name, tags }) => [name, tags])).toEqual([
    ['ann', undefined],
    ['bo', undefined],
    ['Guest', ['occupant']],
  ]);
  expect(all.groups.map(({ name, type }) => [name, type])).toEqual([['ann, Guest', 'private']]);
  expect(all.members).toHaveLength(2);
  expect(all.filtered).toMatchObject({
    'another archive has it too': 1,
    'it is private between occupants of a room, or an invitation': 1,
    'it only changes the subject of a room': 1,
    'the room itself sent it': 1,
  });
  expect(open.messages).toHaveLength(1);
});

const settings =
  '<x xmlns="jabber:x:data"><field var="muc#roomconfig_roomname"><value>Tea room</value></field></x>';

test.each([
  [
    'Prosody',
    '<component xmlns="urn:xmpp:pie:0#component" jid="rooms.example" type="muc"><item name="tea">',
    `${settings}<item affiliation="owner" jid="${ann}"/></item></component>`,
  ],
  [
    'Tigase',
    `<muc xmlns="tigase:xep-0227:muc:0"><room jid="${tea}"><config>${settings}</config>`,
    `<affiliations><affiliation jid="${ann}" affiliation="owner"/></affiliations></room></muc>`,
  ],
  [
    'a client',
    '<component jid="rooms.example" type="muc"><user name="tea">',
    '</user></component>',
  ],
])('the archive of a room is in the room, as %s writes it', async (_who, begin, end) => {
  const sent = result('2', '09:00:01', inRoom('A', 'g2', '<body>sent</body>'));
  const all = await readUsers([
    begin +
      archive(
        result('1', '09:00:00', inRoom('A', 'g1', `<body>shown</body>${shownAs(ann)}`)),
        sent.replace('id="2"', `id="2" sender="${ann}/phone"`),
      ) +
      end,
    user('bo', archive(result('1', '09:00:00', chat(ann, bo, 'm', 'to bo')))),
  ]);

  expect(rooms(all)).toEqual([
    ['ann_h_example', 'user', 'to bo'],
    ['ann_h_example', 'group', 'shown'],
    ['ann_h_example', 'group', 'sent'],
  ]);
  expect(all.groups.map(({ name }) => name)).toEqual([end.includes('owner') ? 'Tea room' : 'ann']);
  expect(all.users.map(({ name }) => name)).toEqual(['bo', 'ann']);
  expect(all.notCarried).toEqual([]);
});

const shownAs = (jid: string): string =>
  `<x xmlns="http://jabber.org/protocol/muc#user"><item jid="${jid}"/></x>`;

test('nicknames that differ only in case stay two users, and one of two accounts belongs to neither', async () => {
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', inRoom('Sam', '1', '<body>a</body>')),
        result('2', '09:00:01', inRoom('sam', '2', '<body>b</body>')),
        result('3', '09:00:02', inRoom('Two', '3', `<body>c</body>${shownAs(ann)}`)),
        result('4', '09:00:03', inRoom('Two', '4', `<body>d</body>${shownAs(bo)}`)),
        result('5', '09:00:04', inRoom('Two', '5', '<body>e</body>')),
      ),
    ),
  ]);
  expect(new Set(all.messages.map(({ sender }) => sender)).size).toBe(5);
});

const replace = (id: string): string => `<replace xmlns="urn:xmpp:message-correct:0" id="${id}"/>`;

const react = (id: string, ...emoji: string[]): string =>
  `<reactions xmlns="urn:xmpp:reactions:0" id="${id}">${emoji.map((each) => `<reaction>${each}</reaction>`).join('')}</reactions>`;

test('corrections, deletions, reactions, answers, threads and mentions', async () => {
  const about = (from: string, id: string, content: string): string =>
    stanza(`from="${from}" to="${from === ann ? bo : ann}" type="chat" id="${id}"`, content);
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', chat(ann, bo, 'm1', 'frist', '<thread>t</thread>')),
        result('2', '09:01:00', chat(ann, bo, 'm2', 'first', replace('m1'))),
        result('3', '09:02:00', chat(bo, ann, 'm3', 'forged', replace('m1'))),
        result('4', '09:03:00', chat(ann, bo, 'm4', 'oops')),
        result(
          '5',
          '09:04:00',
          about(ann, 'm5', '<retract xmlns="urn:xmpp:message-retract:1" id="m4"/>'),
        ),
        result('6', '09:05:00', about(bo, 'm6', react('m1', '👍', '🎉'))),
        result('7', '09:06:00', about(bo, 'm7', react('m1', '🎉'))),
        result('8', '09:07:00', about(bo, 'm8', react('lost', '🎉'))),
        result(
          '9',
          '09:08:00',
          chat(
            bo,
            ann,
            'm9',
            '> first\nyes',
            '<reply xmlns="urn:xmpp:reply:0" id="m1"/><fallback xmlns="urn:xmpp:fallback:0" for="urn:xmpp:reply:0"><body start="0" end="8"/></fallback>',
          ),
        ),
        result(
          '10',
          '09:09:00',
          chat(
            bo,
            ann,
            'm10',
            '🎉 Ann: hi',
            `<reference xmlns="urn:xmpp:reference:0" type="mention" begin="2" end="5" uri="xmpp:${ann}"/>`,
          ),
        ),
        result('11', '09:10:00', chat(bo, ann, 'm11', 'late', replace('gone'))),
      ),
    ),
    user('bo', archive(result('1', '09:06:00', about(bo, 'm7', react('m1', '🎉'))))),
  ]);

  const uid = String(all.users[0]!['uid']);
  expect(textsOf(all)).toEqual(['first', 'yes', `🎉 <@uid:${uid}>: hi`, 'late']);
  expect(metadataOf(all)).toEqual([
    { thread: 't', editedAt: 1_709_283_660 },
    { quotedMuid: all.messages[0]!['muid'] },
    undefined,
    undefined,
  ]);
  expect(all.messages[2]!['mentionedUserDetails']).toEqual({ [uid]: { uid, name: 'ann' } });
  expect(all.reactions.map(({ reaction }) => reaction)).toEqual(['🎉']);
  expect(all.filtered['it was deleted']).toBe(1);
  expect(all.notCarried.map(({ type, line }) => [type, line])).toEqual([
    ['reaction messages', 18],
    ['corrections', 7],
    ['reaction messages', 12],
  ]);
});

const retract = (id: string): string => `<retract xmlns="urn:xmpp:message-retract:1" id="${id}"/>`;

test('only the sender takes a message back, and in a room a moderator', async () => {
  const moderated =
    '<apply-to xmlns="urn:xmpp:fasten:0" id="g3"><moderated xmlns="urn:xmpp:message-moderate:0"/></apply-to>';
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', chat(ann, bo, 'm1', 'mine')),
        result('2', '09:00:01', stanza(`from="${bo}/q" to="${ann}" id="r1"`, retract('m1'))),
        result('3', '09:00:02', inRoom('Ann', 'g1', `<body>a</body>${shownAs(ann)}`)),
        result('4', '09:00:03', inRoom('Guest', 'r2', retract('g1'))),
        result('5', '09:00:04', inRoom('Ann', 'g2', '<body>b</body>')),
        result('6', '09:00:05', inRoom('Ann', 'r3', retract('g2'))),
        result('7', '09:00:06', inRoom('Guest', 'g3', '<body>c</body>')),
        result('8', '09:00:07', stanza(`from="${tea}" type="groupchat" id="r4"`, moderated)),
      ),
    ),
  ]);

  expect(textsOf(all)).toEqual(['mine', 'a']);
  expect(all.filtered['it was deleted']).toBe(2);
  expect(all.notCarried.map(({ type, reason }) => [type, reason])).toEqual([
    ['deletions', 'someone else sent the message'],
    ['deletions', 'someone else sent the message'],
  ]);
});

test('corrections of messages that are missing: each message apart, with its latest version', async () => {
  const omemo = '<encrypted xmlns="eu.siacs.conversations.axolotl"/>';
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', chat(ann, bo, 'a1', 'one', replace('o1'))),
        result('2', '09:01:00', chat(ann, bo, 'm', 'between')),
        result('3', '09:02:00', chat(ann, bo, 'a2', 'two', replace('o2'))),
        result('4', '09:03:00', chat(ann, bo, 'a3', 'one, later', replace('o1'))),
        result('5', '09:04:00', chat(ann, bo, 'a4', 'one, last', replace('a3'))),
        result('6', '09:05:00', chat(ann, bo, 'a5', 'fallback', replace('o3') + omemo)),
        result('7', '09:06:00', stanza(`from="${bo}" to="${ann}" id="r"`, react('o1', '🎉'))),
      ),
    ),
  ]);

  expect(textsOf(all)).toEqual(['one, last', 'between', 'two']);
  expect(metadataOf(all)).toEqual([{ editedAt: 1_709_283_840 }, undefined, undefined]);
  expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(3);
  expect(all.reactions.map(({ muid }) => muid)).toEqual([all.messages[0]!['muid']]);
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'made of corrections, because the export does not have the first version',
    count: 2,
  });
  expect(all.notCarried.map(({ type, line }) => [type, line])).toEqual([
    ['corrections', 10],
    ['corrections', 5],
    ['corrections', 8],
  ]);
});

test('a correction of a message that was deleted does not arrive', async () => {
  const tombstone = '<retracted xmlns="urn:xmpp:message-retract:1" stamp="2024-03-01T09:02:00Z"/>';
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '09:00:00', stanza(`from="${ann}" to="${bo}" id="m1"`, tombstone)),
        result('2', '09:01:00', chat(ann, bo, 'c1', 'secret', replace('m1'))),
        result('3', '09:02:00', stanza(`from="${ann}" to="${bo}" id="r1"`, retract('m1'))),
      ),
    ),
  ]);

  expect(all.messages ?? []).toEqual([]);
  expect(all.filtered).toEqual({ 'it was deleted': 1 });
  expect(all.notCarried).toMatchObject([
    { type: 'corrections', reason: 'the message is filtered' },
  ]);
});

const oob = (url: string): string => `<x xmlns="jabber:x:oob"><url>${url}</url></x>`;

const urls = ({ messages }: WholeExport): unknown[] =>
  messages.map(({ type, data }) => {
    const { text, attachments } = data as { text?: string; attachments: { url: string }[] };
    return [type, text, attachments[0]!.url];
  });

test('files, encrypted messages, messages of the server, errors, and times that are not known', async () => {
  const link = 'https://up.example/1/a.png?sig=secret';
  const users = [
    user(
      'ann',
      archive(
        result('1', '09:00:00', chat(ann, bo, '1', link, oob(link))),
        result('2', '09:00:01', chat(ann, bo, '2', 'look', oob('https://up.example/b.pdf'))),
        result(
          '3',
          '09:00:02',
          chat(ann, bo, '3', 'fallback', '<encrypted xmlns="eu.siacs.conversations.axolotl"/>'),
        ),
        result('4', '09:00:03', chat('h.example', ann, '4', 'Welcome')),
        result('5', '09:00:04', stanza(`from="${bo}" to="${ann}" type="error"`, '<body>no</body>')),
        result('6', '09:00:05', chat(ann, ann, '6', 'note to self')),
        result('7', 'Tnever', chat(ann, bo, '7', 'when?')),
        '<other xmlns="urn:other"/>',
      ),
    ),
  ];
  const all = await readUsers(users);
  const served = await readUsers(users, {
    filesUrl: 'https://files.example/x',
    directMessages: 'keep',
  });
  const skipped = await readUsers(users, { directMessages: 'skip' });

  expect(urls(served)).toEqual([
    ['image', undefined, 'https://files.example/x/1/a.png'],
    ['file', 'look', 'https://files.example/x/b.pdf'],
  ]);
  expect(all.messages).toHaveLength(2);
  expect(skipped.messages).toEqual([]);
  expect(all.filtered).toMatchObject({
    'the server or a service sent it': 1,
    'type is error': 1,
    'the conversation is with oneself': 1,
  });
  expect(all.rejected).toHaveLength(1);
  expect(all.notCarried.map(({ type }) => type)).toEqual(['messages', 'other elements']);
  expect(JSON.stringify([all.messages, served.messages])).not.toContain('sig=');
});
