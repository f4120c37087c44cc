import type { Row } from '@chatferry/contract';
import { cardText } from '../../reading/cards.ts';
import { filled, object, objects, text, texts, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { attachmentOf, type AttachmentFiles } from './attachments.ts';
import { textWithMentions } from './markdown.ts';
import type { MattermostOptions } from './options.ts';
import type { MattermostUsers } from './people.ts';
import type { StoredPost } from './post-store.ts';

/** A conversation of posts. */
export interface Conversation {
  /** Its id; undefined for a conversation of two people. */
  readonly group: string | undefined;
  /** The members of a conversation of people; empty for a channel. */
  readonly members: readonly string[];
  /** The team of a channel. */
  readonly team: string;
  /** The first line that names the conversation. */
  readonly place: Place;
}

export interface PostContext {
  readonly users: MattermostUsers;
  readonly out: ExportRows;
  readonly options: MattermostOptions;
  readonly files: AttachmentFiles;
  /** The displayed name of a channel. */
  readonly channelName: (team: string, channel: string) => string | undefined;
  readonly isMember: (group: string, user: string) => boolean;
}

/** Turns a post into rows. @param file of the lines */
export function writePost(
  stored: StoredPost,
  file: string,
  conversation: Conversation,
  context: PostContext,
): void {
  const { out, options } = context;
  const { post, createdAt, user, muid, root, json } = stored;
  const place = { file, line: stored.line };
  leaveOut(post, muid, place, context);
  const filter = (reason: string): void => {
    writeReactions(post, { muid, isFiltered: true, conversation }, place, context);
    out.filter('messages', reason);
  };
  const type = text(post['type']) ?? '';
  const isSystem = type.startsWith('system_');
  if (isSystem && options.systemMessages === 'skip')
    return filter(`type is ${type}, and systemMessages is skip`);
  const reason = reasonOfConversation(conversation, options);
  if (reason !== undefined) return filter(reason);

  const { mentioned, shown } = shownText(post, conversation, context);
  const found = objects(post['attachments']).map((each) =>
    attachmentOf(text(each['path']), context.files),
  );
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  const media = found.flatMap(({ attachment }) =>
    attachment === undefined ? [] : [{ attachment }],
  );
  const names = found.flatMap(({ attachment, name }) =>
    attachment === undefined ? [`[file ${name}]`] : [],
  );
  const body = [shown, ...names].filter((each) => each.trim() !== '').join('\n');
  if (body === '' && media.length === 0) return filter('there is neither text nor file');
  writeReactions(post, { muid, isFiltered: false, conversation }, place, context);

  const common = {
    sender: user,
    ...receiverOf(conversation, user),
    sentAt: Math.floor(Math.max(createdAt, root?.createdAt ?? 0) / 1000), // A reply is never earlier than its first post.
  };
  const metadata = metadataOf(stored, post, isSystem ? type : undefined, context);
  writeMessageRows(
    {
      muid,
      common,
      mentioned: mentionedDetails(mentioned, (name) => context.users.nameOf(name)),
      text: body,
      files: media,
      metadata,
    },
    place,
    json,
    out,
  );
}

function reasonOfConversation(
  { group, members }: Conversation,
  { directMessages }: MattermostOptions,
): string | undefined {
  if (group !== undefined) return undefined;
  if (directMessages === 'skip') return 'directMessages is skip';
  return members.length < 2 ? 'the conversation is with oneself' : undefined;
}

function receiverOf({ group, members }: Conversation, sender: string): Row {
  if (group !== undefined) return { receiverType: 'group', receiver: group };
  return { receiverType: 'user', receiver: members.find((member) => member !== sender) };
}

function shownText(
  post: Row,
  { team }: Conversation,
  { users, channelName }: PostContext,
): { readonly mentioned: ReadonlySet<string>; readonly shown: string } {
  const mentioned = new Set<string>();
  const own = text(post['message']) ?? '';
  const cards = objects(object(post['props'])['attachments']).map((card) => cardText(card));
  const parts = [own, ...cards].filter((each) => each.trim() !== '');
  const shown = textWithMentions(parts.join('\n'), {
    isUser: (name) => users.has(name),
    mention: (name) => void mentioned.add(name),
    channelName: (name) => channelName(team, name),
  });
  return { mentioned, shown };
}

function metadataOf(
  { createdAt, root }: StoredPost,
  post: Row,
  systemType: string | undefined,
  { out, options }: PostContext,
): Row | undefined {
  if (root !== undefined && createdAt < root.createdAt)
    out.note('messages', 'replies dated before their first post, which get its time');
  const editedAt = wholeNumber(post['edit_at']) ?? 0;
  if (editedAt > 0) out.note('messages', 'edited; the export has only the last version');
  return filled({
    parentMuid: options.threads === 'metadata' ? root?.muid : undefined,
    editedAt: editedAt > 0 ? Math.floor(editedAt / 1000) : undefined,
    username: text(object(post['props'])['override_username']),
    mattermostType: systemType,
  });
}

function writeReactions(
  post: Row,
  {
    muid,
    isFiltered,
    conversation: { group },
  }: {
    readonly muid: string;
    readonly isFiltered: boolean;
    readonly conversation: Conversation;
  },
  place: Place,
  { out, isMember }: PostContext,
): void {
  const canReact = (user: string): boolean => group === undefined || isMember(group, user);
  for (const reaction of objects(post['reactions'])) {
    const [uid, emoji] = [text(reaction['user']), text(reaction['emoji_name'])];
    out.count('reactions');
    const createdAt = wholeNumber(reaction['create_at']) ?? 0;
    writeReaction(
      {
        uid,
        reaction: emoji === undefined ? undefined : `:${emoji}:`,
        reactedAt: createdAt > 0 ? Math.floor(createdAt / 1000) : undefined,
      },
      { muid, isFiltered, canReact },
      place,
      out,
    );
  }
}

/** Leaves out pins, and marks with which people saved a post for themselves. */
function leaveOut(post: Row, muid: string, place: Place, { out }: PostContext): void {
  if (post['is_pinned'] === true) {
    out.count('pins');
    out.leaveOut('pins', 'not carried yet', place, { muid });
  }
  for (const uid of texts(post['flagged_by'])) {
    out.count('saved posts');
    out.leaveOut('saved posts', 'the service has no such thing', place, { muid, uid });
  }
  for (const { user: uid } of objects(post['thread_followers'])) {
    out.count('thread followers');
    out.leaveOut('thread followers', 'the service has no such thing', place, { muid, uid });
  }
}
