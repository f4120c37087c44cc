import { childOf, childrenOf, type XmlElement } from '../../reading/xml-elements.ts';
import { filled } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import { bareJid } from './ids.ts';
import type { XmppOptions } from './options.ts';
import type { XmppPeople } from './people.ts';

/** Notes a room of a list of rooms with its settings and affiliations. @returns false when it has no address */
export function addRoom(
  item: XmlElement,
  component: string,
  place: Place,
  {
    chats,
    people,
    options,
  }: {
    readonly chats: Chats;
    readonly people: XmppPeople;
    readonly options: XmppOptions;
  },
): boolean {
  const { jid, name } = item.attributes;
  const named = name === undefined || name.includes('@') ? name : `${name}@${component}`;
  const room = jid ?? named;
  if (room === undefined) return false;
  const id = bareJid(room);
  const settings = settingsIn(item);
  const isClosed = settings.get('muc#roomconfig_membersonly');
  const affiliated = elementsIn(item).filter(
    (each) => each.attributes['affiliation'] !== undefined && each.attributes['jid'] !== undefined,
  );
  const owner = affiliated.find(({ attributes }) => attributes['affiliation'] === 'owner');
  const ownerId = owner === undefined ? undefined : bareJid(owner.attributes['jid']!);
  chats.describe(id, place, {
    name: settings.get('muc#roomconfig_roomname'),
    type: isClosed === undefined ? options.rooms : isTrue(isClosed) ? 'private' : 'public',
    owner: ownerId,
    canBePair: false,
    version: 1,
    row: filled({ description: settings.get('muc#roomconfig_roomdesc') }),
  });
  for (const { attributes } of affiliated) {
    const { affiliation, jid: of = '', nick } = attributes;
    if (affiliation === 'none') continue;
    const user = bareJid(of);
    people.addNick(id, nick, user);
    people.note(user, place);
    const isAdmin = affiliation === 'owner' || affiliation === 'admin';
    chats.addMember(id, user, place, {
      scope: isAdmin ? 'admin' : undefined,
      isBanned: affiliation === 'outcast' ? true : undefined,
    });
  }
  return true;
}

function settingsIn(item: XmlElement): ReadonlyMap<string, string> {
  const fields = elementsIn(item).flatMap((each) => childrenOf(each, 'field'));
  return new Map(
    fields.flatMap((field) => {
      const value = childOf(field, 'value')?.text.trim() ?? '';
      const name = field.attributes['var'];
      return name === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** An element with all that is in it. */
function elementsIn(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(elementsIn)];
}

function isTrue(value: string): boolean {
  return value === '1' || value === 'true';
}
