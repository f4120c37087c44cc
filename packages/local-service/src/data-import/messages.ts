import { limits } from '@chatferry/contract';
import { groupSummary } from '../entities/group.ts';
import { userSummary } from '../entities/user.ts';
import type { ReadyAnswer } from '../http/answer.ts';
import { isJsonObject } from '../entities/present.ts';
import { badField, ServiceProblem } from '../service-problem.ts';
import { noteMessages, type Parties, partiesOf } from '../storage/conversations.ts';
import type { Store } from '../storage/store.ts';
import { Fields } from './fields.ts';
import { importEach } from './import-each.ts';
import { referredGroup, referredUser } from './inline-details.ts';
import { readContent } from '../entities/message-content.ts';
import { Poison } from './outcomes.ts';

type Json = Record<string, unknown>;

/**
 * Stores messages with the times they were sent at. Membership, bans and blocks are not looked at: nothing says that
 * the service does. A blank text or a message older than `oldestSentAt` makes the answer 500, the rest being stored.
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

/** What the records of one request share: parties looked up once, conversations written once. */
class MessageBatch {
  readonly #store: Store;
  readonly #oldestSentAt: number | undefined;
  /** Entity of each party as JSON text. */
  readonly #entities = new Map<string, string>();
  readonly #stretches = new Map<
    string,
    { parties: Parties; id: number; sentAt: number; firstSentAt: number }
  >();

  constructor(store: Store, oldestSentAt: number | undefined) {
    this.#store = store;
    this.#oldestSentAt = oldestSentAt;
  }

  import(record: Json, key: string): string {
    try {
      return this.#importNew(record, key);
    } catch (error) {
      // What is there already is said before anything else that may be wrong with it by now.
      const isRefused = error instanceof ServiceProblem || error instanceof Poison;
      if (isRefused && isStored(this.#store, key)) throw muidExists(key);
      if (error instanceof ServiceProblem && error.code === 'ERR_EMPTY_MESSAGE_TEXT')
        throw new Poison(error.message);
      throw error;
    }
  }

  noteConversations(): void {
    for (const { parties, ...stretch } of this.#stretches.values())
      noteMessages(this.#store, parties, stretch);
  }

  #importNew(record: Json, muid: string): string {
    if (record['muid'] !== muid)
      throw badField('muid', `muid must be the same as the record's key, ${muid}.`);
    const content = readContent(record);
    const fields = new Fields(record);
    const sender = fields.id('sender');
    const sentAt = fields.seconds('sentAt');
    if (sentAt === undefined) fields.refuse('sentAt', 'is required');
    const deliveredAt = fields.seconds('deliveredAt');
    const readAt = fields.seconds('readAt');
    const tags = fields.tags('tags');
    const receiverType = receiverTypeOf(record['receiverType']);
    if ((record['receiver'] ?? '') === '')
      throw new ServiceProblem('ERR_EMPTY_RECEIVER', 'receiver is required.');
    const receiver = fields.id('receiver');
    checkMentions(record, fields);
    fields.check();
    if (this.#oldestSentAt !== undefined && sentAt! < this.#oldestSentAt)
      throw new Poison('The message is older than messages are kept.');

    const from = this.#user(sender, record['senderUserDetails'], 'senderUserDetails');
    const to =
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
      content.category,
      content.type,
      content.data,
      tags,
      sentAt!,
      deliveredAt ?? null,
      readAt ?? null,
    );
    if (changes === 0) throw muidExists(muid);
    this.#remember(parties, id, sentAt!);

    const data = `${content.data.slice(0, -1)}${content.data === '{}' ? '' : ','}"entities":{"sender":${from},"receiver":${to}}}`;
    return (
      `{"id":"${id}","muid":${JSON.stringify(muid)},"conversationId":"${parties.conversationId}",` +
      `"sender":"${sender}","receiverType":"${receiverType}","receiver":"${receiver}",` +
      `"category":"${content.category}","type":${JSON.stringify(content.type)},"data":${data},"sentAt":${sentAt},` +
      optional('deliveredAt', deliveredAt) +
      optional('readAt', readAt) +
      `"updatedAt":${sentAt},"tags":${tags}}`
    );
  }

  #user(uid: string, details: unknown, field: string): string {
    return this.#entity(`user ${uid}`, () => ({
      entity: userSummary(referredUser(this.#store, uid, details, field)),
      entityType: 'user',
    }));
  }

  #group(guid: string, record: Json): string {
    return this.#entity(`group ${guid}`, () => ({
      entity: groupSummary(
        referredGroup(
          this.#store,
          guid,
          record['receiverGroupDetails'],
          'receiverGroupDetails',
          record['receiverGroupOwnerDetails'],
        ),
      ),
      entityType: 'group',
    }));
  }

  #entity(name: string, find: () => object): string {
    let entity = this.#entities.get(name);
    if (entity === undefined) {
      entity = JSON.stringify(find());
      this.#entities.set(name, entity);
    }
    return entity;
  }

  /** A user who is mentioned need not exist; one that comes with details does from now on. */
  #mentionedUsers(details: unknown): void {
    if (!isJsonObject(details)) return;
    for (const [uid, user] of Object.entries(details))
      referredUser(this.#store, uid, user, `mentionedUserDetails.${uid}`);
  }

  #remember(parties: Parties, id: number, sentAt: number): void {
    const stretch = this.#stretches.get(parties.conversationId);
    if (stretch === undefined) {
      this.#stretches.set(parties.conversationId, { parties, id, sentAt, firstSentAt: sentAt });
      return;
    }
    if (sentAt >= stretch.sentAt) Object.assign(stretch, { id, sentAt });
    if (sentAt < stretch.firstSentAt) stretch.firstSentAt = sentAt;
  }
}

/** The time of an imported message is also that of its last change. */
const INSERT = `
  INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at,
    delivered_at, read_at, updated_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?10
  WHERE NOT EXISTS (SELECT 1 FROM messages WHERE muid = ?1)`;

function optional(field: string, value: number | undefined): string {
  return value === undefined ? '' : `"${field}":${value},`;
}

function isStored(store: Store, muid: string): boolean {
  return store.get('SELECT 1 FROM messages WHERE muid = ?', muid) !== undefined;
}

function muidExists(muid: string): ServiceProblem {
  return new ServiceProblem(
    'ERR_IMPORT_MUID_ALREADY_EXISTS',
    `A message with the muid ${muid} already exists.`,
  );
}

function receiverTypeOf(value: unknown): 'user' | 'group' {
  if (value === 'user' || value === 'group') return value;
  throw new ServiceProblem('ERR_INVALID_RECEIVER_TYPE', 'receiverType must be user or group.');
}

const MENTION = /<@uid:([^>]+)>/g;

function checkMentions({ data }: Json, fields: Fields): void {
  const text = isJsonObject(data) ? data['text'] : undefined;
  if (typeof text !== 'string' || !text.includes('<@uid:')) return;
  const mentioned = new Set([...text.matchAll(MENTION)].map(([, uid]) => uid));
  if (mentioned.size > limits.mentionsPerMessage)
    fields.refuse('data.text', `must not mention more than ${limits.mentionsPerMessage} users`);
}
