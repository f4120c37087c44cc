import { column, idHash, kinds, memberId, type ReferredKind } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { MadeRecords } from './made-records.ts';
import { makes } from './making-rules.ts';
import { limitsOf } from '../limits/overfull.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { CheckedReference } from '../references/references.ts';
import type { SuspectRecord } from '../references/suspect-record.ts';

/** Decides which records are made for a record that refers to missing ones. */
export class RecordMaker {
  readonly #rules: PlanRules;
  readonly #referenceIndex: ReferenceIndex;
  readonly #made: MadeRecords;

  constructor(rules: PlanRules, referenceIndex: ReferenceIndex, made: MadeRecords) {
    this.#rules = rules;
    this.#referenceIndex = referenceIndex;
    this.#made = made;
  }

  /** Makes the user or the group that a field refers to, and the owner whom the record names for the group. */
  make(record: SuspectRecord, { field, to, inline }: CheckedReference, hash: number): void {
    this.#make(record, to, record.fields[field] as string, hash);
    const details = inline === undefined ? undefined : record.fields[inline];
    const { owner } = (details ?? {}) as { owner?: string };
    if (kinds[to].hasMembers === true && owner !== undefined && makes(this.#rules, 'users'))
      this.#make(record, 'users', owner, idHash(owner));
  }

  /** Makes the sender of a message a member of its group, as far as the service's limits allow. */
  makeMember({ fields, origin, columns, at }: SuspectRecord): void {
    if (!makes(this.#rules, 'members') || !this.#referenceIndex.isFromOutside(columns, at)) return;
    const [group, user] = [columns[at + column.group]!, columns[at + column.user]!];
    // A user who occurs only inside of messages does not exist yet when memberships are sent.
    if (!this.#referenceIndex.has('users', user)) return;
    if (!this.#referenceIndex.hasCapacity(group, user, limitsOf(this.#rules))) return;
    this.#referenceIndex.enterMadeMember(columns, at);
    const ids = { guid: fields['receiver'] as string, uid: fields['sender'] as string };
    this.#made.make(
      'members',
      columns[at + column.pair]!,
      memberId(ids.guid, ids.uid),
      ids,
      origin,
    );
  }

  #make({ origin }: SuspectRecord, kind: ReferredKind, id: string, hash: number): void {
    // A sender may also be the receiver.
    if (this.#referenceIndex.has(kind, hash)) return;
    this.#referenceIndex.enterMade(kind, hash);
    this.#made.make(kind, hash, id, { [kinds[kind].key]: id }, origin);
  }
}
