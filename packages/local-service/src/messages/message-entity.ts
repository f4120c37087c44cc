import { type Json, parseJson } from '@chatferry/contract';
import { hasMarks, marksOf } from '../storage/message-marks.ts';
import type { Store } from '../storage/store.ts';
import { SYSTEM_USER } from '../storage/users.ts';
import { asStored, MessageParties, type Party } from './message-parties.ts';
import { givenTags, present } from '../entities/present.ts';

export interface MessageRow {
  readonly id: number;
  readonly muid: string | null;
  readonly conversation_id: string;
  readonly sender: string;
  readonly receiver_type: 'user' | 'group';
  readonly receiver: string;
  readonly category: string;
  readonly type: string;
  readonly data: string;
  readonly tags: string;
  readonly parent_id: number | null;
  readonly sent_at: number;
  readonly delivered_at: number | null;
  readonly read_at: number | null;
  readonly updated_at: number;
  readonly edited_at: number | null;
  readonly edited_by: string | null;
  readonly deleted_at: number | null;
  readonly deleted_by: string | null;
}

/** The `data` of an action message in the database: the action, the acting user, and the affected member or message. */
export interface ActionData {
  readonly action: string;
  readonly by: string;
  readonly on: string;
  readonly [extra: string]: unknown;
}

/** Converts messages to answers. */
export class MessageReader {
  readonly #store: Store;
  readonly #actor: string | undefined;
  readonly #parties: MessageParties;
  readonly #hasMarks: boolean;

  /** @param actor the user for whom `reactedByMe` and saves are shown */
  constructor(store: Store, actor?: string) {
    this.#store = store;
    this.#actor = actor;
    this.#parties = new MessageParties(store);
    this.#hasMarks = hasMarks(store);
  }

  entity(row: MessageRow, { withTags = true } = {}): Json {
    return present({
      id: String(row.id),
      muid: row.muid,
      conversationId: row.conversation_id,
      sender: row.sender,
      receiverType: row.receiver_type,
      receiver: row.receiver,
      category: row.category,
      type: row.type,
      data: row.category === 'action' ? this.#actionData(row) : this.#contentData(row),
      parentId: row.parent_id === null ? undefined : String(row.parent_id),
      tags: withTags ? givenTags(row.tags) : undefined,
      sentAt: row.sent_at,
      deliveredAt: row.delivered_at,
      readAt: row.read_at,
      editedAt: row.edited_at,
      editedBy: row.edited_by,
      deletedAt: row.deleted_at,
      deletedBy: row.deleted_by,
      updatedAt: row.updated_at,
      ...(this.#hasMarks ? marksOf(this.#store, row.id, this.#actor) : {}),
    });
  }

  /** The content of a message. A deleted message stays without its content. */
  #contentData(row: MessageRow): Json {
    const content = row.deleted_at === null ? (parseJson(row.data) as Json) : {};
    const reactions = row.deleted_at === null ? this.#reactions(row.id) : [];
    return {
      ...content,
      ...(reactions.length === 0 ? {} : { reactions }),
      entities: {
        sender: asSender(asStored(this.#parties.user(row.sender, row.id))),
        receiver: asReceiver(asStored(this.#receiver(row)), row),
      },
    };
  }

  #actionData(row: MessageRow): Json {
    const { by, on, ...rest } = JSON.parse(row.data) as ActionData;
    return {
      ...rest,
      entities: {
        by: this.#parties.user(by, row.id),
        for: this.#receiver(row),
        on: row.type === 'message' ? this.#message(on) : this.#parties.user(on, row.id),
      },
    };
  }

  #reactions(id: number): object[] {
    return this.#store
      .all<{ reaction: string; count: number; mine: number }>(
        `SELECT reaction, count(*) AS count, max(uid = ?) AS mine FROM reactions WHERE message_id = ?
         GROUP BY reaction ORDER BY min(id)`,
        this.#actor ?? '',
        id,
      )
      .map(({ reaction, count, mine }) => ({ reaction, count, reactedByMe: mine === 1 }));
  }

  #receiver({ id, receiver_type: type, receiver }: MessageRow): Party {
    return type === 'user' ? this.#parties.user(receiver, id) : this.#parties.group(receiver, id);
  }

  #message(id: string): Party {
    const row = this.#store.get<MessageRow>('SELECT * FROM messages WHERE id = ?', Number(id));
    return { entity: row === undefined ? { id } : this.entity(row), entityType: 'message' };
  }
}

/** The app itself has no creation time as a sender. */
function asSender(party: Party): Party {
  const { createdAt, ...entity } = party.entity;
  return entity['uid'] === SYSTEM_USER && createdAt !== undefined ? { ...party, entity } : party;
}

/** The receiver as shown in the message: a user has the id of the conversation with the sender, unless the app itself is the sender. */
function asReceiver(party: Party, { sender, conversation_id }: MessageRow): Party {
  if (party.entityType !== 'user' || sender === SYSTEM_USER) return party;
  return { ...party, entity: { ...party.entity, conversationId: conversation_id } };
}
