import type { Json } from '@chatferry/contract';
import { type FormerParty, formerParties } from '../storage/former-parties.ts';
import { findGroup } from '../storage/groups.ts';
import type { Store } from '../storage/store.ts';
import { findUser } from '../storage/users.ts';
import { type GroupSummaryRow, groupSummary } from '../entities/group.ts';
import { type UserSummaryRow, userSummary } from '../entities/user.ts';

/** A user, group or message as part of another message. */
export interface Party {
  readonly entity: Json;
  readonly entityType: 'user' | 'group' | 'message';
}

/** The states of one user or group, each in the form of answers. */
interface States {
  readonly former: readonly { readonly untilId: number; readonly party: Party }[];
  readonly latest: Party;
}

const stored = new WeakMap<Party, Party>();

/** The party with its fields in the order in which messages are recorded: shorter names first, then alphabetically. */
export function asStored(party: Party): Party {
  let ordered = stored.get(party);
  if (ordered === undefined) {
    const fields = Object.entries(party.entity).toSorted(
      ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
    );
    ordered = { ...party, entity: Object.fromEntries(fields) };
    stored.set(party, ordered);
  }
  return ordered;
}

/** The parties of messages, as they were when the messages were sent. Reads each user and group once. */
export class MessageParties {
  readonly #store: Store;
  readonly #states = new Map<string, States>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param messageId the message that shows the user */
  user(uid: string, messageId: number): Party {
    return this.#at(messageId, `user ${uid}`, () =>
      statesOf<UserSummaryRow>(
        formerParties(this.#store, 'user', uid),
        findUser(this.#store, uid),
        (row) => ({ entity: row === undefined ? { uid } : userSummary(row), entityType: 'user' }),
      ),
    );
  }

  /** @param messageId the message that shows the group */
  group(guid: string, messageId: number): Party {
    return this.#at(messageId, `group ${guid}`, () =>
      statesOf<GroupSummaryRow>(
        formerParties(this.#store, 'group', guid),
        findGroup(this.#store, guid),
        (row) => ({
          entity: row === undefined ? { guid } : groupSummary(row),
          entityType: 'group',
        }),
      ),
    );
  }

  #at(messageId: number, name: string, find: () => States): Party {
    let states = this.#states.get(name);
    if (states === undefined) {
      states = find();
      this.#states.set(name, states);
    }
    return states.former.find(({ untilId }) => untilId >= messageId)?.party ?? states.latest;
  }
}

function statesOf<Row>(
  former: readonly FormerParty<Row>[],
  latest: Row | undefined,
  answered: (row: Row | undefined) => Party,
): States {
  return {
    former: former.map(({ untilId, row }) => ({ untilId, party: answered(row) })),
    latest: answered(latest),
  };
}
