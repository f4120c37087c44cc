import type { Row } from '@chatferry/contract';
import { text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { channelId, directConversation, groupConversationId } from './ids.ts';
import type { Group, MattermostUsers, Membership } from './people.ts';
import type { PostStore } from './post-store.ts';
import type { Conversation } from './posts.ts';

/** The content of an export's lines so far, until all lines are read. */
export interface FoundLines {
  readonly users: MattermostUsers;
  readonly groups: Map<string, Group>;
  readonly memberships: Map<string, Membership[]>;
  readonly conversations: Map<string, Conversation>;
  /** By conversation: writers who are not members; for a channel, all writers. */
  readonly senders: Map<string, Map<string, Membership>>;
  readonly posts: PostStore;
}

export function channelConversation(
  post: Row,
  place: Place,
  { conversations }: FoundLines,
): string {
  const [team, channel] = [text(post['team']) ?? '', text(post['channel']) ?? ''];
  const id = channelId(team, channel);
  if (!conversations.has(id)) conversations.set(id, { group: id, members: [], team, place });
  return id;
}

/** The conversation of a direct post. @returns its key; undefined when the post does not name its people */
export function directConversationOf(
  post: Row,
  place: Place,
  found: FoundLines,
): string | undefined {
  const names = texts(post['channel_members']).filter((each) => each !== '');
  const [first] = names;
  if (first === undefined) return undefined;
  // When a list names only the other person, the author is in the conversation too.
  const isOne = names.every((each) => each === first);
  return conversationOf(isOne ? [first, text(post['user']) ?? first] : names, place, found);
}

/** The conversation of these people, whom lines name in any order. @returns its key */
export function conversationOf(names: readonly string[], place: Place, found: FoundLines): string {
  const members = [...new Set(names)];
  for (const name of members) found.users.addName(name, place);
  if (members.length <= 2) {
    const key = directConversation(members);
    if (!found.conversations.has(key))
      found.conversations.set(key, { group: undefined, members, team: '', place });
    return key;
  }
  const id = groupConversationId(members);
  if (found.conversations.has(id)) return id;
  found.conversations.set(id, { group: id, members, team: '', place });
  addPrivateGroup(id, members, place, found);
  return id;
}

function addPrivateGroup(
  id: string,
  members: readonly string[],
  place: Place,
  found: FoundLines,
): void {
  found.groups.set(id, { id, place, name: '', type: 'private' }); // Its name is made of the names of its members.
  for (const user of members) addMembership(found, { channel: id, user, isAdmin: false, place });
}

/** Notes that a user wrote in a conversation. */
export function noteSender(
  conversation: string,
  user: string,
  place: Place,
  { conversations, senders }: FoundLines,
): void {
  if (conversations.get(conversation)!.members.includes(user)) return;
  let known = senders.get(conversation);
  if (known === undefined) senders.set(conversation, (known = new Map()));
  if (!known.has(user)) known.set(user, { channel: conversation, user, isAdmin: false, place });
}

/** A conversation of two people in which a third person wrote becomes a group of all three or more. */
export function addStrangers(found: FoundLines): void {
  const { conversations, senders } = found;
  for (const [key, strangers] of senders) {
    const { group, members, team, place } = conversations.get(key)!;
    if (group !== undefined) continue;
    const all = [...members, ...strangers.keys()];
    const id = all.length > 2 ? groupConversationId(members) : undefined;
    conversations.set(key, { group: id, members: all, team, place });
    if (id !== undefined) addPrivateGroup(id, all, place, found);
  }
}

export function addMembership({ memberships }: FoundLines, membership: Membership): void {
  const known = memberships.get(membership.channel);
  if (known === undefined) memberships.set(membership.channel, [membership]);
  else known.push(membership);
}

/** Channels that no line describes become private groups. Their writers become members if no user's line lists any. */
export function addMissingGroups(
  { groups, memberships, conversations, senders }: FoundLines,
  out: ExportRows,
): void {
  const add = (id: string, place: Place): void => {
    if (groups.has(id)) return;
    out.note('groups', 'made for channels that the export does not describe');
    groups.set(id, { id, place, name: id.split('/').at(-1)!, type: 'private' });
    const written = [...(senders.get(id)?.values() ?? [])];
    if (memberships.has(id) || written.length === 0) return;
    out.note('members', 'made of those who wrote, because no line lists any', written.length);
    memberships.set(id, written);
  };
  for (const { group, place } of conversations.values()) if (group !== undefined) add(group, place);
  for (const [id, [first]] of memberships) add(id, first!.place);
}
