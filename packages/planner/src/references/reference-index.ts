import {
  byKind,
  column,
  isReferredKind,
  type Kind,
  kinds,
  limits,
  pairHash,
  type ReferredKind,
  referredKinds,
} from '@chatferry/contract';
import type { RelationLimits } from '../plan/plan-rules.ts';
import { HashSet } from '../storage/hash-set.ts';
import { HashMap } from '../storage/hash-map.ts';
import { MembershipBounds } from './membership-bounds.ts';

/** The faults of a record's references, as bits: several may be set. */
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

const faultOf: Readonly<Record<number, number>> = {
  [column.user]: fault.noUser,
  [column.group]: fault.noGroup,
  [column.receiver]: fault.noReceiver,
};

/** The fault bit for a missing record in this column. */
export function faultOfColumn(at: number): number {
  return faultOf[at]!;
}

/** The facts about a kind that the check of each record needs. The objects have one shape, so that they are fast to read. */
const factsOf = byKind((kind) => ({
  references: kinds[kind].references.flatMap(({ column: at, to }) =>
    at === undefined ? [] : [{ at, to, fault: faultOfColumn(at) }],
  ),
  isMembership: kinds[kind].isMembership === true,
  isMessage: kinds[kind].lanes === 'conversation',
}));

/** Whether `enter` reports records of this kind whose hash occurred before. */
export function knowsRepeats(kind: Kind): boolean {
  return isReferredKind(kind) || kinds[kind].isMembership === true;
}

/**
 * The users, groups and memberships that the plan will have, as numbers. Messages and memberships are checked against this index. It
 * takes about 35 bytes for a user, 70 for a group and 10 for a membership.
 */
export class ReferenceIndex {
  readonly #tables = tablesOf((kind) => (kinds[kind].hasMembers === true ? 3 : 1));
  readonly #memberships = new HashSet();
  readonly membershipBounds: MembershipBounds = new MembershipBounds();
  /** The number of groups by user, if memberships are made. */
  readonly #groupsOf: HashMap | undefined;
  readonly #broughtAlong = setsOf();
  readonly #winner: 'first' | 'last';

  /**
   * @param winner decides which of several records with one id is planned
   * @param countsGroups whether `hasCapacity` will be called
   */
  constructor(winner: 'first' | 'last', countsGroups: boolean) {
    this.#winner = winner;
    this.#groupsOf = countsGroups ? new HashMap(1) : undefined;
  }

  /** Checks the record whose columns begin at `at`. @returns a sum of `fault`s */
  faults(kind: Kind, columns: Float64Array, at: number): number {
    const { references, isMembership, isMessage } = factsOf[kind];
    const joinedAt = isMembership ? columns[at + column.time]! : 0;
    let faults = 0;
    let group = -1;
    for (const check of references) {
      const hash = columns[at + check.at]!;
      if (hash === 0) continue;
      const table = this.#tables[check.to];
      const slot = table.find(hash);
      if (check.at === column.group) group = slot;
      if (slot < 0) faults |= check.fault;
      else if (joinedAt !== 0 && joinedAt < table.value(slot, CREATED_AT))
        faults |= fault.joinedTooEarly;
      else if (isMessage && check.at !== column.group) table.addFlag(slot, ACTIVE);
    }
    const isOutside = isMessage && group >= 0 && this.#isOutside(group, columns, at);
    return isOutside ? faults | fault.notAMember : faults;
  }

  /** Adds a record that will be planned. @returns whether an earlier record has its hash, if `knowsRepeats` */
  enter(kind: Kind, columns: Float64Array, at: number): boolean {
    if (factsOf[kind].isMembership) return this.#enterMember(columns, at);
    return isReferredKind(kind) && this.#enterEntity(kind, columns, at);
  }

  get userCount(): number {
    return this.#users.size;
  }

  get groupCount(): number {
    return this.#groups.size;
  }

  has(kind: ReferredKind, hash: number): boolean {
    return this.#tables[kind].find(hash) >= 0;
  }

  /** Adds a user or a group without a row. */
  enterMade(kind: ReferredKind, hash: number): void {
    this.#tables[kind].addFlag(this.#tables[kind].insert(hash), MADE_UP);
  }

  /** Adds a membership without a row. @param at where the columns of a message from the sender begin */
  enterMadeMember(columns: Float64Array, at: number): void {
    this.#enterMember(columns, at);
  }

  /** Notes a user or group inside a record. It exists after all records of that record's kind are sent. */
  bringAlong(kind: ReferredKind, hash: number): void {
    this.#broughtAlong[kind].add(hash);
  }

  /** Ends a kind: the users and groups inside its records count as present from now on. */
  closeKind(): void {
    for (const kind of referredKinds) {
      if (this.#broughtAlong[kind].size === 0) continue;
      for (const hash of this.#broughtAlong[kind].keys())
        this.#tables[kind].addFlag(this.#tables[kind].insert(hash), MADE_UP);
      this.#broughtAlong[kind] = new HashSet();
    }
  }

  /** Removes a user or group that will not be planned. */
  remove(kind: Kind, hash: number): void {
    if (isReferredKind(kind)) this.#tables[kind].remove(hash);
  }

  /** Removes a membership that will not be planned. @param group hash of the guid @param user hash of the uid */
  removeMember(group: number, user: number): void {
    if (!this.#memberships.remove(pairHash(group, user))) return;
    this.#groups.addTo(group, MEMBERS, -1);
    this.#groupsOf?.addTo(user, 0, -1);
  }

  /** UNIX seconds; 0 when the record is unknown or has no time. */
  createdAt(kind: ReferredKind, hash: number): number {
    const table = this.#tables[kind];
    const slot = table.find(hash);
    return slot < 0 ? 0 : table.value(slot, CREATED_AT);
  }

  /** Hash of the owner's uid; 0 when there is none. */
  ownerOf(group: number): number {
    const slot = this.#groups.find(group);
    return slot < 0 ? 0 : this.#groups.value(slot, OWNER);
  }

  /** Whether the service accepts a further membership of this group and of this user. */
  hasCapacity(group: number, user: number, most: RelationLimits): boolean {
    const slot = this.#groupsOf?.find(user) ?? -1;
    const groups = slot < 0 ? 0 : this.#groupsOf!.value(slot, 0);
    return this.membersOf(group) < most.membersPerGroup && groups < most.groupsPerUser;
  }

  membersOf(group: number): number {
    const slot = this.#groups.find(group);
    return slot < 0 ? 0 : this.#groups.value(slot, MEMBERS);
  }

  /** Whether any group has more members than the service supports receipts for. */
  hasLargeGroups(): boolean {
    for (let slot = 0; slot < this.#groups.slots; slot++)
      if (
        this.#groups.key(slot) > 0 &&
        this.#groups.value(slot, MEMBERS) > limits.membersWithReceipts
      )
        return true;
    return false;
  }

  /** Users with a row who neither sent nor directly received a message. */
  usersWithoutMessages(): number {
    let count = 0;
    for (let slot = 0; slot < this.#users.slots; slot++)
      if (this.#users.key(slot) > 0 && this.#users.flags(slot) === 0) count++;
    return count;
  }

  /** Whether a message goes to a planned group and its sender is not a member. */
  isFromOutside(columns: Float64Array, at: number): boolean {
    const group = columns[at + column.group]!;
    if (group === 0) return false;
    const slot = this.#groups.find(group);
    return slot >= 0 && this.#isOutside(slot, columns, at);
  }

  /** @param group the slot of the group */
  #isOutside(group: number, columns: Float64Array, at: number): boolean {
    if (this.#memberships.has(columns[at + column.pair]!)) return false;
    return this.#groups.value(group, OWNER) !== columns[at + column.user]!;
  }

  #enterEntity(kind: ReferredKind, columns: Float64Array, at: number): boolean {
    const table = this.#tables[kind];
    const before = table.size;
    const slot = table.insert(columns[at + column.idHash]!);
    const isKnown = table.size === before;
    if (isKnown && this.#winner === 'first') return true;
    table.setValue(slot, CREATED_AT, columns[at + column.time]!);
    if (kinds[kind].hasMembers === true) table.setValue(slot, OWNER, columns[at + column.user]!);
    return isKnown;
  }

  get #users(): HashMap {
    return this.#tables.users;
  }

  get #groups(): HashMap {
    return this.#tables.groups;
  }

  #enterMember(columns: Float64Array, at: number): boolean {
    this.membershipBounds.add(columns, at);
    if (!this.#memberships.add(columns[at + column.pair]!)) return true;
    const user = columns[at + column.user]!;
    this.#groupsOf?.insert(user);
    this.#groupsOf?.addTo(user, 0, 1);
    this.#groups.addTo(columns[at + column.group]!, MEMBERS, 1);
    return false;
  }
}

function tablesOf(width: (kind: ReferredKind) => number): Record<ReferredKind, HashMap> {
  return Object.fromEntries(referredKinds.map((kind) => [kind, new HashMap(width(kind))])) as never;
}

function setsOf(): Record<ReferredKind, HashSet> {
  return Object.fromEntries(referredKinds.map((kind) => [kind, new HashSet()])) as never;
}
