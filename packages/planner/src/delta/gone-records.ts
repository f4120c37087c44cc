import { column, idHash, type Kind, memberIdParts } from '@chatferry/contract';
import { columnsOf, isContentKnown, type LandedPlace, timeOf } from '../plan/landed-parts.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { HashSet } from '../storage/hash-set.ts';
import type { EarlierRecords } from './earlier-records.ts';
import type { EarlierSource } from './earlier-source.ts';
import { changeWire, type PlannedChanges } from './planned-changes.ts';
import type { ReferredUsers } from './referred-users.ts';

/** No row makes these changes. */
const NO_ORIGIN = 0;

interface GonePorts {
  readonly records: EarlierRecords;
  readonly changes: PlannedChanges;
  /** The users to whom records of this plan refer. */
  readonly referred: ReferredUsers;
  readonly rules: Pick<PlanRules, 'now' | 'removesGone'>;
  readonly source: Pick<EarlierSource, 'job' | 'onGone'>;
}

/**
 * The landed records that an export lacks. Messages and memberships can be removed from the app, and users deactivated, if the rules ask for it and a
 * job has stored them; records that others stored are only listed. Users whom an earlier job deactivated are reactivated when this export has them as
 * active users.
 */
export class GoneRecords {
  readonly #ports: GonePorts;
  readonly #counts = new Map<Kind, number>();
  /** Hashes of the uids that an earlier job deactivated. */
  readonly #deactivated = new HashSet();
  /** Deactivated users whom the export has. */
  readonly #kept = new Set<string>();
  /** Users whose state this plan decides. */
  readonly #decided = new Set<string>();
  /** The number of gone records that can be removed. */
  removable = 0;

  constructor(ports: GonePorts) {
    this.#ports = ports;
  }

  /** The number of gone records of a kind. */
  countOf(kind: Kind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Whether this plan reactivates or deactivates the user because of a gone record. */
  decides(uid: string): boolean {
    return this.#decided.has(uid);
  }

  /**
   * Finds the gone records of a kind. Call it when the records of this kind and of all earlier kinds are decided.
   *
   * @param isKnown whether the export shows which records of the kind are gone
   */
  settle(kind: Kind, isKnown: boolean): void {
    const { records, source } = this.#ports;
    if (kind === 'users') {
      for (const uid of records.ids('deactivations')) this.#deactivated.add(idHash(uid));
      if (this.#deactivated.size > 0)
        for (const { id, isKept } of records.places(kind))
          if (isKept && this.#deactivated.has(idHash(id))) this.#kept.add(id);
    }
    if (records.areAllKept(kind) || (!isKnown && kind !== 'deactivations')) return;
    for (const place of records.places(kind)) {
      const { id } = place;
      if (place.isKept || !isContentKnown(place)) continue;
      if (kind === 'deactivations' && this.#kept.has(id)) {
        this.#decide('reactivations', id, { uid: id });
        continue;
      }
      if (!isKnown || place.part.isMade) continue;
      source.onGone({ kind, id });
      this.#counts.set(kind, this.countOf(kind) + 1);
      this.#remove(kind, place);
    }
  }

  deactivate(uid: string): void {
    this.#decide('deactivations', uid, { uid, deactivatedAt: this.#ports.rules.now });
  }

  #remove(kind: Kind, { id, part, position }: LandedPlace): void {
    if (!part.isOwn) return;
    if (kind === 'messages')
      this.#plan('messageRemovals', id, { muid: id, sentAt: timeOf(part, position) });
    // The service has set the time of a reply, so `sentAt` is unknown.
    else if (kind === 'replies') this.#plan('messageRemovals', id, { muid: id });
    else if (kind === 'members') {
      const columns = columnsOf(part, position);
      const parts = memberIdParts(id).find(
        ({ guid, uid }) =>
          idHash(guid) === columns[column.group] && idHash(uid) === columns[column.user],
      );
      const joinedAt =
        this.#ports.source.job.sentByChat?.has(kind) === true ? 0 : columns[column.time]!;
      const dated = joinedAt === 0 ? {} : { joinedAt };
      if (parts !== undefined)
        this.#plan('memberRemovals', id, { memberId: id, ...parts, ...dated });
    } else if (kind === 'users') {
      if (this.#deactivated.has(idHash(id))) return;
      this.removable++;
      if (this.#ports.rules.removesGone !== undefined) this.deactivate(id);
    }
  }

  #plan(kind: Kind, id: string, row: Readonly<Record<string, unknown>>): void {
    this.removable++;
    if (this.#ports.rules.removesGone === undefined) return;
    this.#add(kind, id, row);
  }

  #decide(kind: Kind, uid: string, row: Readonly<Record<string, unknown>>): void {
    this.#decided.add(uid);
    this.#add(kind, uid, row);
  }

  #add(kind: Kind, id: string, row: Readonly<Record<string, unknown>>): void {
    const { changes, referred } = this.#ports;
    const wire = changeWire(id, row);
    changes.add(kind, wire, NO_ORIGIN);
    referred.note(kind, wire);
  }
}
