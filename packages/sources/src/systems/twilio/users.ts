import type { Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { secondsIn } from '../../reading/times.ts';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers, UserFacts } from '../../rows/known-users.ts';
import { attributesOf } from './attributes.ts';
import { channelOf, hiddenAddress, isAddress, SYSTEM, SYSTEM_USER } from './ids.ts';
import type { TwilioOptions } from './options.ts';

/** The people of conversations: identities, and addresses of people without an identity. */
export class TwilioPeople {
  readonly users: KnownUsers;
  /** Addresses with their channels. */
  readonly #addresses = new Map<string, { readonly place: Place; readonly channel: string }>();
  readonly #identities = new Set<string>();
  readonly #options: TwilioOptions;
  readonly #out: ExportRows;

  constructor(users: KnownUsers, options: TwilioOptions, out: ExportRows) {
    this.users = users;
    this.#options = options;
    this.#out = out;
  }

  /** Notes a resource of a user. @returns false when an earlier resource described the same user */
  addListed(identity: string, place: Place, user: Row): boolean {
    this.#identities.add(identity);
    const version = secondsIn(user['date_updated']) ?? 1;
    return this.users.addListed(identity, place, version, this.#factsOf(user, place));
  }

  /** Notes the person of a participant. @returns the identity or address; undefined when there is neither */
  addParticipant(participant: Row, place: Place): string | undefined {
    const identity = text(participant['identity']);
    if (identity !== undefined) {
      this.#identities.add(identity);
      this.users.add(identity, place, 0, {});
      return identity;
    }
    const binding = object(participant['messaging_binding']);
    const address = text(binding['address']);
    if (address !== undefined) this.#addAddress(address, place, binding['type']);
    return address;
  }

  /** Notes the author of a message. */
  addAuthor(author: string, place: Place): void {
    if (author === SYSTEM_USER) this.users.add(author, place, 1, { name: 'System', tags: ['bot'] });
    else if (isAddress(author)) this.#addAddress(author, place);
    else this.users.add(author, place, 0, {});
  }

  #addAddress(address: string, place: Place, type?: unknown): void {
    this.users.add(address, place, 0, {});
    if (!this.#addresses.has(address))
      this.#addresses.set(address, { place, channel: channelOf(address, type) });
  }

  /** Describes the people known only by an address. Call it when everything is noted, because identities may be numbers too. */
  describeAddresses(): void {
    for (const [address, { place, channel }] of this.#addresses) {
      if (this.#identities.has(address)) continue;
      const hidden = `${channel} …${address.slice(-4)}`;
      const name = this.#options.addresses === 'hide' ? hidden : address;
      this.users.add(address, place, 1, { name, tags: [channel] });
    }
  }

  /** Whether only an address of a person is known, and has to be hidden. */
  isHidden(id: string): boolean {
    const isIdentity = this.#identities.has(id);
    return this.#options.addresses === 'hide' && this.#addresses.has(id) && !isIdentity;
  }

  /** The id of a person in the rows. */
  shownId(id: string): string {
    return this.isHidden(id) ? hiddenAddress(id) : id;
  }

  #factsOf(user: Row, place: Place): UserFacts {
    const { avatarAttribute } = this.#options;
    const { all, carried } = attributesOf(user, place, this.#out, [avatarAttribute]);
    const avatar = avatarAttribute === undefined ? undefined : all[avatarAttribute];
    return {
      name: text(user['friendly_name']),
      row: addressField('avatar', avatar),
      createdAt: secondsIn(user['date_created']),
      metadata: carried,
    };
  }
}

/** The user who wrote a message. */
export function authorOf(message: Row): string {
  const author = text(message['author']) ?? text(message['from']) ?? SYSTEM;
  const isSystem = author === SYSTEM && text(message['participant_sid']) === undefined;
  return isSystem ? SYSTEM_USER : author;
}
