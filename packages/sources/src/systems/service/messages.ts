import { type Row, UNSIGNED } from '@chatferry/contract';
import { cleanAddress, nameInAddress, servedAddress } from '../../reading/addresses.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, objects, text, texts, wholeNumber } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KeyedRecords } from '../../rows/keyed-records.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { mentionedDetails } from '../../rows/message-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { SYSTEM_USER } from './ids.ts';
import { metadataIn } from './metadata.ts';
import type { Muids } from './muids.ts';
import type { ServiceOptions } from './options.ts';

export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly reactions: KeyedRecords;
  readonly muids: Muids;
  readonly out: ExportRows;
  readonly options: ServiceOptions;
}

/** The id that the service gave to a message; undefined for 0, which means none. */
export function idOf(id: unknown): string | undefined {
  const shown = typeof id === 'number' ? String(id) : id;
  return typeof shown === 'string' && shown !== '' && shown !== '0' ? shown : undefined;
}

/** Why a message is filtered. */
export function reasonToFilter(
  message: Row,
  { directMessages }: ServiceOptions,
): string | undefined {
  if (secondsIn(message['deletedAt']) !== undefined) return 'it was deleted';
  const category = text(message['category']) ?? 'message';
  if (category !== 'message' && category !== 'custom')
    return `category is ${category}, which the import does not take`;
  if (message['sender'] === SYSTEM_USER) return 'the app itself sent it';
  const isDirect = message['receiverType'] === 'user';
  return isDirect && directMessages === 'skip' ? 'directMessages is skip' : undefined;
}

const mention = /<@uid:([^>]+)>/g;

/** Computed from other records when the list was made. */
const computed = new Set([
  'entities',
  'reactions',
  'mentions',
  'moderation',
  'resource',
  'quotedMessage',
]);

/** Turns a message into a row. @param json as it is stored */
export function writeMessage(
  message: Row,
  place: Place,
  json: Uint8Array,
  context: MessageContext,
): void {
  const { out, users, muids, options } = context;
  const id = idOf(message['id'])!;
  const muid = muids.of(id, text(message['muid']));
  const reason = reasonToFilter(message, options);
  writeReactions(message, { id, muid, isFiltered: reason !== undefined, place }, context);
  if (reason !== undefined) return out.filter('messages', reason);
  const data = object(message['data']);
  const mentioned = [...(text(data['text']) ?? '').matchAll(mention)].map(([, uid]) => uid!);
  const tags = texts(message['tags']);
  const unsigned = new Set<string>();
  const content = dataOf(message, data, { place, unsigned }, context);
  // The address next to the attachments is the address of the first attachment.
  if (unsigned.has('data.attachments')) unsigned.delete('data.url');
  const row = {
    muid,
    ...filled({
      sender: text(message['sender']),
      receiverType: text(message['receiverType']),
      receiver: text(message['receiver']),
      category: text(message['category']),
      type: text(message['type']),
      tags: tags.length === 0 ? undefined : tags,
      sentAt: secondsIn(message['sentAt']),
      deliveredAt: secondsIn(message['deliveredAt']),
      readAt: secondsIn(message['readAt']),
    }),
    ...mentionedDetails(new Set(mentioned), (uid) => users.nameOf(uid)),
    data: content,
    ...(unsigned.size === 0 ? {} : { [UNSIGNED]: [...unsigned] }),
  };
  out.row('messages', place, row, json);
}

function dataOf(
  message: Row,
  data: Row,
  { place, unsigned }: { readonly place: Place; readonly unsigned: Set<string> },
  { out, muids, options }: MessageContext,
): Row {
  const kept = Object.entries(data).filter(
    ([name, value]) => !computed.has(name) && value !== null,
  );
  // Media messages have the address of their first file a second time, next to the attachments.
  const served = (record: Row, field: string): Row => {
    const cleaned = withServedUrl(record, options, out.files);
    if (cleaned.hadSecret && options.filesUrl === undefined) unsigned.add(field);
    return cleaned.record;
  };
  const found = served(Object.fromEntries(kept), 'data.url');
  const attachments = filesOf(message, data).map((each) => {
    out.count('files');
    out.note(
      'files',
      options.filesUrl === undefined
        ? 'at addresses of the app that they come from, which end with it: copy them'
        : 'at filesUrl',
    );
    return served(each, 'data.attachments');
  });
  if (attachments.length > 0) found['attachments'] = attachments;
  const parent = idOf(message['parentId']);
  const isReply = parent !== undefined && options.threads === 'metadata';
  const quoted = idOf(message['quotedMessageId']) ?? idOf(object(data['quotedMessage'])['id']);
  const editedAt = secondsIn(message['editedAt']);
  if (editedAt !== undefined) out.note('messages', 'edited; the list has only the last version');
  const metadata = filled({
    ...metadataIn(data['metadata'], place, out),
    ...(isReply ? { parentMuid: muids.find(parent) } : {}),
    ...(quoted === undefined ? {} : { quotedMuid: muids.find(quoted) }),
    ...(editedAt === undefined ? {} : { editedAt }),
  });
  delete found['metadata'];
  return metadata === undefined ? found : { ...found, metadata };
}

/** The attachments of a message. A message with a single file may have only its address. */
function filesOf({ type }: Row, data: Row): readonly Row[] {
  const attachments = objects(data['attachments']);
  const url = text(data['url']);
  if (attachments.length > 0 || url === undefined || !media.has(type)) return attachments;
  const name = nameInAddress(url) ?? 'file';
  return [{ url, name, ...fileTypeOf(name) }];
}

const media: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'file']);

/** A record with the address of its file, if it has one, without secrets. */
function withServedUrl(
  record: Row,
  { filesUrl }: ServiceOptions,
  files: FileAddresses,
): { readonly record: Row; readonly hadSecret: boolean } {
  const link = record['url'];
  const address = filesUrl === undefined ? files.onWeb(link) : cleanAddress(link);
  if (address === undefined) return { record: { ...record }, hadSecret: false };
  const { url, hadSecret } = address;
  return {
    record: { ...record, url: filesUrl === undefined ? url : servedAddress(filesUrl, url) },
    hadSecret,
  };
}

function writeReactions(
  message: Row,
  { id, muid, isFiltered, place }: { id: string; muid: string; isFiltered: boolean; place: Place },
  { out, chats, reactions }: MessageContext,
): void {
  const seen = new Set<string>();
  const receiver = String(message['receiver']);
  const canReact = (user: string): boolean =>
    message['receiverType'] === 'group'
      ? chats.isMember(receiver, user)
      : user === receiver || user === message['sender'];
  for (const { data, ...at } of reactions.take(id)) {
    const { reaction, uid, reactedAt } = object(JSON.parse(data));
    const key = `${String(reaction)} ${String(uid)}`;
    if (seen.has(key)) {
      out.filter('reactions', 'another record of the same reaction is in the export');
      continue;
    }
    seen.add(key);
    writeReaction(
      { uid: text(uid), reaction: text(reaction), reactedAt: secondsIn(reactedAt) },
      { muid, isFiltered, canReact },
      at,
      out,
    );
  }
  const counts = objects(object(message['data'])['reactions']);
  const all = counts.reduce((sum, { count }) => sum + (wholeNumber(count) ?? 0), 0);
  if (all <= seen.size) return;
  out.count('reactions', all - seen.size);
  const reason = 'messages have only their number: save the lists of reactions too';
  out.leaveOut('reactions', reason, place, { muid }, all - seen.size);
}
