import type { ExportLedger } from './export-ledger.ts';
import { APP_USER } from './exported-people.ts';

/** The most names that are remembered as already looked up. */
const REMEMBERED = 100_000;

/** Finds users and groups that records name, but that no list has shown: pages of lists may lack entries. */
export class NamedRecords {
  readonly #ledger: ExportLedger;
  readonly #known = { users: new Set<string>(), groups: new Set<string>() };

  constructor(ledger: ExportLedger) {
    this.#ledger = ledger;
  }

  note(kind: 'users' | 'groups', id: unknown): void {
    if (typeof id !== 'string' || id === APP_USER || this.#known[kind].has(id)) return;
    if (this.#known[kind].size >= REMEMBERED) this.#known[kind].clear();
    this.#known[kind].add(id);
    if (this.#ledger.known(kind, id) === undefined)
      this.#ledger.run('INSERT OR IGNORE INTO named VALUES (?, ?)', kind, id);
  }
}
