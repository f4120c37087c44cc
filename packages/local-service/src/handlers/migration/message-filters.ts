import type { Call } from '../../calls/call.ts';
import { EVERYBODY, type MessageMark } from '../../storage/message-marks.ts';
import { Conditions } from '../../lists/paging.ts';

type Filters = Call<'users.messages.list'>['query'];

const HAS_ATTACHMENTS = `json_array_length(data, '$.attachments') > 0`;

/**
 * The conditions for the filters of a list of messages.
 * @param reader the user for unread and undelivered messages, and for blocks
 */
export function messageConditions(filters: Filters, reader: string | undefined): Conditions {
  const where = new Conditions()
    .addSearch([`data ->> 'text'`], filters.searchKey)
    .addOneOf('category', filters.categories ?? single(filters.category))
    .addOneOf('type', filters.types ?? single(filters.type))
    .addOneOf('receiver_type', single(filters.receiverType))
    .addOneOf('sender', single(filters.sender?.toLowerCase()))
    .addOneOf('conversation_id', single(filters.conversationId))
    .addTags('tags', filters.tags);
  if (filters.onlyDeleted === true) where.add('deleted_at IS NOT NULL');
  if (filters.hideDeleted === true) where.add('deleted_at IS NULL');
  if (filters.hideReplies === true) where.add('parent_id IS NULL');
  if (filters.pinned === true) where.add(marked('pinned'), EVERYBODY);
  // Saved messages are visible only to the user who saved them.
  if (filters.saved === true) where.add(marked('saved'), reader ?? '');
  if (filters.updatedAt !== undefined) where.add('updated_at >= ?', filters.updatedAt);
  addTimes(where, filters);
  addContent(where, filters);
  if (reader !== undefined) addOfReader(where, filters, reader);
  return where;
}

/** `toTimestamp` has an effect only with `fromTimestamp`. */
function addTimes(where: Conditions, { fromTimestamp, toTimestamp }: Filters): void {
  if (fromTimestamp === undefined) return;
  where.add('sent_at >= ?', fromTimestamp);
  if (toTimestamp !== undefined) where.add('sent_at <= ?', toTimestamp);
}

function addContent(where: Conditions, filters: Filters): void {
  addSwitch(where, filters.hasAttachments, HAS_ATTACHMENTS);
  addSwitch(where, filters.hasMentions, `data ->> 'text' LIKE '%<@uid:%'`);
  addSwitch(
    where,
    filters.hasLinks,
    `data ->> 'text' LIKE '%http://%' OR data ->> 'text' LIKE '%https://%'`,
  );
  addSwitch(where, filters.hasReactions, 'id IN (SELECT message_id FROM reactions)');
  if (filters.attachmentTypes !== undefined)
    where.add(
      `EXISTS (SELECT 1 FROM json_each(data, '$.attachments') AS file JOIN json_each(?) AS wanted
               ON file.value ->> 'mimeType' LIKE wanted.value || '%' OR file.value ->> 'extension' = wanted.value)`,
      JSON.stringify(filters.attachmentTypes),
    );
  if (filters.mentionedUids !== undefined)
    where.add(
      `EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE instr(data ->> 'text', '<@uid:' || wanted.value || '>'))`,
      JSON.stringify(filters.mentionedUids),
    );
}

function addOfReader(where: Conditions, filters: Filters, reader: string): void {
  if (filters.unread === true)
    where.add(
      `sender <> ? AND read_at IS NULL AND id > coalesce((SELECT read_id FROM conversation_marks AS mark
         WHERE mark.uid = ? AND mark.conversation_id = messages.conversation_id), 0)`,
      reader,
      reader,
    );
  if (filters.undelivered === true) where.add('sender <> ? AND delivered_at IS NULL', reader);
  if (filters.hideMessagesFromBlockedUsers === true)
    where.add('sender NOT IN (SELECT blocked FROM blocks WHERE uid = ?)', reader);
  where.add(
    `id > coalesce((SELECT cleared_id FROM conversation_marks AS mark
       WHERE mark.uid = ? AND mark.conversation_id = messages.conversation_id), 0)`,
    reader,
  );
}

function addSwitch(where: Conditions, wanted: boolean | undefined, term: string): void {
  if (wanted !== undefined) where.add(wanted ? term : `coalesce(NOT (${term}), true)`);
}

function marked(mark: MessageMark): string {
  return `id IN (SELECT message_id FROM message_marks WHERE mark = '${mark}' AND uid = ?)`;
}

function single(value: string | undefined): [string] | undefined {
  return value === undefined ? undefined : [value];
}
