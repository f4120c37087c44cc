import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

const message = 'xmlns="jabber:client"';

/** A message as an archive has it. @param stamp the time, or only its clock */
export function result(id: string, stamp: string, inner: string): string {
  const time = stamp.includes('T') ? stamp : `2024-03-01T${stamp}Z`;
  return `<result xmlns="urn:xmpp:mam:2" id="${id}"><forwarded xmlns="urn:xmpp:forward:0"><delay xmlns="urn:xmpp:delay" stamp="${time}"/>${inner}</forwarded></result>`;
}

/** A message with attributes and content. */
export function stanza(attributes: string, content: string): string {
  return `<message ${message} ${attributes}>${content}</message>`;
}

export function chat(from: string, to: string, id: string, body: string, more = ''): string {
  return stanza(`from="${from}" to="${to}" type="chat" id="${id}"`, `<body>${body}</body>${more}`);
}

export function archive(...results: readonly string[]): string {
  return `<archive xmlns="urn:xmpp:pie:0#mam">${results.join('')}</archive>`;
}

export function user(name: string, ...content: readonly string[]): string {
  return `<user name="${name}" password="secret-${name}">${content.join('')}</user>`;
}

export function server(...hosts: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<server-data xmlns="urn:xmpp:pie:0">${hosts.join('')}</server-data>`;
}

export function host(jid: string, ...content: readonly string[]): string {
  return `<host jid="${jid}">${content.join('')}</host>`;
}

/** The example of the format, with a room. */
export const example = server(
  host(
    'h.example',
    user(
      'ann',
      '<query xmlns="jabber:iq:roster"><item jid="bo@h.example" name="Bo" subscription="both"/><item jid="Cy@Far.example" subscription="to"/></query>',
      '<query xmlns="jabber:iq:private"><notes>secret</notes></query>',
      '<vCard xmlns="vcard-temp"><FN>Ann Bee</FN><EMAIL>secret@h.example</EMAIL><PHOTO><BINVAL>secret</BINVAL></PHOTO></vCard>',
      archive(
        result('a1', '09:00:00', chat('ann@h.example/phone', 'bo@h.example', 'm1', '1 &lt; 2')),
        result(
          'a2',
          '09:00:05',
          stanza(
            'from="bo@h.example" to="ann@h.example" type="chat"',
            '<composing xmlns="http://jabber.org/protocol/chatstates"/>',
          ),
        ),
      ),
    ),
    user(
      'bo',
      archive(
        result('b1', '09:00:00.120', chat('ann@h.example/phone', 'bo@h.example', 'm1', '1 &lt; 2')),
        result('b2', '09:01:00', chat('Bo@H.example/x', 'cy@far.example/y', 'm2', 'Hi Cy')),
      ),
      '<blocklist xmlns="urn:xmpp:blocking"><item jid="spam@far.example"/></blocklist>',
    ),
    user('quiet'),
    '<component xmlns="urn:xmpp:pie:0#component" jid="rooms.h.example" type="muc"><item name="tea"><x xmlns="jabber:x:data"><field var="muc#roomconfig_roomname"><value>Tea room</value></field><field var="muc#roomconfig_membersonly"><value>0</value></field></x><item affiliation="owner" jid="ann@h.example" nick="Annie"/><item affiliation="outcast" jid="spam@far.example"/></item></component>',
  ),
  host(
    'rooms.h.example',
    user(
      'tea',
      archive(
        result(
          'r1',
          '10:00:00',
          stanza('from="tea@rooms.h.example/Annie" type="groupchat" id="g1"', '<body>Tea?</body>'),
        ),
        result(
          'r2',
          '10:00:01',
          stanza(
            'from="tea@rooms.h.example/Guest" type="groupchat" id="g2"',
            '<body>Yes</body><stanza-id xmlns="urn:xmpp:sid:0" id="s2" by="tea@rooms.h.example"/>',
          ),
        ),
      ),
    ),
  ),
);

/** Reads archives of users of one host. */
export async function readUsers(
  users: readonly string[],
  options: object = {},
): Promise<WholeExport> {
  return readFiles({ 'server.xml': server(host('h.example', ...users)) }, options);
}
