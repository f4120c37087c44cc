import { explainError } from '@chatferry/job/planned';
import { type DatabasePlace, InspectedDatabase } from '@chatferry/job/planning';
import { findDump, type FoundDump } from './draft-dump.ts';

type Found = FoundDump | { readonly unreadable: string };

/** Dumps and other databases that are inspected. Each is read once, however many drafts are made. */
export class OpenedDumps implements Disposable {
  /** By their references to the environment. */
  readonly #servers: ReadonlyMap<string, DatabasePlace>;
  readonly #found = new Map<string, Promise<Found>>();
  readonly #opened: InspectedDatabase[] = [];

  constructor(servers: readonly DatabasePlace[] = []) {
    this.#servers = new Map(servers.map((server) => [server.file, server]));
  }

  /** Whether a name is the name of a server rather than of a file. */
  hasServer(name: string): boolean {
    return this.#servers.has(name);
  }

  /** The tables of a database, or why it cannot be read. @param driver for a file */
  find(file: string, driver: 'dump' | 'sqlite' = 'dump'): Promise<Found> {
    const found =
      this.#found.get(file) ??
      this.#open(this.#servers.get(file) ?? { driver, address: file, file });
    this.#found.set(file, found);
    return found;
  }

  async #open(place: DatabasePlace): Promise<Found> {
    try {
      const dump = await InspectedDatabase.open(place);
      this.#opened.push(dump);
      return findDump(dump);
    } catch (error) {
      const explained = explainError(error);
      if (explained === undefined) throw error;
      const { lines, fix } = explained;
      return { unreadable: [...lines, ...(fix === undefined ? [] : [fix])].join(' ') };
    }
  }

  [Symbol.dispose](): void {
    for (const dump of this.#opened) dump[Symbol.dispose]();
  }
}
