import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { idHash, type Kind } from '@chatferry/contract';
import type { RowId } from '../plan/row-id.ts';
import { HashSet } from '../storage/hash-set.ts';
import { type IdIdentity, legacyHashOf } from './id-identity.ts';

/** Default maximum of changes remembered in memory, so that repeated ones are not written again. */
const REMEMBERED = 1_000_000;

/** Writes each id that was changed, once, into the table `id_map`. */
export class IdMap {
  readonly #insert: StatementSync;
  readonly #legacyIds: StatementSync;
  readonly #delete: StatementSync;
  readonly #remembered: number;
  #seen = new HashSet();

  readonly #identity: IdIdentity;

  /** @param remembered changes kept in memory; when there are more, the earlier ones are forgotten */
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

  /** Removes the changes of refused ids: what they became is the id of another record. */
  forget(refused: readonly RowId[]): void {
    for (const { kind, legacy } of refused) this.#delete.run(kind, legacy);
  }

  /** The first legacy form of an id; the id itself when no record had another. */
  firstLegacy(kind: Kind, service: string): string {
    const [first] = this.#legacyIds.all(kind, service) as { legacy: string }[];
    return first?.legacy ?? service;
  }

  /** The id that a record had in the export. @param legacyHash 0 when it was not changed */
  legacyOf(kind: Kind, service: string, legacyHash: number): string {
    if (legacyHash === 0) return service;
    const rows = this.#legacyIds.all(kind, service) as { legacy: string }[];
    return (
      rows.find(({ legacy }) => legacyHashOf(legacy, service, this.#identity) === legacyHash)
        ?.legacy ?? service
    );
  }
}
