import { isObject, type Row } from '@chatferry/contract';
import { filled, object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { fileMuid, mentionedDetails } from '../../rows/message-rows.ts';
import { isNotification } from './blocks.ts';
import { previewsIn } from './cards.ts';
import type { Channel, ChannelContext } from './channels.ts';
import { markupOf } from './content.ts';
import {
  filesOf,
  type MissingFile,
  fileNotes,
  sharedFile,
  type SharedFile,
  withoutFileTokens,
} from './files.ts';
import { isTs, muidOf, secondsOf, threadOf } from './ids.ts';
import { plainText } from './mrkdwn.ts';
import type { SlackOptions } from './options.ts';
import { writeReactions } from './reactions.ts';
import { isEditLog, isSystem, personOf, reasonToFilter } from './subtypes.ts';

/** The shared state for the messages of an export. */
export interface MessageContext extends ChannelContext {
  readonly options: SlackOptions;
  readonly uploads: ReadonlyMap<string, string>;
}

/** Turns the messages of one conversation into rows. Pass the messages in the order of their times. */
export class ChannelMessages {
  readonly #channel: Channel;
  readonly #context: MessageContext;
  readonly #members: Set<string>;
  /** Times of messages that became rows: a first message that was recorded before its replies does not show that it has a thread. */
  readonly #written = new Set<string>();
  /** Times of messages that become rows later; undefined until that is needed. */
  coming: ReadonlySet<string> | undefined;
  /** UNIX seconds of the last message. */
  last = 0;

  constructor(channel: Channel, context: MessageContext) {
    this.#channel = channel;
    this.#context = context;
    this.#members = new Set(channel.members);
  }

  /** Whether a message replies to a message that was not added before, so that `coming` is needed. */
  needsComing(message: Row): boolean {
    const thread = threadOf(message);
    return thread !== undefined && this.coming === undefined && !this.#written.has(thread);
  }

  /** The time of a message if the message becomes a row. */
  timeOf(message: Row): string | undefined {
    const { options, users } = this.#context;
    const isRow = !isEditLog(message) && reasonToFilter(message, options, users) === undefined;
    return isRow ? text(message['ts']) : undefined;
  }

  add(message: Row, place: Place): void {
    const { out, options, users } = this.#context;
    if (isEditLog(message)) {
      out.count('edits');
      return out.leaveOut('edits', 'logs of edits are not messages', place, {
        channel: this.#channel.id,
        subtype: message['subtype'],
        ts: message['ts'],
      });
    }
    out.count('messages');
    const ts = text(message['ts']) ?? '';
    const muid = ts === '' ? undefined : muidOf(this.#channel.id, ts);
    const reason = reasonToFilter(message, options, users) ?? this.#reasonOfChannel();
    if (reason !== undefined) return this.#filter(reason, message, muid, place);
    const sender = personOf(message) ?? users.addBot(message, place);
    users.addSender(sender, message, place);
    this.#write(message, { sender, ts, muid }, place);
  }

  #filter(reason: string, message: Row, muid: string | undefined, place: Place): void {
    this.#writeReactions(message, muid, place, true);
    this.#context.out.filter('messages', reason);
  }

  #writeReactions(message: Row, muid: string | undefined, place: Place, isFiltered: boolean): void {
    const canReact = (user: string): boolean => this.#isMember(user, place);
    writeReactions(message, { muid, isFiltered, canReact }, place, this.#context);
  }

  /** If the export does not list the members, the people who wrote or reacted are the members. */
  #isMember(user: string, place: Place): boolean {
    const { hasMembers, list, id } = this.#channel;
    if (this.#members.has(user)) return true;
    if (hasMembers || list === 'dms') return false;
    this.#members.add(user);
    const why = 'made of those who wrote or reacted, because the export lists none';
    this.#context.out.note('members', why);
    this.#context.out.row('members', place, { guid: id, uid: user });
    return true;
  }

  #write(
    message: Row,
    { sender, ts, muid }: { sender: string; ts: string; muid: string | undefined },
    place: Place,
  ): void {
    const { out } = this.#context;
    const mentioned = new Set<string>();
    const files = this.#files(message, muid, place);
    const own = plainText(withoutFileTokens(markupOf(message)), {
      mention: (id) => {
        mentioned.add(id);
        return `<@uid:${id}>`;
      },
      channelName: (id) => this.#context.channelNames.get(id),
    });
    const shown = own.trim() === '' && files.shared.length === 0 ? stubText(files.missing) : own;
    const isEmpty = shown.trim() === '' && files.shared.length === 0;
    if (isEmpty && !isSystem(message))
      return this.#filter('there is neither text nor file', message, muid, place);
    this.#isMember(sender, place);
    this.#writeReactions(message, muid, place, false);
    if (isNotification(message))
      out.note('messages', 'with the text of their blocks, in place of that of the notification');
    this.#leaveOutPreviews(message, muid, place);
    for (const id of mentioned) this.#context.users.addId(id, place);
    if (isTs(ts)) {
      this.last = Math.max(this.last, secondsOf(ts));
      this.#written.add(ts);
    }
    const common = {
      sender,
      ...this.#receiver(sender),
      ...(isTs(ts) ? { sentAt: secondsOf(ts) } : {}),
    };
    const metadata = this.#metadata(message, muid);
    const first = {
      ...(muid === undefined ? {} : { muid }),
      ...common,
      ...mentionedDetails(mentioned, (uid) => this.#context.users.nameOf(uid)),
    };
    const body = isEmpty ? `(${String(message['subtype'])})` : shown;
    if (files.shared.length === 0)
      return out.row('messages', place, { ...first, data: filled({ text: body, metadata }) ?? {} });
    for (const [index, file] of files.shared.entries()) {
      const data = {
        ...(index === 0 && shown.trim() !== '' ? { text: shown } : {}),
        attachments: [file.attachment],
        metadata: { ...metadata, slackFileId: file.id, fileAccess: file.access },
      };
      const row = { ...common, category: 'message', type: file.type, data };
      if (index === 0) out.row('messages', place, { ...first, ...row });
      else {
        out.note('messages', 'made for further files of a message');
        out.row('messages', place, { ...row, muid: fileMuid(muid ?? '', index + 1) });
      }
    }
  }

  #reasonOfChannel(): string | undefined {
    const { list, members } = this.#channel;
    if (list !== 'dms') return undefined;
    if (this.#context.options.directMessages === 'skip') return 'directMessages is skip';
    return members.length < 2 ? 'the conversation is with oneself' : undefined;
  }

  #receiver(sender: string): Row {
    const { list, members, id } = this.#channel;
    if (list !== 'dms') return { receiverType: 'group', receiver: id };
    return { receiverType: 'user', receiver: members.find((member) => member !== sender) };
  }

  #files(
    message: Row,
    muid: string | undefined,
    place: Place,
  ): { readonly shared: readonly SharedFile[]; readonly missing: readonly MissingFile[] } {
    const { out, uploads } = this.#context;
    const shared: SharedFile[] = [];
    const missing: MissingFile[] = [];
    for (const file of filesOf(message)) {
      out.count('files');
      const found = sharedFile(file, uploads, out.files);
      if ('attachment' in found) {
        shared.push(found);
        out.note('files', fileNotes[found.access]);
      } else {
        missing.push(found);
        out.leaveOut('files', found.reason, place, { muid, id: found.id, name: found.name });
      }
    }
    return { shared, missing };
  }

  #metadata(message: Row, muid: string | undefined): Row | undefined {
    const { out, options } = this.#context;
    const parent = threadOf(message);
    const isReply = parent !== undefined && options.threads === 'metadata' && muid !== undefined;
    const isKnown = parent !== undefined && (this.#written.has(parent) || this.coming?.has(parent));
    const isOrphan = parent !== undefined && isKnown !== true;
    if (isOrphan)
      out.note('messages', 'replies whose first message is deleted, filtered or not in the export');
    const edited = object(message['edited'])['ts'];
    if (isTs(edited)) out.note('messages', 'edited; the export has only the last version');
    return filled({
      parentMuid: isReply ? muidOf(this.#channel.id, parent) : undefined,
      parentMissing: isReply && isOrphan ? true : undefined,
      broadcast: message['subtype'] === 'thread_broadcast' ? true : undefined,
      editedAt: isTs(edited) ? secondsOf(edited) : undefined,
      username: isOfBot(message) ? text(message['username']) : undefined,
      slackSubtype: isSystem(message) ? text(message['subtype']) : undefined,
    });
  }

  #leaveOutPreviews(message: Row, muid: string | undefined, place: Place): void {
    for (const card of previewsIn(message)) {
      this.#context.out.count('previews');
      const { title, from_url: from, title_link: link } = card;
      const address = text(from) ?? text(link);
      this.#context.out.leaveOut('previews', 'cards next to a text', place, {
        muid,
        title,
        address: address === undefined ? undefined : withoutFileTokens(address),
      });
    }
  }
}

/** Whether a bot wrote the message. Only then `username` is a name of its own. */
function isOfBot(message: Row): boolean {
  return text(message['bot_id']) !== undefined || personOf(message) === undefined;
}

/** The text in place of files whose content the export lacks. */
function stubText(missing: readonly MissingFile[]): string {
  return missing
    .map(({ name, reason }) => (name === undefined ? `[file ${reason}]` : `[file ${name}]`))
    .join('\n');
}

/** Whether a value of a list of messages can be a message. */
export function isMessage(value: unknown): value is Row {
  return isObject(value);
}
