import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ContestedIds, idHash, isReferredKind, type Kind } from '@chatferry/contract';
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
  readonly #refused: Partial<Record<Kind, OwnId[]>> = {};
  readonly #contested: Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>> = {};

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
    this.#forms = work.prepare(`SELECT legacy, state FROM own_ids
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
    const landed = forms.filter(({ state }) => state === 'landed');
    if (landed.length === 0) return legacyHash === 0;
    return landed.some(({ legacy }) => idHash(legacy) === legacyHash);
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
   * Refuses the ids of rejected rows that are those of other records in the service. Call it when the duplicates of a kind are
   * settled.
   */
  close(kind: Kind, planned: ReferenceIndex): void {
    if (!isReferredKind(kind)) return;
    const rejected = this.#rejected.all(kind) as { legacy: string; service: string }[];
    for (const { legacy, service } of rejected)
      if (planned.has(kind, idHash(service)) && !this.#formsOf(kind, service).includes(legacy))
        this.refuse({ kind, legacy, service });
    this.#forget.run(kind);
    this.contest(kind);
  }

  /** Call it when the refused ids of a kind are known. */
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
