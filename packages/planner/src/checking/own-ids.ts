import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { idHash, isReferredKind, type Kind, type RefusedIds } from '@chatferry/contract';
import type { OwnId, StoredOwnId } from '../plan/own-id.ts';
import type { ReferenceIndex } from './reference-index.ts';

/**
 * The ids that users, groups and roles themselves have in the export, for those that the service cannot tell apart: it writes
 * all ids in lower case.
 */
export class OwnIds {
  readonly #keep: StatementSync;
  readonly #insert: StatementSync;
  readonly #refuse: StatementSync;
  readonly #rejected: StatementSync;
  readonly #formsOf: StatementSync;
  readonly #forget: StatementSync;
  readonly #refused: Partial<Record<Kind, string[]>> = {};

  /** Whether a record with this id in the service landed in a job before. */
  hasLanded: (kind: Kind, service: string) => boolean = () => false;

  constructor(work: DatabaseSync) {
    this.#keep = work.prepare(`INSERT INTO own_ids VALUES (?, ?, ?, 'own')
      ON CONFLICT DO UPDATE SET state = 'own' WHERE state = 'rejected'`);
    this.#insert = work.prepare('INSERT OR IGNORE INTO own_ids VALUES (?, ?, ?, ?)');
    this.#refuse = work.prepare("INSERT OR REPLACE INTO own_ids VALUES (?, ?, ?, 'refused')");
    this.#rejected = work.prepare(
      "SELECT legacy, service FROM own_ids WHERE kind = ? AND state = 'rejected'",
    );
    this.#formsOf = work.prepare(`SELECT legacy, state FROM own_ids
      WHERE kind = ? AND service = ? AND state IN ('own', 'landed')`);
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
  refuse({ kind, legacy, service }: OwnId): void {
    this.#refuse.run(kind, legacy, service);
    (this.#refused[kind] ??= []).push(legacy);
  }

  /** Notes an id of the export of a job before. */
  takeOver({ state, ...own }: StoredOwnId): void {
    if (state === 'refused') this.refuse(own);
    else this.#insert.run(own.kind, own.legacy, own.service, 'landed');
  }

  /** Whether a record landed under the id that it has in the export. @returns undefined when none has the id in the service */
  isLanded(kind: Kind, service: string, legacyHash: number): boolean | undefined {
    if (!this.hasLanded(kind, service)) return undefined;
    const forms = this.#formsOf.all(kind, service) as { legacy: string; state: string }[];
    const landed = forms.filter(({ state }) => state === 'landed');
    if (landed.length === 0) return legacyHash === 0;
    return landed.some(({ legacy }) => idHash(legacy) === legacyHash);
  }

  get refused(): RefusedIds {
    return this.#refused;
  }

  /**
   * Refuses the ids of rejected rows that are those of other records in the service. Call it when the duplicates of a kind are
   * settled.
   */
  close(kind: Kind, planned: ReferenceIndex): void {
    if (!isReferredKind(kind)) return;
    const rejected = this.#rejected.all(kind) as { legacy: string; service: string }[];
    for (const { legacy, service } of rejected)
      if (planned.has(kind, idHash(service)) && !this.#isOwn(kind, legacy, service))
        this.refuse({ kind, legacy, service });
    this.#forget.run(kind);
  }

  #isOwn(kind: Kind, legacy: string, service: string): boolean {
    const forms = this.#formsOf.all(kind, service) as { legacy: string }[];
    return forms.length === 0 ? legacy === service : forms.some((form) => form.legacy === legacy);
  }
}
