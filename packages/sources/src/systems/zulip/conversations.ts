import type { Row } from '@chatferry/contract';
import { filled, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { huddleId, secondsOf, streamId } from './ids.ts';
import type { Realm } from './realm.ts';
import type { ZulipUsers } from './users.ts';

/** The receivers of the messages with a recipient id. */
export type Conversation =
  | { readonly kind: 'person'; readonly user: number }
  | { readonly kind: 'people'; readonly users: readonly number[] }
  | { readonly kind: 'group'; readonly guid: string };

interface Member {
  readonly user: number;
  readonly isAdmin: boolean;
  readonly place: Place;
}

const PERSON = 1;
const STREAM = 2;
const HUDDLE = 3;

/** Administrator of a stream, in older exports. */
const STREAM_ADMIN = 20;

/** The conversations by the ids of their recipients. */
export class ZulipConversations {
  readonly #byRecipient = new Map<number, Conversation>();
  readonly #members = new Map<number, Member[]>();
  readonly #memberIds = new Map<string, ReadonlySet<number>>();

  /** Reads the tables, and writes groups with their members. */
  add(realm: Realm, users: ZulipUsers, out: ExportRows): void {
    this.#addMembers(realm, users, out);
    const streams = new Map(
      Array.from(
        realm.rows('zerver_stream'),
        (each) => [wholeNumber(each.row['id']), each] as const,
      ),
    );
    const huddles = new Map(
      Array.from(
        realm.rows('zerver_huddle'),
        (each) => [wholeNumber(each.row['id']), each] as const,
      ),
    );
    out.count('channels', streams.size);
    out.count('group conversations', huddles.size);
    for (const { row, place } of realm.rows('zerver_recipient')) {
      const [id, of] = [wholeNumber(row['id']), wholeNumber(row['type_id'])];
      if (id === undefined || of === undefined) continue;
      const members = this.#members.get(id) ?? [];
      if (row['type'] === PERSON) this.#byRecipient.set(id, { kind: 'person', user: of });
      else if (row['type'] === STREAM) {
        const stream = streams.get(of);
        this.#addGroup(id, streamId(of), members);
        writeStream(of, stream?.row ?? {}, stream?.place ?? place, members, users, out);
      } else if (row['type'] === HUDDLE) {
        const ids = members.map(({ user }) => user);
        if (members.length <= 2) {
          this.#byRecipient.set(id, { kind: 'people', users: ids });
          out.filter('groups', 'the conversation is of two people');
          members.forEach(() => out.filter('members', 'the conversation is of two people'));
        } else {
          this.#addGroup(id, huddleId(of), members);
          const names = ids.map((each) => users.nameOf(each) ?? String(each)).join(', ');
          const group = { guid: huddleId(of), name: names, type: 'private' };
          writeGroup(group, huddles.get(of)?.place ?? place, members, out);
        }
      }
    }
  }

  of(recipient: number): Conversation | undefined {
    return this.#byRecipient.get(recipient);
  }

  isMember(guid: string, user: number): boolean {
    return this.#memberIds.get(guid)?.has(user) === true;
  }

  #addGroup(recipient: number, guid: string, members: readonly Member[]): void {
    this.#byRecipient.set(recipient, { kind: 'group', guid });
    this.#memberIds.set(guid, new Set(members.map(({ user }) => user)));
  }

  /** Adds members of all conversations. The export does not list people who left. */
  #addMembers(realm: Realm, users: ZulipUsers, out: ExportRows): void {
    const persons = new Set<number | undefined>();
    for (const { row } of realm.rows('zerver_recipient'))
      if (row['type'] === PERSON) persons.add(wholeNumber(row['id']));
    for (const { row, place } of realm.rows('zerver_subscription')) {
      const [user, recipient] = [wholeNumber(row['user_profile']), wholeNumber(row['recipient'])];
      // Every person has a subscription to their incoming messages.
      if (user === undefined || recipient === undefined || persons.has(recipient)) continue;
      out.count('subscriptions');
      users.addId(user, place);
      if (row['active'] === false) {
        out.filter('members', 'the user has left the channel');
        continue;
      }
      const member = { user, isAdmin: row['role'] === STREAM_ADMIN, place };
      const known = this.#members.get(recipient);
      if (known === undefined) this.#members.set(recipient, [member]);
      else known.push(member);
    }
  }
}

function writeStream(
  id: number,
  stream: Row,
  place: Place,
  members: readonly Member[],
  users: ZulipUsers,
  out: ExportRows,
): void {
  const creator = wholeNumber(stream['creator']);
  if (creator !== undefined) users.addId(creator, place);
  const group = {
    guid: streamId(id),
    name: text(stream['name']) ?? streamId(id),
    type: stream['invite_only'] === false ? 'public' : 'private',
    ...filled({
      owner: creator === undefined ? undefined : String(creator),
      createdAt: secondsOf(stream['date_created']),
      description: text(stream['description']),
      metadata: filled({
        archived: stream['deactivated'] === true ? true : undefined,
        webPublic: stream['is_web_public'] === true ? true : undefined,
      }),
    }),
  };
  writeGroup(group, place, members, out);
}

function writeGroup(group: Row, place: Place, members: readonly Member[], out: ExportRows): void {
  out.row('groups', place, group);
  for (const { user, isAdmin, place: at } of members)
    out.row('members', at, {
      guid: group['guid'],
      uid: String(user),
      ...(isAdmin ? { scope: 'admin' } : {}),
    });
}
