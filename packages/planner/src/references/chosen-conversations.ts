import { column, directHash, idHash, type Kind } from '@chatferry/contract';
import { PlanError } from '../plan/plan-error.ts';
import { HashSet } from '../storage/hash-set.ts';

/** Maximum number of listed conversations that an error names. */
const EXAMPLES = 3;

/** The conversations that a plan is limited to, and the users that they need. */
export class ChosenConversations {
  /** By hash: the `idHash` of a group, or the `directHash` of two users. */
  readonly #listed = new Map<number, string>();
  readonly #seen = new HashSet();
  readonly #users = new HashSet();

  /** @param listed guids, and pairs of uids as `a|b`, in the service's form */
  constructor(listed: readonly string[]) {
    for (const conversation of listed) {
      const [one, other] = conversation.split('|').map(idHash);
      this.#listed.set(other === undefined ? one! : directHash(one!, other), conversation);
    }
  }

  /** Whether a group, a membership or a message belongs to another conversation. False for other kinds, whose columns do not show it. */
  excludes(kind: Kind, columns: Float64Array, at: number): boolean {
    const conversation = conversationOf(kind, columns, at);
    if (conversation === undefined) return false;
    if (!this.#listed.has(conversation)) return true;
    this.#seen.add(conversation);
    return false;
  }

  /** Notes that the users of a planned record are needed. */
  take(kind: Kind, columns: Float64Array, at: number): void {
    if (conversationOf(kind, columns, at) === undefined) return;
    for (const field of [column.user, column.receiver])
      if (columns[at + field] !== 0) this.#users.add(columns[at + field]!);
  }

  /** Notes that a group becomes a conversation of two users. */
  becomesDirect(guid: string, one: string, other: string): void {
    if (!this.#listed.has(idHash(guid))) return;
    const conversation = directHash(idHash(one), idHash(other));
    this.#listed.set(conversation, guid);
    this.#seen.add(conversation);
  }

  needsUser(uid: string): boolean {
    return this.#users.has(idHash(uid));
  }

  /** Notes that the user is needed. */
  need(uid: string): void {
    this.#users.add(idHash(uid));
  }

  /** Call it after all groups and messages are read. @throws {PlanError} `unknown-conversation` when the export lacks a listed conversation */
  refuseUnknown(): void {
    const unknown = [...this.#listed].filter(([hash]) => !this.#seen.has(hash));
    if (unknown.length === 0) return;
    const names = unknown.slice(0, EXAMPLES).map(([, name]) => `'${name}'`);
    const others = unknown.length > EXAMPLES ? ` and ${unknown.length - EXAMPLES} more` : '';
    throw new PlanError(
      'unknown-conversation',
      `The export has no conversation ${names.join(', ')}${others}: no such group, or no message between the two users.`,
      'List groups by their ids, and two users as a|b, as the export has them.',
    );
  }
}

/** The hash of a conversation; `undefined` for records that do not name a conversation. */
function conversationOf(kind: Kind, columns: Float64Array, at: number): number | undefined {
  if (kind === 'groups') return columns[at + column.idHash]!;
  if (kind !== 'members' && kind !== 'messages') return undefined;
  return columns[at + column.group]! || columns[at + column.pair]!;
}
