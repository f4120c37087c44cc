import { findGroup } from '../storage/groups.ts';
import type { Store } from '../storage/store.ts';
import { findUser } from '../storage/users.ts';
import { groupSummary } from './group.ts';
import { parsed, present } from './present.ts';
import { userSummary } from './user.ts';

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

/** A user or group as it stands inside a message. */
interface Party {
  readonly entity: Record<string, unknown>;
  readonly entityType: 'user' | 'group';
}

/** Words messages as the service answers them, looking up each party once. */
export class MessageReader {
  readonly #store: Store;
  readonly #parties = new Map<string, Party>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The content of a deleted message is gone, the message stays. */
  entity(row: MessageRow, { withTags = true } = {}): Record<string, unknown> {
    const content = row.deleted_at === null ? (JSON.parse(row.data) as object) : {};
    const sender = this.user(row.sender);
    const receiver =
      row.receiver_type === 'user' ? this.user(row.receiver) : this.group(row.receiver);
    return present({
      id: String(row.id),
      muid: row.muid,
      conversationId: row.conversation_id,
      sender: row.sender,
      receiverType: row.receiver_type,
      receiver: row.receiver,
      category: row.category,
      type: row.type,
      data: { ...content, entities: { sender, receiver } },
      parentId: row.parent_id === null ? undefined : String(row.parent_id),
      tags: withTags ? parsed(row.tags) : undefined,
      sentAt: row.sent_at,
      deliveredAt: row.delivered_at,
      readAt: row.read_at,
      updatedAt: row.updated_at,
      editedAt: row.edited_at,
      editedBy: row.edited_by,
      deletedAt: row.deleted_at,
      deletedBy: row.deleted_by,
    });
  }

  user(uid: string): Party {
    return this.#party(`user ${uid}`, () => {
      const user = findUser(this.#store, uid);
      return { entity: user === undefined ? { uid } : userSummary(user), entityType: 'user' };
    });
  }

  group(guid: string): Party {
    return this.#party(`group ${guid}`, () => {
      const group = findGroup(this.#store, guid);
      return { entity: group === undefined ? { guid } : groupSummary(group), entityType: 'group' };
    });
  }

  #party(name: string, find: () => Party): Party {
    let party = this.#parties.get(name);
    if (party === undefined) {
      party = find();
      this.#parties.set(name, party);
    }
    return party;
  }
}
