import type { Row } from '@chatferry/contract';
import { text, texts } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';

interface GivenRole {
  readonly conversation: string;
  readonly user: string;
  readonly role: string;
  readonly place: Place;
}

/** Permissions that only managers of a conversation have. */
const managing = /^(?:delete|remove)(?:Conversation|Channel|Participant|Member)$/;

/** The roles of members. A list that may come later defines them. */
export class Roles {
  readonly #admins = new Set<string>();
  readonly #given: GivenRole[] = [];

  /** Notes a role of the list of roles. */
  add(role: Row): void {
    const isNamedSo = /\badmin/i.test(text(role['friendly_name']) ?? '');
    const mayManage = texts(role['permissions']).some((each) => managing.test(each));
    if (isNamedSo || mayManage) this.#admins.add(String(role['sid']));
  }

  give(given: GivenRole): void {
    this.#given.push(given);
  }

  /** Passes on the administrators. Call it when everything is noted. */
  apply(chats: Chats): void {
    for (const { conversation, user, role, place } of this.#given)
      if (this.#admins.has(role)) chats.addMember(conversation, user, place, { scope: 'admin' });
  }
}
