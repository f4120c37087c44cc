import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { idHash, type Kind } from '@chatferry/contract';
import type { RowId } from '../plan/row-id.ts';
import { HashSet } from '../storage/hash-set.ts';
import { type IdIdentity, legacyHashOf } from './id-identity.ts';

/** Default maximum of changes kept in memory, so that repeated changes are not written again. */
const REMEMBERED = 1_000_000;

/** Writes each changed id once into the table `id_map`. */
export class IdMap {
  readonly #insert: StatementSync;
  readonly #legacyIds: StatementSync;
  readonly #delete: StatementSync;
  readonly #remembered: number;
  #seen = new HashSet();

  readonly #identity: IdIdentity;

  /** @param remembered maximum of changes kept in memory; above it, earlier changes are forgotten */
  constructor(work: DatabaseSync, identity: IdIdentity, remembered: number = REMEMBERED) {
    this.#identity = identity;
    this.#remembered = remembered;
    this.#insert = work.prepare('INSERT OR IGNORE INTO id_map VALUES (?, ?, ?)');
    this.#legacyIds = work.prepare(
      'SELECT legacy FROM id_map WHERE kind = ? AND service = ? ORDER BY legacy',
    );
    this.#delete = work.prepare('DELETE FROM id_map WHERE kind = ? AND legacy = ?');
  }

  /** @returns see `legacyHashOf` */
  note(kind: Kind, legacy: string, service: string): number {
    const hash = legacyHashOf(legacy, service, this.#identity);
    const key = idHash(`${kind} ${legacy}`);
    if (this.#seen.has(key)) return hash;
    if (this.#seen.size === this.#remembered) this.#seen = new HashSet();
    this.#seen.add(key);
    this.#insert.run(kind, legacy, service);
    return hash;
  }

  /** Removes the changes of refused ids, because their service ids belong to other records. */
  forget(refused: readonly RowId[]): void {
    for (const { kind, legacy } of refused) this.#delete.run(kind, legacy);
  }

  /** The first legacy form of an id; the id itself when no record had another form. */
  firstLegacy(kind: Kind, service: string): string {
    const [first] = this.#legacyIds.all(kind, service) as { legacy: string }[];
    return first?.legacy ?? service;
  }

  /** The legacy id of a record. @param legacyHash 0 when the id was not changed */
  legacyOf(kind: Kind, service: string, legacyHash: number): string {
    if (legacyHash === 0) return service;
    const rows = this.#legacyIds.all(kind, service) as { legacy: string }[];
    return (
      rows.find(({ legacy }) => legacyHashOf(legacy, service, this.#identity) === legacyHash)
        ?.legacy ?? service
    );
  }
}
