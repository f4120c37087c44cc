import { column, type Kind, limits } from '@chatferry/contract';
import { HashSet } from './hash-set.ts';
import { HashTable } from './hash-table.ts';

/** What is wrong with a record's place among the others; several may hold at once. */
export const fault = {
  noUser: 1,
  noGroup: 2,
  noReceiver: 4,
  joinedTooEarly: 8,
  notAMember: 16,
} as const;

const ACTIVE = 1;
const MADE_UP = 2;

const CREATED_AT = 0;
const OWNER = 1;
const MEMBERS = 2;

/**
 * Which users, groups and memberships the plan will have, as numbers: what messages and memberships are checked
 * against. Takes about 35 bytes for a user, 70 for a group and 10 for a membership.
 */
export class Directory {
  readonly #users = new HashTable(1);
  readonly #groups = new HashTable(3);
  readonly #memberships = new HashSet();
  #broughtAlong = { users: new HashTable(0), groups: new HashTable(0) };
  readonly #standing: 'first' | 'last';

  /** @param standing which of several records with one id counts */
  constructor(standing: 'first' | 'last') {
    this.#standing = standing;
  }

  /** Checks the record whose columns begin at `at`. @returns a sum of `fault`s */
  faults(kind: Kind, columns: Float64Array, at: number): number {
    switch (kind) {
      case 'users':
        return 0;
      case 'groups':
        return this.#ofGroup(columns, at);
      case 'members':
        return this.#ofMember(columns, at);
      case 'messages':
        return this.#ofMessage(columns, at);
    }
  }

  /** Takes in a record that will be planned. @returns whether one with its hash came before; of messages nobody knows */
  enter(kind: Kind, columns: Float64Array, at: number): boolean {
    if (kind === 'users') return this.#enterUser(columns, at);
    if (kind === 'groups') return this.#enterGroup(columns, at);
    return kind === 'members' && this.#enterMember(columns, at);
  }

  hasUser(hash: number): boolean {
    return this.#users.find(hash) >= 0;
  }

  /** Takes in a user without a row. */
  enterMadeUpUser(hash: number): void {
    this.#users.addFlag(this.#users.insert(hash), MADE_UP);
  }

  /** A record carries this user or group with it, so that it will be there once all of the record's kind are sent. */
  bringAlong(kind: 'users' | 'groups', hash: number): void {
    this.#broughtAlong[kind].insert(hash);
  }

  /** All records of a kind are known: what they bring along counts from now on. */
  closeKind(): void {
    for (const hash of this.#broughtAlong.users.keys()) this.enterMadeUpUser(hash);
    for (const hash of this.#broughtAlong.groups.keys()) this.#groups.insert(hash);
    this.#broughtAlong = { users: new HashTable(0), groups: new HashTable(0) };
  }

  /** A user or group that was entered will not be planned after all. */
  remove(kind: Kind, hash: number): void {
    if (kind === 'users') this.#users.remove(hash);
    if (kind === 'groups') this.#groups.remove(hash);
  }

  /** UNIX seconds; 0 when there is none, or no time is known. */
  createdAt(kind: 'users' | 'groups', hash: number): number {
    const table = kind === 'users' ? this.#users : this.#groups;
    const slot = table.find(hash);
    return slot < 0 ? 0 : table.value(slot, CREATED_AT);
  }

  /** Hash of the owner's uid; 0 when there is none. */
  ownerOf(group: number): number {
    const slot = this.#groups.find(group);
    return slot < 0 ? 0 : this.#groups.value(slot, OWNER);
  }

  membersOf(group: number): number {
    const slot = this.#groups.find(group);
    return slot < 0 ? 0 : this.#groups.value(slot, MEMBERS);
  }

  /** Whether some group has more members than the service gives receipts for. */
  hasLargeGroups(): boolean {
    for (let slot = 0; slot < this.#groups.slots; slot++)
      if (
        this.#groups.key(slot) > 0 &&
        this.#groups.value(slot, MEMBERS) > limits.membersWithReceipts
      )
        return true;
    return false;
  }

  /** Users with a row of their own who neither sent a message nor were sent one directly. */
  usersWithoutMessages(): number {
    let count = 0;
    for (let slot = 0; slot < this.#users.slots; slot++)
      if (this.#users.key(slot) > 0 && this.#users.flags(slot) === 0) count++;
    return count;
  }

  #ofGroup(columns: Float64Array, at: number): number {
    const owner = columns[at + column.user]!;
    return owner !== 0 && this.#users.find(owner) < 0 ? fault.noUser : 0;
  }

  #ofMember(columns: Float64Array, at: number): number {
    const user = this.#users.find(columns[at + column.user]!);
    const group = this.#groups.find(columns[at + column.group]!);
    const joinedAt = columns[at + column.time]!;
    let faults = 0;
    if (user < 0) faults |= fault.noUser;
    else if (joinedAt !== 0 && joinedAt < this.#users.value(user, CREATED_AT))
      faults |= fault.joinedTooEarly;
    if (group < 0) faults |= fault.noGroup;
    else if (joinedAt !== 0 && joinedAt < this.#groups.value(group, CREATED_AT))
      faults |= fault.joinedTooEarly;
    return faults;
  }

  #ofMessage(columns: Float64Array, at: number): number {
    const senderHash = columns[at + column.user]!;
    const groupHash = columns[at + column.group]!;
    const sender = this.#users.find(senderHash);
    let faults = 0;
    if (sender < 0) faults |= fault.noUser;
    else this.#users.addFlag(sender, ACTIVE);
    if (groupHash === 0) {
      const receiver = this.#users.find(columns[at + column.receiver]!);
      if (receiver < 0) return faults | fault.noReceiver;
      this.#users.addFlag(receiver, ACTIVE);
      return faults;
    }
    const group = this.#groups.find(groupHash);
    if (group < 0) return faults | fault.noGroup;
    const isMember =
      this.#memberships.has(columns[at + column.pair]!) ||
      this.#groups.value(group, OWNER) === senderHash;
    return isMember ? faults : faults | fault.notAMember;
  }

  #enterUser(columns: Float64Array, at: number): boolean {
    const hash = columns[at + column.idHash]!;
    const before = this.#users.size;
    const slot = this.#users.insert(hash);
    const isKnown = this.#users.size === before;
    if (isKnown && this.#standing === 'first') return true;
    this.#users.setValue(slot, CREATED_AT, columns[at + column.time]!);
    return isKnown;
  }

  #enterGroup(columns: Float64Array, at: number): boolean {
    const hash = columns[at + column.idHash]!;
    const before = this.#groups.size;
    const slot = this.#groups.insert(hash);
    const isKnown = this.#groups.size === before;
    if (isKnown && this.#standing === 'first') return true;
    this.#groups.setValue(slot, CREATED_AT, columns[at + column.time]!);
    this.#groups.setValue(slot, OWNER, columns[at + column.user]!);
    return isKnown;
  }

  #enterMember(columns: Float64Array, at: number): boolean {
    if (!this.#memberships.add(columns[at + column.pair]!)) return true;
    const group = this.#groups.find(columns[at + column.group]!);
    if (group >= 0) this.#groups.setValue(group, MEMBERS, this.#groups.value(group, MEMBERS) + 1);
    return false;
  }
}
