import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { eventId } from '../../../src/systems/matrix/event-id.ts';
import { muidOf } from '../../../src/systems/matrix/ids.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { readFiles, writeFiles } from '../../read-files.ts';
import {
  bo,
  edit,
  event,
  example,
  lu,
  member,
  page,
  reaction,
  readWith,
  room,
  state,
  text,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}

function metadataOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { metadata?: object }).metadata);
}

const inThread = (root: string, more: object): object => ({
  'm.relates_to': { rel_type: 'm.thread', event_id: root, ...more },
});

test('the example becomes exactly these records, whatever the form and the order of its events', async () => {
  using folder = testFolder();
  writeFiles(folder.file('page'), { 'room-page.json': page(example) });
  const all = await readAll(folder.file('page'));
  const { everything: _everything, ...rest } = all;
  const shown = JSON.stringify(rest, undefined, 2).replaceAll(folder.file('page'), '');
  await expect(`${shown}\n`).toMatchFileSnapshot(expected);

  const newestFirst = example.toReversed();
  const events = example.map((each) => JSON.stringify(each)).join('');
  const forms = {
    reversed: { 'p.json': page(newestFirst.slice(0, 4)), 'q.json': page(newestFirst.slice(4)) },
    synapse: { [`rooms/${room}/events`]: events },
    array: { 'events.json': example },
    pages: { 'events.json': [page(example.slice(0, 5)), page(example.slice(5))] },
    lines: { 'events.ndjson': example.map((each) => JSON.stringify(each)).join('\n') },
  };
  for (const [name, files] of Object.entries(forms)) {
    writeFiles(folder.file(name), files);
    const found = await readAll(folder.file(name));
    expect([name, found.groups, found.members, found.users.length]).toEqual([
      name,
      all.groups,
      all.members,
      2,
    ]);
    expect([name, new Set(textsOf(found))]).toEqual([name, new Set(textsOf(all))]);
  }
  await writeZip(folder.file('a.zip'), [{ name: `d/rooms/${room}/events`, text: events }]);
  expect((await readAll(folder.file('a.zip'))).messages).toHaveLength(2);
  using opened = await openExport(folder.file('page'));
  expect(opened?.rule).toBe('room-page.json has a page of events of Matrix');
});

test('an event without its id has the id that servers compute', () => {
  const create = {
    auth_events: [],
    prev_events: [],
    type: 'm.room.create',
    room_id: '!kmbTYjjsDRDHGgVqUP:localhost',
    sender: '@admin:localhost',
    content: { creator: '@admin:localhost' },
    depth: 1,
    prev_state: [],
    state_key: '',
    origin: 'localhost',
    origin_server_ts: 1_598_686_327_756,
    hashes: { sha256: 'EYS5stv7QephkSDEw4lMn8/fCE1EfcXS2SKhS9x689c' },
    signatures: { localhost: {} },
    unsigned: { age_ts: 1_598_686_327_756 },
  };

  // Of a room, the content is part of the id.
  expect(eventId(create, create.content)).toBe('$mBmRyyvP_Jc-LDi7_hiGD9QTu5XGVXqNMxZM4yDMQPU');
});

const atMilliseconds = (body: string, ms: number): object => ({
  ...text(`$${body}`, 0, body),
  origin_server_ts: 1_711_900_005_000 + ms,
});

test('messages of pages that begin with the newest one are in the order of their times', async () => {
  const sent = [
    atMilliseconds('a', 0),
    atMilliseconds('b', 100),
    atMilliseconds('c', 200),
    atMilliseconds('d', 300),
    atMilliseconds('e', 300),
    atMilliseconds('f', 300),
  ];
  const newestFirst = sent.toReversed();
  const pages = { '1.json': page(newestFirst.slice(0, 4)), '2.json': page(newestFirst.slice(4)) };
  const oldestFirst = { '1.json': page(sent.slice(0, 2)), '2.json': page(sent.slice(2)) };

  const order = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(textsOf(await readFiles(pages))).toEqual(order);
  expect(textsOf(await readFiles(oldestFirst))).toEqual(order);
});

test('edits: the latest one of the sender counts; one without its message is the message', async () => {
  const all = await readWith([
    edit('$e2', 30, '$m1', 'third'),
    text('$m1', 10, 'first'),
    edit('$e1', 20, '$m1', 'second'),
    edit('$e3', 40, '$m1', 'forged', bo),
    edit('$e4', 50, '$gone', 'lonely'),
    edit('$e5', 60, '$gone', 'lonely, later'),
  ]);

  expect(textsOf(all)).toEqual(['third', 'lonely, later']);
  expect(metadataOf(all)[0]).toEqual({ editedAt: 1_711_900_030 });
  expect(all.messages[1]).toMatchObject({ muid: muidOf('$gone') });
  expect(all.account.records).toContainEqual({ type: 'edits', count: 5 });
  expect(all.notCarried.map(({ id }) => id)).toEqual(['$e1', '$e3', '$e4']);
});

const withBundled = (id: string, body: string, bundled: object): object => ({
  ...text(id, 10, body),
  unsigned: { 'm.relations': { 'm.replace': bundled } },
});

test('an edit that the export has only in its message', async () => {
  const ofOlderServers = { event_id: '$e2', sender: lu, origin_server_ts: 1_711_900_030_000 };
  const all = await readWith([
    withBundled('$m1', 'first', edit('$e1', 20, '$m1', 'second')),
    withBundled('$m2', 'already the last', ofOlderServers),
    withBundled('$m3', 'mine', edit('$e3', 20, '$m3', 'forged', bo)),
    withBundled('$m4', 'first', edit('$e5', 30, '$m4', 'latest')),
    edit('$e4', 20, '$m4', 'earlier'),
    withBundled('$m5', 'first', edit('$e6', 20, '$m5', 'both')),
    edit('$e6', 20, '$m5', 'both'),
    withBundled('$m6', 'first', edit('$e7', 20, '$m6', 'taken back')),
    event('$x', 30, { type: 'm.room.redaction', redacts: '$e7', content: {} }),
  ]);

  expect(textsOf(all)).toEqual(['second', 'already the last', 'mine', 'latest', 'both', 'first']);
  expect(metadataOf(all)).toEqual([
    { editedAt: 1_711_900_020 },
    { editedAt: 1_711_900_030 },
    undefined,
    { editedAt: 1_711_900_030 },
    { editedAt: 1_711_900_020 },
    undefined,
  ]);
  expect(all.notCarried.map(({ id }) => id)).toEqual(['$e4']);
});

const invalidEdit = (target: string): object => ({
  'm.relates_to': { rel_type: 'm.replace', event_id: target },
});

test('an edit without new content changes nothing', async () => {
  const all = await readWith([
    text('$m1', 10, 'keep me'),
    text('$e1', 20, '* x', invalidEdit('$m1')),
    text('$e2', 30, '* y', invalidEdit('$gone')),
  ]);

  expect(textsOf(all)).toEqual(['keep me']);
  expect(metadataOf(all)).toEqual([undefined]);
  expect(all.notCarried).toMatchObject([
    { type: 'edits', reason: 'without new content, which servers ignore', id: '$e1' },
    { type: 'edits', reason: 'without new content, which servers ignore', id: '$e2' },
  ]);
});

test('deletions take back messages, reactions and edits', async () => {
  const all = await readWith([
    text('$m1', 10, 'gone'),
    text('$m2', 11, 'stays'),
    text('$m2', 11, 'stays'),
    edit('$e1', 20, '$m2', 'changed'),
    reaction('$r1', 12, '$m2', '👍'),
    reaction('$r2', 12, '$m1', '👍'),
    event('$x1', 30, { type: 'm.room.redaction', redacts: '$m1', content: {} }),
    event('$x2', 30, { type: 'm.room.redaction', content: { redacts: '$r1' } }),
    event('$x3', 30, { type: 'm.room.redaction', redacts: '$e1', content: {} }),
    event('$m3', 40, { content: {} }),
  ]);

  expect(textsOf(all)).toEqual(['stays']);
  expect(all.reactions ?? []).toEqual([]);
  expect(all.filtered).toMatchObject({ 'it was deleted': 2, 'another file has it too': 1 });
  expect(all.account.records).toContainEqual({ type: 'deletions', count: 3 });
});

test('an edit of a message that was deleted does not arrive', async () => {
  const deleted = { content: {}, unsigned: { redacted_because: {} } };
  const all = await readWith([
    event('$m1', 10, deleted),
    edit('$e1', 20, '$m1', 'secret'),
    edit('$e2', 20, '$m2', 'secret'),
    event('$x2', 30, { type: 'm.room.redaction', redacts: '$m2', content: {} }),
    text('$m3', 40, 'secret'),
    event('$m3', 40, deleted),
  ]);

  expect(all.messages ?? []).toEqual([]);
  expect(all.filtered).toEqual({ 'it was deleted': 3 });
  expect(all.notCarried.map(({ id, message }) => [id, message])).toEqual([
    ['$e1', '$m1'],
    ['$e2', '$m2'],
  ]);
});

test('reactions: twice is once, only of members, and only to what is there', async () => {
  const all = await readWith([
    text('$m1', 10, 'hello'),
    reaction('$r1', 11, '$m1', '👍'),
    reaction('$r2', 12, '$m1', '👍'),
    reaction('$r1', 11, '$m1', '👍'),
    reaction('$r3', 13, '$m1', '👍', '@out:x.example'),
    reaction('$r4', 14, '$none', '👍'),
    reaction('$r5', 15, '$m1', ''),
  ]);

  expect(all.reactions).toHaveLength(1);
  expect(all.reactions).toMatchObject([{ reaction: '👍', reactedAt: 1_711_900_011 }]);
  expect(all.rejected).toEqual([]);
  expect(new Set(all.notCarried.map(({ reason }) => reason))).toEqual(
    new Set([
      'another file has it too',
      'it has no emoji',
      'the message is not in the export',
      'the user gave it twice',
      'the user is not a member of the group',
    ]),
  );
});

test('texts: what a reply quotes is cut, mentions are those of the HTML', async () => {
  const reply = { 'm.relates_to': { 'm.in_reply_to': { event_id: '$m1' } } };
  const all = await readWith([
    text('$m1', 10, '> no quote of a client', {}),
    text('$m2', 11, `> <${lu}> hello\n> there\n\nBo &co, yes`, {
      ...reply,
      formatted_body: `<mx-reply><a href="https://matrix.to/#/${lu}">Lu</a></mx-reply><a href="https://matrix.to/#/%40bo%3Ax.example">Bo</a> <a class="x" href="https://matrix.to/#/@none:x">co</a>`,
    }),
    text('$m3', 12, 'waves', { msgtype: 'm.emote' }),
    text('$m4', 13, ' '),
  ]);

  const [mentioned] = Object.keys(all.messages[1]!['mentionedUserDetails'] as object);
  expect(textsOf(all)).toEqual(['> no quote of a client', `<@uid:${mentioned}> &co, yes`, 'waves']);
  expect(all.users.map(({ uid }) => uid)).toContain(mentioned);
  expect(metadataOf(all)).toEqual([
    undefined,
    { quotedMuid: muidOf('$m1') },
    { matrixType: 'm.emote' },
  ]);
  expect(all.filtered).toMatchObject({ 'there is neither text nor file': 1 });
});

const linkToBo = (name: string): string => `<a href="https://matrix.to/#/${bo}">${name}</a>`;

test('texts: a mention is where the HTML has it, not in another word before it', async () => {
  const all = await readWith([
    text('$m1', 10, 'Also ask Al', { formatted_body: `Also ask ${linkToBo('Al')}` }),
    text('$m2', 11, 'Bobs & Bob, Bob', {
      formatted_body: `Bobs &amp; <b>Bob</b>, ${linkToBo('Bob')}`,
    }),
    text('$m3', 12, 'Bo Bo', { formatted_body: `${linkToBo('Bo')} ${linkToBo('Bo')}` }),
    text('$m4', 13, 'Ask Bo', { formatted_body: `Bo: ask ${linkToBo('Bo')}` }),
  ]);

  const [uid] = Object.keys(all.messages[0]!['mentionedUserDetails'] as object);
  const mention = `<@uid:${uid}>`;
  expect(textsOf(all)).toEqual([
    `Also ask ${mention}`,
    `Bobs & Bob, ${mention}`,
    `${mention} ${mention}`,
    'Ask Bo',
  ]);
});

test('texts: what the author of a reply quotes stays', async () => {
  const reply = { 'm.in_reply_to': { event_id: '$m1' } };
  const all = await readWith([
    text('$m1', 10, 'first'),
    text('$m2', 11, '> He said\n\nI agree', {
      ...inThread('$m1', { ...reply, is_falling_back: true }),
      formatted_body: '<blockquote>He said</blockquote>I agree',
    }),
    text('$m3', 12, '> only a quote', { 'm.relates_to': reply }),
    text('$m4', 13, `> * <${lu}> waves\n\n> hi\n\nyes`, { 'm.relates_to': reply }),
    text('$m5', 14, '> Lu: first\n\nyes', {
      'm.relates_to': reply,
      formatted_body: '<mx-reply>Lu: first</mx-reply>yes',
    }),
  ]);

  expect(textsOf(all)).toEqual([
    'first',
    '> He said\n\nI agree',
    '> only a quote',
    '> hi\n\nyes',
    'yes',
  ]);
});

test('threads: a reply that is only for older clients is none; the first message may be missing', async () => {
  const fallback = { is_falling_back: true, 'm.in_reply_to': { event_id: '$m1' } };
  const events = [
    text('$m1', 10, 'first'),
    text('$m2', 11, 'a', inThread('$m1', fallback)),
    text('$m3', 12, 'b', inThread('$m1', { ...fallback, is_falling_back: false })),
    text('$m4', 13, 'c', inThread('$none', fallback)),
  ];
  const all = await readWith(events);
  const flat = await readWith(events, { threads: 'flat' });

  const parentMuid = muidOf('$m1');
  expect(metadataOf(all).slice(1)).toEqual([
    { parentMuid },
    { parentMuid, quotedMuid: parentMuid },
    { parentMuid: muidOf('$none'), parentMissing: true },
  ]);
  expect(metadataOf(flat)).toEqual([undefined, undefined, { quotedMuid: parentMuid }, undefined]);
});

test('members: the last membership counts, a change of the profile is no join, powers are scopes', async () => {
  const [cy, dee] = ['@cy:h.example', '@dee:h.example'];
  const all = await readFiles({
    'page.json': page([
      member(cy, 'join', 90, { displayname: 'Cy the late' }),
      state('create', { creator: lu, room_version: '9' }),
      state('power_levels', { users: { [lu]: 100, [bo]: 50 }, users_default: 0 }),
      state('join_rules', { join_rule: 'public' }),
      state('name', { name: 'Gates' }),
      state('topic', { topic: 'All gates' }),
      state('pinned_events', { pinned: ['$m1'] }),
      state('canonical_alias', { alias: '#gates:h.example' }),
      state('tombstone', { replacement_room: '!new:h.example' }),
      member(lu, 'join', 1),
      member(bo, 'join', 2),
      member(cy, 'join', 10, { displayname: 'Cy' }),
      member(cy, 'leave', 20),
      member(cy, 'join', 30, { displayname: 'Cy' }),
      member(dee, 'join', 40),
      member(dee, 'leave', 50),
      member('@kim:h.example', 'invite', 60),
      member('@_discord_1:h.example', 'ban', 60),
    ]),
  });

  expect(all.groups).toMatchObject([
    {
      name: 'Gates',
      type: 'public',
      metadata: { alias: '#gates:h.example', replacedBy: '!new:h.example' },
    },
  ]);
  expect(Object.values(all.descriptions)).toEqual(['All gates']);
  expect(all.members.map(({ scope, joinedAt, isBanned }) => [scope, joinedAt, isBanned])).toEqual([
    ['admin', 1_711_900_001, undefined],
    [undefined, undefined, true],
    ['moderator', 1_711_900_002, undefined],
    [undefined, 1_711_900_030, undefined],
  ]);
  expect(all.filtered).toMatchObject({
    'the last membership is leave': 1,
    'the last membership is invite': 1,
  });
  expect(all.users.map(({ name, tags }) => [name, tags])).toContainEqual([
    'Cy the late',
    undefined,
  ]);
  expect(all.users.map(({ name, tags }) => [name, tags])).toContainEqual([
    '_discord_1',
    ['foreign'],
  ]);
  expect(all.notCarried).toMatchObject([{ type: 'pins', muid: muidOf('$m1') }]);
});

test('the creators of newer rooms have more power than all others; spaces are no groups', async () => {
  const all = await readFiles({
    'page.json': page([
      state('create', { room_version: '12', additional_creators: [bo] }),
      member(lu, 'join', 1),
      member(bo, 'join', 2),
    ]),
    'space.json': page([
      { ...state('create', { type: 'm.space', creator: lu }), room_id: '!space:h' },
    ]),
  });

  expect(all.groups).toHaveLength(1);
  expect(all.members.map(({ scope }) => scope)).toEqual(['admin', 'admin']);
  expect(all.filtered).toMatchObject({ 'a space, which has no messages': 1 });
});

test('rooms of two people: those that are marked, or also those without a name', async () => {
  const events = [text('$m1', 10, 'hello'), text('$m2', 11, 'hi', {}, bo)];
  const marked = await readWith([
    ...events,
    { ...member(bo, 'invite', 0, { is_direct: true }), event_id: '$i' },
  ]);
  const plain = await readWith(events);
  const unnamed = await readWith(events, { pairs: 'unnamed' });
  const skipped = await readWith(events, { pairs: 'unnamed', directMessages: 'skip' });

  const uids = marked.users.map(({ uid }) => uid);
  expect(marked.messages.map(({ receiverType, receiver }) => [receiverType, receiver])).toEqual([
    ['user', uids[1]],
    ['user', uids[0]],
  ]);
  expect(plain.groups).toHaveLength(1);
  expect([unnamed.groups.length, unnamed.messages[0]!['receiverType']]).toEqual([0, 'user']);
  expect(skipped.filtered).toMatchObject({ 'directMessages is skip': 2 });
});

test('files have their names, captions and, with mediaUrl, addresses; those that are encrypted keep their keys out', async () => {
  const url = 'mxc://h.example/a1';
  const events = [
    text('$m1', 10, 'look', { msgtype: 'm.image', filename: 'p.png', url }),
    text('$m2', 11, 'x.pdf', {
      msgtype: 'm.file',
      file: { url, key: { k: 'secret' }, iv: 'secret', hashes: {} },
    }),
    event('$m3', 12, {
      type: 'm.sticker',
      content: { body: 'wave', url, info: { mimetype: 'image/webp' } },
    }),
    text('$m4', 13, 'At the gate', { msgtype: 'm.location', geo_uri: 'geo:1,2' }),
    text('$m5', 14, 'y.txt', { msgtype: 'm.file', url: 'https://evil.example/' }),
  ];
  const all = await readWith(events);
  const served = await readWith(events, { mediaUrl: 'https://m.example/media' });

  expect(textsOf(all)).toEqual([
    'look\n[file p.png]',
    '[file x.pdf]',
    '[file wave]',
    'At the gate',
    '[file y.txt]',
  ]);
  expect(served.messages.map(({ type }) => type)).toEqual([
    'image',
    'text',
    'image',
    'text',
    'text',
  ]);
  expect(served.messages[0]).toMatchObject({
    data: {
      text: 'look',
      attachments: [{ url: 'https://m.example/media/h.example/a1', name: 'p.png' }],
    },
  });
  expect(all.everything).not.toContain('secret');
});

test('media of all servers are copied from the homeserver that is named', async () => {
  const url = 'mxc://other.example/a1';
  const { messages } = await readFiles(
    { 'a.json': [text('$m1', 10, 'p.png', { msgtype: 'm.image', url })] },
    { homeserver: 'https://h.example/' },
    { onFile: () => {} },
  );
  expect(messages[0]).toMatchObject({
    data: {
      attachments: [{ url: 'https://h.example/_matrix/client/v1/media/download/other.example/a1' }],
    },
  });
});

test('Element: the name and the topic are in the file; there are no memberships', async () => {
  const all = await readFiles({
    'matrix - Gates/export.json': {
      room_name: 'Gates',
      room_creator: lu,
      topic: 'All gates',
      export_date: '1. Mai 2024',
      exported_by: lu,
      messages: [
        text('$m1', 10, 'hello'),
        text('$m2', 11, '** Unable to decrypt **', { msgtype: 'm.bad.encrypted' }),
      ],
    },
    'matrix - Gates/images/p-1.5.2024.png': 'png',
    'matrix - Gates/notes.txt': '',
  });

  expect(all.groups).toMatchObject([{ name: 'Gates' }]);
  expect(all.members).toHaveLength(1);
  expect(textsOf(all)).toEqual(['hello']);
  expect(all.notCarried.map(({ type }) => type)).toEqual(['encrypted messages', 'other files']);
});

test('who wrote is a member where the export has no membership, and not after leaving', async () => {
  const all = await readFiles({
    'a.json': [
      member(bo, 'join'),
      text('$m1', 10, 'hello'),
      text('$m2', 11, 'bye', {}, bo),
      member(bo, 'leave', 12),
    ],
  });

  expect(all.members.map(({ uid }) => uid)).toEqual([all.messages[0]!['sender']]);
  expect(all.filtered).toMatchObject({ 'the last membership is leave': 1 });
});

test('lists of users and rooms: bots, guests, deactivated accounts; addresses stay out', async () => {
  const users = [
    {
      name: lu,
      displayname: 'Lu',
      creation_ts: 1_700_000_000_000,
      threepids: [{ address: 'lu@secret.example' }],
    },
    { name: bo, displayname: 'Bo', deactivated: true, creation_ts: 1_700_000_000 },
    { name: '@help:h.example', user_type: 'bot', deactivated: 0, displayname: null },
    { name: '@g:h.example', is_guest: 1, deactivated: false },
  ];
  const rooms = [
    {
      room_id: room,
      name: 'Gates',
      canonical_alias: '#g:h',
      join_rules: 'public',
      creator: lu,
      joined_members: 2,
    },
  ];
  const all = await readFiles({
    'users.json': { users, total: 4 },
    'rooms.json': { rooms },
    'page.json': page([text('$m1', 1, 'hi')]),
  });

  expect(all.users.map(({ name, tags }) => [name, tags])).toEqual([
    ['Lu', undefined],
    ['Bo', undefined],
    ['help', ['bot']],
    ['g', ['guest']],
  ]);
  expect(Object.keys(all.deactivated)).toHaveLength(1);
  expect(all.groups).toMatchObject([{ name: 'Gates', type: 'public' }]);
  expect(all.everything).not.toContain('secret');
});

const dump = `--
-- PostgreSQL database dump
--
CREATE TABLE public.event_json (event_id text);
COPY public.access_tokens (id, user_id, token) FROM stdin;
1\t${lu}\tsecret-token
\\.
COPY public.event_json (event_id, room_id, internal_metadata, json, format_version) FROM stdin;
$c\t${room}\t{}\t{"type":"m.room.create","state_key":"","sender":"${lu}","origin_server_ts":1711900000000,"content":{"creator":"${lu}"}}\t3
$m\t${room}\t{"token_id": 2}\t{"type":"m.room.message","sender":"${lu}","origin_server_ts":1711900001000,"content":{"msgtype":"m.text","body":"a\\\\nb\\\\\\\\ \\\\"c\\\\""}}\t3
$o\t${room}\t{"outlier": true}\t{"type":"m.room.message","sender":"${lu}","origin_server_ts":1711900001000,"content":{"msgtype":"m.text","body":"no"}}\t3
$b\t${room}\t{}\t{"type":\t3
\\.
COPY public.profiles (user_id, displayname, avatar_url) FROM stdin;
Lu\tLu \\t Tab\t\\N
\\.
COPY public.users (name, password_hash, creation_ts, admin, is_guest, appservice_id, deactivated, user_type) FROM stdin;
${lu}\tsecret-hash\t1711800000\t1\t0\t\\N\t0\t\\N
@gone:h.example\tsecret-hash\t1711800000\t0\t0\t\\N\t1\t\\N
@mm_kim:h.example\tsecret-hash\t1711800000\t0\t0\tbridge\t0\t\\N
\\.
--
-- PostgreSQL database dump complete
--
`;

test('a dump of Synapse: events, names and accounts, and nothing of the other tables', async () => {
  const all = await readFiles({ 'synapse.sql': dump });

  expect(textsOf(all)).toEqual(['a\nb\\ "c"']);
  expect(all.messages[0]).toMatchObject({ muid: muidOf('$m') });
  expect(all.users.map(({ name, tags }) => [name, tags])).toEqual([
    ['Lu \t Tab', undefined],
    ['gone', undefined],
    ['mm_kim', ['foreign']],
  ]);
  expect(Object.keys(all.deactivated)).toHaveLength(1);
  expect(all.rejected).toMatchObject([{ line: 12 }]);
  expect(all.notCarried).toMatchObject([{ reason: 'not accepted by the server' }]);
  expect(all.everything).not.toContain('secret');
});

test('a dump whose line ends a program has changed is read the same, and refused when it is cut off', async () => {
  const changed = dump.replaceAll('\n', '\r\n');
  const [plain, other] = await Promise.all(
    [dump, changed].map((sql) => readFiles({ 'synapse.sql': sql })),
  );

  expect(other!.messages).toEqual(plain!.messages);
  expect(other!.users).toEqual(plain!.users);
  const half = changed.slice(0, changed.indexOf('COPY public.users'));
  await expect(readFiles({ 'synapse.sql': half })).rejects.toThrow('is damaged or cut off');
});

const withoutComments = dump.replaceAll(/^--.*\n/gm, '');

test.each([
  ['at the end of a line', dump, '$o\t'],
  ['within a line', dump, 'a\\\\nb'],
  ['between tables', dump, 'COPY public.users'],
  ['within a table, without comments', withoutComments, '$o\t'],
])('a dump of Synapse that is cut off %s is refused', async (_where, whole, next) => {
  const cut = whole.slice(0, whole.indexOf(next));
  await expect(readFiles({ 'synapse.sql': cut })).rejects.toMatchObject({ code: 'bad-archive' });
});

test('the database of a Synapse without a database server is read like a dump of it', async () => {
  using folder = testFolder();
  const file = folder.file('homeserver.db');
  const content = { msgtype: 'm.text', body: 'hi' };
  const sent = { sender: lu, origin_server_ts: 1_711_900_001_000 };
  const created = { ...sent, type: 'm.room.create', state_key: '', content: { creator: lu } };
  using db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE access_tokens (id INTEGER, user_id TEXT, token TEXT);
    INSERT INTO access_tokens VALUES (1, '${lu}', 'secret-token');
    CREATE TABLE event_json (event_id TEXT, room_id TEXT, internal_metadata TEXT, json TEXT);
    CREATE TABLE profiles (user_id TEXT, displayname TEXT, avatar_url TEXT);
    INSERT INTO profiles VALUES ('Lu', 'Lu L', NULL);
    CREATE TABLE users (name TEXT, password_hash TEXT, is_guest INTEGER, user_type TEXT, deactivated INTEGER);
    INSERT INTO users VALUES ('${lu}', 'secret-hash', 0, NULL, 0), ('@gone:h.example', 'secret-hash', 0, NULL, 1);
  `);
  const insert = db.prepare("INSERT INTO event_json VALUES (?, ?, '{}', ?)");
  insert.run('$c', room, JSON.stringify(created));
  insert.run('$m', room, JSON.stringify({ ...sent, type: 'm.room.message', content }));
  db.close();

  using found = await openExport(file);
  const [alone, inFolder] = [await readAll(file), await readAll(folder.path)];

  expect(found?.rule).toBe('homeserver.db is the database of Synapse');
  expect(textsOf(alone)).toEqual(['hi']);
  expect(alone.messages[0]).toMatchObject({ muid: muidOf('$m') });
  expect(alone.users.map(({ name }) => name)).toEqual(['Lu L', 'gone']);
  expect(Object.keys(alone.deactivated)).toHaveLength(1);
  expect(inFolder.messages).toEqual(alone.messages);
  expect(readdirSync(folder.path)).toEqual(['homeserver.db']);
  expect(alone.everything).not.toContain('secret');
  writeFileSync(file, readFileSync(file).subarray(0, 4096));
  await expect(openExport(folder.path)).rejects.toThrow(`${file} is damaged or cut off`);
});

test('a dump with INSERT commands is refused; other dumps and other JSON are not taken for one', async () => {
  using folder = testFolder();
  writeFiles(folder.file('inserts'), {
    'a.sql': "CREATE TABLE public.event_json (\n);\nINSERT INTO public.event_json VALUES ('$a');\n",
  });
  await expect(readAll(folder.file('inserts'))).rejects.toMatchObject({
    fix: expect.stringContaining('--inserts') as string,
  });
  writeFiles(folder.file('other'), {
    'a.sql': '--\nCOPY public.posts (id) FROM stdin;\n',
    'b.json': { chunk: [{ a: 1 }] },
    'c.json': { users: [{ name: '@x' }] },
  });
  expect(await openExport(folder.file('other'))).toBeUndefined();
});

test('events that are broken or unknown are counted, and spoil only themselves', async () => {
  const all = await readFiles({
    [`rooms/${room}/events`]: `${JSON.stringify(text('$m1', 1, 'hi'))}${JSON.stringify({ ...text('$m2', 2, 'of no room'), room_id: undefined })}{"a": 1}${JSON.stringify(event('$p', 3, { type: 'm.poll.start' }))}`,
    'user_data/devices': '{"access_token": "secret"}',
  });

  expect(all.messages.map(({ receiver }) => receiver)).toEqual([
    all.groups[0]!['guid'],
    all.groups[0]!['guid'],
  ]);
  expect(all.account.notCarried).toEqual([
    { type: 'other events', reason: 'the service has no such thing', count: 1 },
    { type: 'other events', reason: 'without a sender or a type', count: 1 },
    { type: 'other files', reason: 'neither events, users nor rooms', count: 1 },
  ]);
  expect(all.everything).not.toContain('secret');
});
