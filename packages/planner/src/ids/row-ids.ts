import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ContestedIds, isReferredKind, type Kind } from '@chatferry/contract';
import type { RowId, StoredRowId } from '../plan/row-id.ts';
import type { IdIdentity } from './id-identity.ts';

/** Whether a row's record with this service id landed in an earlier job. */
export type HasLanded = (kind: Kind, service: string) => boolean;

/** The id of a rejected row that becomes the id of another record in the service. */
export interface RefusedId extends RowId {
  /** The id of the other record in the export. */
  readonly other: string;
}

/**
 * The ids of users, groups and roles in their rows, in the table `own_ids`. An unchanged id is not in the table, unless its row is
 * rejected. In a delta the table includes the ids of records that landed in earlier jobs.
 */
export class RowIds {
  readonly #identity: IdIdentity;
  readonly #hasLanded: HasLanded | undefined;
  readonly #keep: StatementSync;
  readonly #insert: StatementSync;
  readonly #refuse: StatementSync;
  readonly #rejected: StatementSync;
  readonly #forms: StatementSync;
  readonly #forget: StatementSync;
  readonly #landedKinds = new Set<Kind>();
  readonly #refused: Partial<Record<Kind, RowId[]>> = {};
  readonly #contested: Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>> = {};

  /** @param hasLanded undefined for a first plan */
  constructor(work: DatabaseSync, identity: IdIdentity, hasLanded: HasLanded | undefined) {
    this.#identity = identity;
    this.#hasLanded = hasLanded;
    this.#keep = work.prepare(`INSERT INTO own_ids VALUES (?, ?, ?, 'own')
      ON CONFLICT DO UPDATE SET state = 'own' WHERE state = 'rejected'`);
    this.#insert = work.prepare('INSERT OR IGNORE INTO own_ids VALUES (?, ?, ?, ?)');
    this.#refuse = work.prepare("INSERT OR REPLACE INTO own_ids VALUES (?, ?, ?, 'refused')");
    this.#rejected = work.prepare(
      "SELECT legacy, service FROM own_ids WHERE kind = ? AND state = 'rejected'",
    );
    this.#forms = work.prepare(`SELECT legacy FROM own_ids
      WHERE kind = ? AND service = ? AND state IN ('own', 'landed')`);
    this.#forget = work.prepare("DELETE FROM own_ids WHERE kind = ? AND state = 'rejected'");
  }

  /** Notes the changed id of a record. */
  keep({ kind, legacy, service }: RowId): void {
    this.#keep.run(kind, legacy, service);
  }

  /** Notes the id of a rejected row, changed or not. */
  reject({ kind, legacy, service }: RowId): void {
    this.#insert.run(kind, legacy, service, 'rejected');
  }

  /** Notes the id of a row of an earlier job whose service id landed. */
  takeOver({ kind, legacy, service, state }: StoredRowId): void {
    this.#landedKinds.add(kind);
    if (state === 'refused') this.refuse({ kind, legacy, service });
    else this.#insert.run(kind, legacy, service, 'landed');
  }

  /** Notes that no row may use this id: its service id belongs, or should belong, to another record. */
  refuse(id: RowId): void {
    this.#refuse.run(id.kind, id.legacy, id.service);
    (this.#refused[id.kind] ??= []).push(id);
  }

  /** Whether the plan comes after a job. */
  get isDelta(): boolean {
    return this.#hasLanded !== undefined;
  }

  /** @returns the legacy id of another record that landed under this service id; undefined when there is none */
  landedInstead({ kind, legacy, service }: RowId): string | undefined {
    // An unchanged id can clash only with a record whose id was changed.
    if (legacy === service && !this.#landedKinds.has(kind)) return undefined;
    if (this.#hasLanded?.(kind, service) !== true) return undefined;
    const own = this.#identity(legacy);
    const forms = this.#formsOf(kind, service);
    return forms.some((form) => this.#identity(form) === own) ? undefined : forms[0];
  }

  /**
   * Refuses the ids of rejected rows whose service ids belong to other records: planned, landed or rejected ones.
   *
   * @param isPlanned whether a record of the kind has this service id after duplicates are settled
   */
  close(kind: Kind, isPlanned: (service: string) => boolean): RefusedId[] {
    if (!isReferredKind(kind)) return [];
    const refused: RefusedId[] = [];
    /** The first rejected id for each id of the service. */
    const first = new Map<string, string>();
    const rejected = this.#rejected.all(kind) as { legacy: string; service: string }[];
    for (const { legacy, service } of rejected) {
      const own = this.#identity(legacy);
      const isOfRecord = isPlanned(service) || this.#hasLanded?.(kind, service) === true;
      const others = isOfRecord ? this.#formsOf(kind, service) : [first.get(service) ?? legacy];
      if (!first.has(service)) first.set(service, legacy);
      if (others.some((other) => this.#identity(other) === own)) continue;
      refused.push({ kind, legacy, service, other: others[0]! });
      this.refuse({ kind, legacy, service });
    }
    this.#forget.run(kind);
    this.contest(kind);
    return refused;
  }

  /** Contested service ids, each with the legacy ids by which rows may refer to its record. */
  get contested(): ContestedIds {
    return this.#contested;
  }

  /** Adds the refused ids of a kind to the contested ids. */
  contest(kind: Kind): void {
    const refused = this.refusedOf(kind);
    if (refused.length === 0) return;
    const legacies = new Set(refused.map(({ legacy }) => legacy));
    const ownersOf = (service: string): string[] =>
      this.#formsOf(kind, service).filter((form) => !legacies.has(form));
    this.#contested[kind] = new Map(refused.map(({ service }) => [service, ownersOf(service)]));
  }

  refusedOf(kind: Kind): readonly RowId[] {
    return this.#refused[kind] ?? [];
  }

  /** The legacy ids of records with a service id. An id without a row in the table was not changed. */
  #formsOf(kind: Kind, service: string): string[] {
    const forms = this.#forms.all(kind, service) as { legacy: string }[];
    return forms.length === 0 ? [service] : forms.map(({ legacy }) => legacy);
  }
}
