import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import type { Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { type Line, linesOf } from '../../reading/lines.ts';
import { entryOf, object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { filesIn } from './attachments.ts';
import {
  addMembership,
  addMissingGroups,
  addStrangers,
  channelConversation,
  conversationOf,
  directConversationOf,
  type FoundLines,
  noteSender,
} from './conversations.ts';
import { findLines, leaveOutFiles, linesEntry, shownText } from './export-lines.ts';
import { channelId } from './ids.ts';
import type { MattermostOptions } from './options.ts';
import {
  bodyOf,
  channelOf,
  MattermostUsers,
  membershipsOf,
  membershipTest,
  participantsOf,
  writeGroup,
} from './people.ts';
import { plainText } from './plain-text.ts';
import { PostStore, type RootPost } from './post-store.ts';
import { type PostContext, writePost } from './posts.ts';

/*
 * The whole reading:
 *
 *   for each line: note users, channels and memberships; store posts and replies
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each post in the order of the times: write its rows
 */

/** Reads a bulk export of Mattermost. */
export async function readMattermost(
  archive: Archive,
  options: MattermostOptions,
  out: ExportRows,
): Promise<FindOriginals> {
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
    for await (const batch of linesOf(archive.piecesOf(entry), file))
      for (const line of batch) readLine(line, { file, line: line.number }, found, out);
  }
  const { users, groups, memberships, conversations } = found;
  const context: PostContext = {
    users,
    out,
    options,
    files: filesIn(archive, options.filesUrl, out.files),
    isMember: membershipTest(memberships),
    channelName: (team, channel) => groups.get(channelId(team, channel))?.name,
  };
  addStrangers(found);
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
  return entry === undefined
    ? noOriginals
    : async (_file, lines) => findLines(archive, entry, lines);
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
    const known = entryOf(leftOut, type);
    const name = known ?? 'other lines';
    const reason = known === undefined ? 'not known' : 'the service has no such thing';
    out.count(name);
    out.leaveOut(name, reason, place, { name: body['name'] });
  }
}

/** Types of lines that do not become rows, with their names in the report. */
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
      : directConversationOf(post, place, found);
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

/**
 * @param conversation undefined when the export does not contain it @param line the line of the export, if it contains nothing
 * but the post @returns the number of the post
 */
function store(
  conversation: string | undefined,
  post: Row,
  line: Line | undefined,
  place: Place,
  found: FoundLines,
  out: ExportRows,
  root?: RootPost,
): number | undefined {
  const { users, posts } = found;
  out.count('messages');
  const [user, createdAt] = [text(post['user']), wholeNumber(post['create_at'])];
  if (conversation === undefined || user === undefined || createdAt === undefined) {
    const isComplete = conversation !== undefined && user !== undefined;
    const code = isComplete ? 'bad-source-time' : 'incomplete-record';
    out.brokenRow('messages', place, JSON.stringify(post), code);
    return undefined;
  }
  users.addName(user, place);
  noteSender(conversation, user, place, found);
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
