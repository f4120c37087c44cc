import type { Row } from '@chatferry/contract';
import type { Archive } from '../archive/archive.ts';
import { type Line, linesOf } from '../reading/lines.ts';
import { object, objects, text, texts, wholeNumber } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import { filesIn } from './attachments.ts';
import { findLines, leaveOutFiles, linesEntry, shownText } from './export-lines.ts';
import { channelId, directConversation, groupConversationId } from './ids.ts';
import type { MattermostOptions } from './options.ts';
import {
  bodyOf,
  channelOf,
  type Group,
  MattermostUsers,
  type Membership,
  membershipsOf,
  membershipTest,
  participantsOf,
  writeGroup,
} from './people.ts';
import { plainText } from './plain-text.ts';
import { PostStore, type RootPost } from './post-store.ts';
import { type Conversation, type PostContext, writePost } from './posts.ts';

/*
 * The whole reading:
 *
 *   for each line: note users, channels and memberships; store posts and replies
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each post in the order of the times: write its rows
 */

/** What the lines of an export contain before it is complete. */
interface FoundLines {
  readonly users: MattermostUsers;
  readonly groups: Map<string, Group>;
  readonly memberships: Map<string, Membership[]>;
  readonly conversations: Map<string, Conversation>;
  /** By channel, who wrote there. */
  readonly senders: Map<string, Map<string, Membership>>;
  readonly posts: PostStore;
}

/** Reads a bulk export of Mattermost. */
export async function readMattermost(
  archive: Archive,
  options: MattermostOptions,
  out: ExportRows,
): Promise<void> {
  const entry = linesEntry(archive);
  const posts = new PostStore(out.workFile('posts'));
  const found: FoundLines = {
    users: new MattermostUsers(),
    groups: new Map(),
    memberships: new Map(),
    conversations: new Map(),
    senders: new Map(),
    posts,
  };
  if (entry !== undefined) {
    const file = archive.placeOf(entry);
    out.findOriginals(async (_file, lines) => findLines(archive, entry, lines));
    for await (const batch of linesOf(archive.piecesOf(entry), file))
      for (const line of batch) readLine(line, { file, line: line.number }, found, out);
  }
  const { users, groups, memberships, conversations } = found;
  const context: PostContext = {
    users,
    out,
    options,
    files: filesIn(archive, options.filesUrl),
    isMember: membershipTest(memberships),
    channelName: (team, channel) => groups.get(channelId(team, channel))?.name,
  };
  addMissingGroups(found, out);
  const write = function* write(): Generator<void> {
    const file = entry === undefined ? '' : archive.placeOf(entry);
    for (const post of posts.inOrder())
      yield writePost(post, file, conversations.get(post.conversation)!, context);
  };
  out.makeLater('messages', write(), posts);
  for (const group of groups.values()) {
    const members = memberships.get(group.id) ?? [];
    const names = members.map(({ user }) => users.nameOf(user) ?? user).join(', ');
    writeGroup(group.name === '' ? { ...group, name: names } : group, members, out);
  }
  users.write(out, options);
  leaveOutFiles(archive, entry, out);
}

function readLine(read: Line, place: Place, found: FoundLines, out: ExportRows): void {
  const json = read.text;
  let line: Row;
  try {
    line = object(JSON.parse(json));
  } catch {
    out.count('messages');
    return out.brokenRow('messages', place, shownText(json));
  }
  const type = text(line['type']) ?? '';
  const body = bodyOf(line);
  if (type === 'version') return;
  if (type === 'post' || type === 'direct_post')
    return storePost(type, body, read, place, found, out);
  if (type === 'user' || type === 'bot') {
    out.count(`${type}s`);
    const { users } = found;
    const isKnown = type === 'user' ? users.addUser(body, place) : users.addBot(body, place);
    if (!isKnown) return out.brokenRow('users', place, json);
    for (const each of membershipsOf(body, place)) addMembership(found, each);
  } else if (type === 'channel') {
    out.count('channels');
    const group = channelOf(body, place);
    if (group === undefined) out.brokenRow('groups', place, json);
    else found.groups.set(group.id, group);
  } else if (type === 'direct_channel') {
    out.count('direct channels');
    conversationOf(participantsOf(body), place, found);
  } else {
    const name = leftOut[type] ?? 'other lines';
    out.count(name);
    out.leaveOut(
      name,
      leftOut[type] === undefined ? 'not known' : 'the service has no such thing',
      place,
      {
        name: body['name'],
      },
    );
  }
}

/** Types of lines that become no rows, with their names in the report. */
const leftOut: Readonly<Record<string, string>> = {
  team: 'teams',
  emoji: 'emoji',
  role: 'roles',
  scheme: 'schemes',
};

function storePost(
  type: 'post' | 'direct_post',
  post: Row,
  line: Line,
  place: Place,
  found: FoundLines,
  out: ExportRows,
): void {
  const key =
    type === 'post'
      ? channelConversation(post, place, found)
      : conversationOf(texts(post['channel_members']), place, found);
  const replies = objects(post['replies']);
  if (replies.length === 0) {
    store(key, post, line, place, found, out);
    return;
  }
  const first = { ...post, replies: undefined };
  const number = store(key, first, undefined, place, found, out);
  const [user, createdAt] = [text(post['user']), wholeNumber(post['create_at'])];
  const root = number === undefined ? undefined : { number, user: user!, createdAt: createdAt! };
  for (const reply of replies) store(key, reply, undefined, place, found, out, root);
}

/** @param line of the export, where it contains nothing but the post @returns the number of the post */
function store(
  conversation: string,
  post: Row,
  line: Line | undefined,
  place: Place,
  { users, posts, senders }: FoundLines,
  out: ExportRows,
  root?: RootPost,
): number | undefined {
  out.count('messages');
  const [user, createdAt] = [text(post['user']), wholeNumber(post['create_at'])];
  if (user === undefined || createdAt === undefined) {
    const code = user === undefined ? 'incomplete-record' : 'bad-source-time';
    out.brokenRow('messages', place, JSON.stringify(post), code);
    return undefined;
  }
  users.addName(user, place);
  const known = senders.get(conversation);
  if (known?.has(user) === false)
    known.set(user, { channel: conversation, user, isAdmin: false, place });
  for (const reaction of objects(post['reactions'])) {
    const uid = text(reaction['user']);
    if (uid !== undefined) users.addName(uid, place);
  }
  const stored = { line: place.line, conversation, createdAt, user, root };
  if (line === undefined)
    return posts.add({ ...stored, json: JSON.stringify(post), isLine: false });
  const span = plainText(post, line.text, line.bytes);
  return posts.add({ ...stored, json: line.bytes, isLine: true, text: span });
}

function channelConversation(
  post: Row,
  place: Place,
  { conversations, senders }: FoundLines,
): string {
  const [team, channel] = [text(post['team']) ?? '', text(post['channel']) ?? ''];
  const id = channelId(team, channel);
  if (!conversations.has(id)) {
    conversations.set(id, { group: id, members: [], team, place });
    senders.set(id, new Map());
  }
  return id;
}

/** The conversation of these people; lines name them in any order. @returns its key */
function conversationOf(names: readonly string[], place: Place, found: FoundLines): string {
  const members = [...new Set(names)];
  for (const name of members) found.users.addName(name, place);
  if (members.length <= 2) {
    const key = directConversation(members);
    found.conversations.set(key, { group: undefined, members, team: '', place });
    return key;
  }
  const id = groupConversationId(members);
  if (found.conversations.has(id)) return id;
  found.conversations.set(id, { group: id, members, team: '', place });
  found.groups.set(id, { id, place, name: '', type: 'private' }); // Its name is made of its members'.
  for (const user of members) addMembership(found, { channel: id, user, isAdmin: false, place });
  return id;
}

function addMembership({ memberships }: FoundLines, membership: Membership): void {
  const known = memberships.get(membership.channel);
  if (known === undefined) memberships.set(membership.channel, [membership]);
  else known.push(membership);
}

/** Channels that no line describes get private groups, with those who wrote where no line of a user lists them either. */
function addMissingGroups(
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
