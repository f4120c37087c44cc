import { expect, test } from 'vitest';
import { metadataOf, textsOf } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { archive, chat, host, readUsers, result, server, stanza, user } from './example.ts';

const [ann, bo, tea] = ['ann@h.example', 'bo@h.example', 'tea@rooms.example'];

function inRoom(nick: string, id: string, content: string): string {
  return stanza(`from="${tea}/${nick}" type="groupchat" id="${id}"`, content);
}

function room(...results: readonly string[]): string {
  return `<component jid="rooms.example" type="muc"><user name="tea">${archive(...results)}</user></component>`;
}

const ok = '<body>ok</body>';

/** What a room adds to what only one occupant gets. */
function mark(more = ''): string {
  return `<x xmlns="http://jabber.org/protocol/muc#user">${more}</x>`;
}

test('a message is a copy of one message of each other archive, though clients use an id again', async () => {
  const all = await readUsers([
    user('ann', archive(result('1', '10:00:00', inRoom('Annie', 'm1', ok)))),
    room(
      result('r1', '10:00:00', inRoom('Annie', 'm1', ok)),
      result('r2', '10:05:00', inRoom('Bo', 'm1', ok)),
    ),
  ]);

  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([1_709_287_200, 1_709_287_500]);
  expect(all.filtered).toEqual({ 'another archive has it too': 1 });
});

function exported(...results: readonly string[]): string {
  return server(host('h.example', user('ann', archive(...results))));
}

test('exports that overlap: an archive gives each message an id, and has it once', async () => {
  const [one, two] = [chat(ann, bo, 'm1', 'one'), chat(ann, bo, 'm2', 'two')].map((each, index) =>
    result(`a${index}`, `10:0${index}:00`, each),
  );
  const all = await readFiles({ 'january.xml': exported(one!), 'march.xml': exported(one!, two!) });

  expect(textsOf(all)).toEqual(['one', 'two']);
});

test('private messages of occupants and invitations are in no conversation, also where the room is not in the export', async () => {
  const reaction = `${mark()}<reactions xmlns="urn:xmpp:reactions:0" id="p1"><reaction>x</reaction></reactions>`;
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '10:00:00', chat(`${tea}/Bo`, ann, 'p1', 'psst', mark())),
        result('2', '10:00:01', chat(ann, `${tea}/Cy`, 'p2', 'psst too', mark())),
        result('3', '10:00:02', stanza(`from="${tea}" to="${ann}"`, `${ok}${mark('<invite/>')}`)),
        result('4', '10:00:03', stanza(`from="${tea}/Bo" to="${ann}" type="chat"`, reaction)),
      ),
    ),
  ]);

  expect(all.messages).toEqual([]);
  expect(all.users).toHaveLength(1);
  expect(all.filtered).toEqual({
    'it is private between occupants of a room, or an invitation': 3,
  });
  expect(all.notCarried).toMatchObject([{ type: 'reaction messages' }]);
});

test('a message of which another archive has only that it was deleted does not arrive', async () => {
  const stanzaId = `<stanza-id xmlns="urn:xmpp:sid:0" id="r1" by="${tea}"/>`;
  const deleted = '<retracted xmlns="urn:xmpp:message-retract:1" id="m3"/>';
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('2', '09:59:59', inRoom('Cy', 'm1', '<body>of another one</body>')),
        result('1', '10:00:00', inRoom('Bo', 'm1', `<body>deleted</body>${stanzaId}`)),
        result('3', '15:00:00', inRoom('Bo', 'm1', '<body>hours later</body>')),
      ),
    ),
    room(
      result('r1', '10:00:00', inRoom('Bo', 'm1', deleted)),
      result('r2', '10:00:05', inRoom('Di', 'm9', deleted)),
    ),
  ]);

  expect(textsOf(all)).toEqual(['of another one', 'hours later']);
  expect(all.filtered).toEqual({ 'it was deleted': 3 });
  expect(all.notCarried).toEqual([]);
});

test('subjects, corrections without a time, and mentions that overlap', async () => {
  const replace = '<replace xmlns="urn:xmpp:message-correct:0" id="m2"/>';
  const mention = `<reference xmlns="urn:xmpp:reference:0" type="mention" begin="0" end="2" uri="xmpp:${bo}"/>`;
  const all = await readUsers([
    user(
      'ann',
      archive(
        result('1', '10:00:00', chat(ann, bo, 'm1', 'at noon', '<subject>Lunch</subject>')),
        result('2', '10:00:01', chat(ann, bo, 'm2', 'one')),
        result('3', 'T', chat(ann, bo, 'm3', 'two', replace)),
        result('4', '10:00:02', chat(ann, bo, 'm4', 'Bo, come here', `${mention}${mention}`)),
      ),
    ),
  ]);

  expect(textsOf(all)).toEqual([
    'at noon',
    'two',
    expect.stringMatching(/^<@uid:\w+>, come here$/),
  ]);
  expect(metadataOf(all)).toEqual([{ subject: 'Lunch' }, undefined, undefined]);
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'edited; they have the last version',
    count: 1,
  });
});
