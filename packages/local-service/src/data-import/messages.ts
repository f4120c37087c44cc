import type { Json } from '@chatferry/contract';
import { groupSummary } from '../entities/group.ts';
import { isJsonObject } from '../entities/present.ts';
import { userSummary } from '../entities/user.ts';
import type { ReadyAnswer } from '../terms/answer.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import {
  noteMessages,
  type Parties,
  partiesOf,
  type MessageSpan,
} from '../storage/conversations.ts';
import type { Store } from '../storage/store.ts';
import { importEach } from './import-each.ts';
import { referredGroup, referredUser } from './inline-details.ts';
import { readMessage } from './message-fields.ts';
import { FailingRecord } from './outcomes.ts';
import { storedMessage } from './stored-message.ts';

/**
 * Stores messages with their times of sending. Membership, bans and blocks are not checked, because it is not documented that the service
 * does so. For a blank text or a message older than `oldestSentAt` the answer is 500, and the other messages are stored.
 */
export function importMessages(
  body: unknown,
  store: Store,
  oldestSentAt: number | undefined,
): ReadyAnswer {
  const batch = new MessageBatch(store, oldestSentAt);
  const answer = importEach('messages', body, (record, key) => batch.import(record, key));
  batch.noteConversations();
  return answer;
}

/** The shared state of the records of one request: users and groups are read once, conversations written once. */
class MessageBatch {
  readonly #store: Store;
  readonly #oldestSentAt: number | undefined;
  /** Entity of each user and group as JSON text. */
  readonly #entities = new Map<string, string>();
  readonly #spans = new Map<string, { parties: Parties; span: MessageSpan }>();

  constructor(store: Store, oldestSentAt: number | undefined) {
    this.#store = store;
    this.#oldestSentAt = oldestSentAt;
  }

  import(record: Json, key: string): string {
    try {
      return this.#importNew(record, key);
    } catch (error) {
      // An existing message is reported before any other problem.
      const isRefused = error instanceof ServiceProblem || error instanceof FailingRecord;
      if (isRefused && isStored(this.#store, key)) throw muidExists(key);
      if (error instanceof ServiceProblem && error.code === 'ERR_EMPTY_MESSAGE_TEXT')
        throw new FailingRecord(error.message);
      throw error;
    }
  }

  noteConversations(): void {
    for (const { parties, span } of this.#spans.values()) noteMessages(this.#store, parties, span);
  }

  #importNew(record: Json, key: string): string {
    const message = readMessage(record, key);
    if (this.#oldestSentAt !== undefined && message.sentAt < this.#oldestSentAt)
      throw new FailingRecord('The message is older than the retention.');
    const { muid, sender, receiverType, receiver } = message;
    const senderEntity = this.#user(sender, record['senderUserDetails'], 'senderUserDetails');
    const receiverEntity =
      receiverType === 'user'
        ? this.#user(receiver, record['receiverUserDetails'], 'receiverUserDetails')
        : this.#group(receiver, record);
    this.#mentionedUsers(record['mentionedUserDetails']);

    const parties = partiesOf(sender, receiverType, receiver);
    const { changes, lastId: id } = this.#store.run(
      INSERT,
      muid,
      parties.conversationId,
      sender,
      receiverType,
      receiver,
      message.category,
      message.type,
      message.data,
      message.tags,
      message.sentAt,
      message.deliveredAt ?? null,
      message.readAt ?? null,
    );
    if (changes === 0) throw muidExists(muid);
    this.#extendSpan(parties, id, message.sentAt);
    return storedMessage(message, {
      id,
      conversationId: parties.conversationId,
      sender: senderEntity,
      receiver: receiverEntity,
    });
  }

  #user(uid: string, details: unknown, field: string): string {
    return this.#entity(`user ${uid}`, () =>
      userSummary(referredUser(this.#store, uid, details, field)),
    );
  }

  #group(guid: string, record: Json): string {
    const { receiverGroupDetails: details, receiverGroupOwnerDetails: owner } = record;
    return this.#entity(`group ${guid}`, () =>
      groupSummary(referredGroup(this.#store, guid, details, 'receiverGroupDetails', owner)),
    );
  }

  #entity(name: string, find: () => object): string {
    let entity = this.#entities.get(name);
    if (entity === undefined) {
      entity = JSON.stringify(find());
      this.#entities.set(name, entity);
    }
    return entity;
  }

  /** A mentioned user need not exist. A user with details is created. */
  #mentionedUsers(details: unknown): void {
    if (!isJsonObject(details)) return;
    for (const [uid, user] of Object.entries(details))
      referredUser(this.#store, uid, user, `mentionedUserDetails.${uid}`);
  }

  #extendSpan(parties: Parties, id: number, sentAt: number): void {
    const known = this.#spans.get(parties.conversationId)?.span;
    const isLatest = known === undefined || sentAt >= known.sentAt;
    this.#spans.set(parties.conversationId, {
      parties,
      span: {
        ...(isLatest ? { id, sentAt } : known),
        firstSentAt: Math.min(sentAt, known?.firstSentAt ?? sentAt),
      },
    });
  }
}

/** The time of an imported message is also the time of its last change. */
const INSERT = `
  INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at,
    delivered_at, read_at, updated_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?10
  WHERE NOT EXISTS (SELECT 1 FROM messages WHERE muid = ?1)`;

function isStored(store: Store, muid: string): boolean {
  return store.get('SELECT 1 FROM messages WHERE muid = ?', muid) !== undefined;
}

function muidExists(muid: string): ServiceProblem {
  return new ServiceProblem(
    'ERR_IMPORT_MUID_ALREADY_EXISTS',
    `A message with the muid ${muid} already exists.`,
  );
}
