import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { idHash, type Kind } from '@chatferry/contract';
import { HashTable } from './hash-table.ts';

/** Changes remembered to keep repeated ones from the disk. */
const REMEMBERED = 1_000_000;

/** Writes down each id that had to be changed, once, into the table `id_map`. */
export class IdMap {
  readonly #insert: StatementSync;
  readonly #legacyIds: StatementSync;
  #seen = new HashTable(0);

  constructor(work: DatabaseSync) {
    this.#insert = work.prepare('INSERT OR IGNORE INTO id_map VALUES (?, ?, ?)');
    this.#legacyIds = work.prepare('SELECT legacy FROM id_map WHERE kind = ? AND service = ?');
  }

  /** @returns the hash of the legacy id */
  note(kind: Kind, legacy: string, service: string): number {
    const hash = idHash(legacy);
    const key = idHash(`${kind} ${legacy}`);
    if (this.#seen.find(key) >= 0) return hash;
    if (this.#seen.size === REMEMBERED) this.#seen = new HashTable(0);
    this.#seen.insert(key);
    this.#insert.run(kind, legacy, service);
    return hash;
  }

  /** The id that a record had in the export. @param legacyHash 0 when it was not changed */
  legacyOf(kind: Kind, service: string, legacyHash: number): string {
    if (legacyHash === 0) return service;
    const rows = this.#legacyIds.all(kind, service) as { legacy: string }[];
    return rows.find(({ legacy }) => idHash(legacy) === legacyHash)?.legacy ?? service;
  }
}
