import { completeRow, type Row } from '@chatferry/contract';
import type { Cause, LeftOut } from './causes.ts';
import { APP_USER, type ExportedRecord, hasValue, leftOf } from './exported-people.ts';

const written: readonly string[] = [
  'muid',
  'sender',
  'receiverType',
  'receiver',
  'category',
  'type',
  'data',
  'tags',
  'sentAt',
  'deliveredAt',
  'readAt',
];

/** Fields that follow from other fields, or depend on the reader. `quotedMessage` is a copy of the message that `quotedMessageId` names. */
const computed: ReadonlySet<string> = new Set([
  'id',
  'conversationId',
  'parentId',
  'updatedAt',
  'editedBy',
  'pinnedBy',
  'replyCount',
  'unreadRepliesCount',
  'threadSubscribed',
  'quotedMessage',
  'myReceipt',
  'receipts',
]);
const known: ReadonlySet<string> = new Set([...written, ...computed]);

/** Snapshots and counts that the service adds to `data`. */
const addedToData: ReadonlySet<string> = new Set(['entities', 'reactions', 'mentions']);

/** Why a whole message is not exported; undefined for an exported message. */
export function whyLeftOut(message: Row): Cause | undefined {
  const { category } = message;
  if (category === 'action' || category === 'call') return category;
  if (category !== 'message' && category !== 'custom') return 'category';
  if (hasValue(message['deletedAt'])) return 'deleted';
  return message['sender'] === APP_USER ? 'app' : undefined;
}

/** The muid of a message, which is the same in every export of the app. */
export function muidOf({ id, muid }: Row): string {
  return typeof muid === 'string' && muid !== '' ? muid : `message-${String(id)}`;
}

/**
 * A message as `plan` reads it.
 *
 * @param muid the message's own muid, unless another message has it
 * @param parent the muid of the first message of its thread; undefined when it is not known
 */
export function exportedMessage(
  message: Row,
  muid: string,
  parent: string | undefined,
): ExportedRecord {
  const record: Record<string, unknown> = { muid };
  for (let at = 1; at < written.length; at++) {
    const name = written[at]!;
    if (hasValue(message[name])) record[name] = message[name];
  }
  const left = leftOf(message, (name) => known.has(name));
  record['data'] = dataOf(message['data'] as Row | undefined, parent, left);
  if (hasValue(message['parentId']))
    left.push({ cause: parent === undefined ? 'parent' : 'thread', field: 'parentId' });
  return { id: muid, record, left };
}

function dataOf(shown: Row = {}, parent: string | undefined, left: LeftOut[]): Row {
  const data: Record<string, unknown> = {};
  for (const name in shown) {
    if (addedToData.has(name)) continue;
    if (name === 'moderation')
      left.push({ cause: 'field', field: 'data.moderation', value: shown[name] });
    else if (name !== 'metadata' || hasValue(shown[name])) data[name] = shown[name];
  }
  if (parent !== undefined)
    data['metadata'] = { ...(data['metadata'] as Row | undefined), parentMuid: parent };
  return data;
}

/** The number of reactions to the message. Only a list of its own shows the reactions. */
export function countOfReactions({ data }: Row): number {
  const shown = (data as Row | undefined)?.['reactions'];
  if (!Array.isArray(shown)) return 0;
  return (shown as { count?: unknown }[]).reduce((sum, { count }) => sum + (Number(count) || 1), 0);
}

/** @param muid of the message @returns undefined for a reaction without a user or a sign, which the service never shows */
export function exportedReaction(
  muid: string,
  { uid, reaction, reactedAt }: Row,
): ExportedRecord | undefined {
  if (typeof uid !== 'string' || typeof reaction !== 'string') return undefined;
  const record: Record<string, unknown> = { muid, uid, reaction };
  completeRow('reactions', record);
  const { reactionId, ...row } = record;
  if (hasValue(reactedAt)) row['reactedAt'] = reactedAt;
  return { id: reactionId as string, record: row, left: [] };
}
