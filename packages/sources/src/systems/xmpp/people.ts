import { childOf, childrenOf, textOfChild, type XmlElement } from '../../reading/xml-elements.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { bareJid, hostOf, localPart, resourceOf } from './ids.ts';

/** The people of an export: accounts, contacts, and occupants of rooms without a known account. */
export class XmppPeople {
  readonly users: KnownUsers;
  readonly #out: ExportRows;
  readonly #hosts = new Set<string>();
  /** By account: the place of its element. Rooms have the same elements. */
  readonly #accounts = new Map<string, Place>();
  readonly #noted = new Map<string, Place>();
  readonly #names = new Map<string, string>();
  /** By room: the accounts by their nicknames; undefined for a nickname of several accounts. */
  readonly #nicks = new Map<string, Map<string, string | undefined>>();
  readonly #pairs = new Set<string>();
  /** By account: the users whom it blocks. */
  readonly #blocks = new Set<string>();

  constructor(users: KnownUsers, out: ExportRows) {
    this.users = users;
    this.#out = out;
  }

  /** Notes a host of the server. */
  addHost(jid: string): void {
    this.#hosts.add(bareJid(jid));
  }

  /** @returns false when the account was noted before */
  addAccount(jid: string, place: Place): boolean {
    if (this.#accounts.has(jid)) return false;
    this.#accounts.set(jid, place);
    return true;
  }

  /** Notes the name of a card. Its other fields are personal, and pictures have no address. */
  addCard(owner: string, card: XmlElement, place: Place): void {
    const name = textOfChild(card, 'FN') ?? textOfChild(card, 'NICKNAME');
    if (name !== undefined) this.#names.set(owner, name);
    const photo = childOf(card, 'PHOTO');
    if (photo === undefined) return;
    this.#out.count('pictures');
    this.#out.leaveOut('pictures', 'they have no address', place, { user: owner });
  }

  /** Notes the nickname of an account in a room. */
  addNick(room: string, nick: string | undefined, jid: string): void {
    if (nick === undefined) return;
    const nicks = this.#nicks.get(room) ?? new Map<string, string | undefined>();
    this.#nicks.set(room, nicks);
    nicks.set(nick, nicks.has(nick) && nicks.get(nick) !== jid ? undefined : jid);
  }

  /** The account of a sender, if it is known. */
  accountOf(sender: string): string {
    const nick = resourceOf(sender);
    return nick === undefined ? sender : (this.#nicks.get(bareJid(sender))?.get(nick) ?? sender);
  }

  /** Notes a person whom a record names by the account, while files are read. */
  note(jid: string, place: Place): void {
    if (!this.#noted.has(jid)) this.#noted.set(jid, place);
  }

  /** The same after all files were read. @returns the account, if it is known */
  add(sender: string, place: Place): string {
    const id = this.accountOf(sender);
    if (this.users.has(id)) return id;
    const nick = resourceOf(id);
    const tags = nick === undefined && this.#hosts.has(hostOf(id)) ? {} : { tags: ['foreign'] };
    const name = nick ?? this.#names.get(id) ?? localPart(id);
    const own = nick === undefined ? tags : { tags: ['occupant'] };
    this.users.add(id, place, 0, { name, ...own });
    return id;
  }

  /** Passes on the users of accounts and the users whom records name. Call it after all files were read. Rooms may be among the accounts. */
  addAccounts(isRoom: (jid: string) => boolean): void {
    for (const [jid, place] of this.#accounts)
      if (!isRoom(jid)) {
        const name = this.#names.get(jid) ?? localPart(jid);
        this.users.addListed(jid, place, 1, { name });
      }
    for (const [jid, place] of this.#noted) if (!isRoom(jid)) this.add(jid, place);
  }

  /** Reads a list of contacts. */
  addRoster(owner: string, roster: XmlElement, place: Place, contacts: 'friends' | 'skip'): void {
    const out = this.#out;
    for (const { attributes } of childrenOf(roster, 'item')) {
      const { jid = '', subscription } = attributes;
      const friend = bareJid(jid);
      out.count('contacts');
      const pair = [owner, friend].toSorted().join(' ');
      if (jid === '' || subscription !== 'both')
        out.leaveOut('contacts', 'only one of them sees the presence of the other', place, {
          uid: owner,
          friend,
        });
      else if (contacts === 'skip') out.filter('friends', 'contacts is skip');
      else if (this.#pairs.has(pair))
        out.filter('friends', 'the contact is in the list of the other one too');
      else {
        this.#pairs.add(pair);
        this.note(friend, place);
        this.#friends.push({ owner, friend, place });
      }
    }
  }

  readonly #friends: { readonly owner: string; readonly friend: string; readonly place: Place }[] =
    [];

  /** Reads the users whom a user blocks. */
  addBlocked(owner: string, jids: readonly string[], place: Place): void {
    for (const jid of jids) {
      const blocked = bareJid(jid);
      this.#out.count('blocks');
      const pair = `${owner} ${blocked}`;
      if (!blocked.includes('@'))
        this.#out.leaveOut('blocks', 'not of one user', place, { uid: owner });
      else if (this.#blocks.has(pair))
        this.#out.filter('blocks', 'another record of the same block is in the export');
      else {
        this.#blocks.add(pair);
        this.note(blocked, place);
        this.#blocked.push({ owner, blocked, place });
      }
    }
  }

  readonly #blocked: { readonly owner: string; readonly blocked: string; readonly place: Place }[] =
    [];

  writeRelations(): void {
    for (const { owner, friend, place } of this.#friends)
      this.#out.row('friends', place, { uid: owner, friend: friend });
    for (const { owner, blocked, place } of this.#blocked)
      this.#out.row('blocks', place, { uid: owner, blocked: blocked });
  }
}

/** The addresses that the privacy list in use blocks. */
export function deniedBy(privacy: XmlElement): readonly string[] {
  const used = childOf(privacy, 'default')?.attributes['name'];
  const lists = childrenOf(privacy, 'list');
  return lists
    .filter(({ attributes }) => used === undefined || attributes['name'] === used)
    .flatMap((list) =>
      childrenOf(list, 'item').flatMap(({ attributes, children }) => {
        const { type, action, value } = attributes;
        const isOfMessages =
          children.length === 0 || children.some(({ name }) => name === 'message');
        return type === 'jid' && action === 'deny' && isOfMessages ? (value ?? []) : [];
      }),
    );
}
