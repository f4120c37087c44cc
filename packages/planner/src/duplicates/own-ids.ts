import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type ContestedIds,
  idHash,
  isReferredKind,
  type Kind,
  placeText,
} from '@chatferry/contract';
import type { IdClashes } from '../ids/id-clashes.ts';
import { type IdIdentity, legacyHashOf } from '../ids/id-identity.ts';
import type { MissingRecords } from '../notes/missing-records.ts';
import type { OwnId, StoredOwnId } from '../plan/own-id.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';

/**
 * The ids that users, groups and roles themselves have in the export, for those that the service cannot tell apart: it writes
 * all ids in lower case.
 */
export class OwnIds {
  readonly #keep: StatementSync;
  readonly #insert: StatementSync;
  readonly #refuse: StatementSync;
  readonly #rejected: StatementSync;
  readonly #forms: StatementSync;
  readonly #forget: StatementSync;
  readonly #ofState: StatementSync;
  readonly #endKind: StatementSync;
  readonly #refused: Partial<Record<Kind, OwnId[]>> = {};
  readonly #contested: Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>> = {};

  /** Whether a record with this id in the service landed in a job before. */
  readonly hasLanded: (kind: Kind, service: string) => boolean;

  readonly #identity: IdIdentity;

  constructor(
    work: DatabaseSync,
    identity: IdIdentity,
    hasLanded: (kind: Kind, service: string) => boolean,
  ) {
    this.#identity = identity;
    this.hasLanded = hasLanded;
    this.#keep = work.prepare(`INSERT INTO own_ids VALUES (?, ?, ?, 'own')
      ON CONFLICT DO UPDATE SET state = iif(state = 'landed', 'again', 'own')
        WHERE state IN ('rejected', 'landed')`);
    this.#insert = work.prepare('INSERT OR IGNORE INTO own_ids VALUES (?, ?, ?, ?)');
    this.#refuse = work.prepare("INSERT OR REPLACE INTO own_ids VALUES (?, ?, ?, 'refused')");
    this.#rejected = work.prepare(
      "SELECT legacy, service FROM own_ids WHERE kind = ? AND state = 'rejected'",
    );
    this.#forms = work.prepare(`SELECT legacy, state FROM own_ids
      WHERE kind = ? AND service = ? AND state IN ('own', 'landed', 'again')`);
    this.#ofState = work.prepare(
      'SELECT legacy, service FROM own_ids WHERE kind = ? AND state = ?',
    );
    this.#endKind = work.prepare(
      "UPDATE own_ids SET state = 'landed' WHERE kind = ? AND state = 'again'",
    );
    this.#forget = work.prepare("DELETE FROM own_ids WHERE kind = ? AND state = 'rejected'");
  }

  /** Notes a changed id of a record that is planned, unless it repeats the id of another one. */
  keep({ kind, legacy, service }: OwnId): void {
    this.#keep.run(kind, legacy, service);
  }

  /** Notes the id of a row that is rejected, changed or not. */
  reject({ kind, legacy, service }: OwnId): void {
    this.#insert.run(kind, legacy, service, 'rejected');
  }

  /** Notes that no record may name this id: the record with it is rejected, and another one has the same id in the service. */
  refuse(own: OwnId): void {
    this.#refuse.run(own.kind, own.legacy, own.service);
    (this.#refused[own.kind] ??= []).push(own);
  }

  /** Notes an id of the export of a job before. */
  takeOver({ state, ...own }: StoredOwnId): void {
    if (state === 'refused') this.refuse(own);
    else this.#insert.run(own.kind, own.legacy, own.service, 'landed');
  }

  /** Whether a record landed under the id that it has in the export. @returns undefined when none has the id in the service */
  isLanded(kind: Kind, service: string, legacyHash: number): boolean | undefined {
    if (!this.hasLanded(kind, service)) return undefined;
    const forms = this.#forms.all(kind, service) as { legacy: string; state: string }[];
    const landed = forms.filter(({ state }) => state !== 'own');
    if (landed.length === 0) return legacyHash === 0;
    return landed.some(
      ({ legacy }) => legacyHashOf(legacy, service, this.#identity) === legacyHash,
    );
  }

  /**
   * Planned records whose id in the service is that of another record, which landed in a job before.
   *
   * @returns their ids in the export by their ids in the service
   */
  newer(kind: Kind, planned: ReferenceIndex): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    if (!isReferredKind(kind)) return found;
    for (const { legacy, service } of this.#all(kind, 'own')) {
      const hash = legacyHashOf(legacy, service, this.#identity);
      if (this.isLanded(kind, service, hash) === false) found.set(service, legacy);
    }
    // The forms that landed and that this export does not have: a record with such an id has it unchanged.
    for (const { service } of this.#all(kind, 'landed')) {
      if (!planned.has(kind, idHash(service)) || found.has(service)) continue;
      const forms = this.#forms.all(kind, service) as { state: string }[];
      const isUnchanged = forms.every(({ state }) => state === 'landed');
      if (isUnchanged && this.isLanded(kind, service, 0) === false) found.set(service, service);
    }
    return found;
  }

  #all(kind: Kind, state: string): Iterable<{ legacy: string; service: string }> {
    return this.#ofState.all(kind, state) as { legacy: string; service: string }[];
  }

  /** The ids of records of a kind that are refused. */
  refusedOf(kind: Kind): readonly OwnId[] {
    return this.#refused[kind] ?? [];
  }

  /** The ids of which several records of the export, or of one before, were to have each. */
  get contested(): ContestedIds {
    return this.#contested;
  }

  /**
   * Refuses the ids of rejected rows that are those of other records in the service, planned or rejected.
   *
   * @param planned has the records of the kind, duplicates settled
   */
  close(kind: Kind, planned: ReferenceIndex, clashes: IdClashes, missing: MissingRecords): void {
    if (!isReferredKind(kind)) return;
    const rejected = this.#rejected.all(kind) as { legacy: string; service: string }[];
    /** The first rejected id for each id of the service. */
    const first = new Map<string, string>();
    for (const { legacy, service } of rejected) {
      const own = this.#identity(legacy);
      const others = planned.has(kind, idHash(service))
        ? this.#formsOf(kind, service)
        : [first.get(service) ?? legacy];
      if (!first.has(service)) first.set(service, legacy);
      if (others.some((other) => this.#identity(other) === own)) continue;
      const why = missing.rootOf(kind, idHash(service), service);
      const place = why.reason === 'row-rejected' ? placeText(why) : undefined;
      clashes.add(kind, { id: others[0]! }, { id: legacy, place });
      this.refuse({ kind, legacy, service });
    }
    this.#forget.run(kind);
    this.#endKind.run(kind);
    this.contest(kind);
  }

  /** Makes the refused ids of a kind known to those who read rows. */
  contest(kind: Kind): void {
    const refused = this.refusedOf(kind);
    if (refused.length === 0) return;
    const legacies = new Set(refused.map(({ legacy }) => legacy));
    const ownersOf = (service: string): string[] =>
      this.#formsOf(kind, service).filter((form) => !legacies.has(form));
    this.#contested[kind] = new Map(refused.map(({ service }) => [service, ownersOf(service)]));
  }

  /** The ids of the export under which records have an id of the service. One that has no row in the table was not changed. */
  #formsOf(kind: Kind, service: string): string[] {
    const forms = this.#forms.all(kind, service) as { legacy: string }[];
    return forms.length === 0 ? [service] : forms.map(({ legacy }) => legacy);
  }
}
