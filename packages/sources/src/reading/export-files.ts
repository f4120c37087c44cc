import type { Archive, Entry } from '../archive/archive.ts';
import { idOf } from './file-addresses.ts';
import type { GridFiles } from './grid-files.ts';

/** Separates the name of a collection of chunks from the id of a file in it. */
const IN_GRID = '#';

/** The name, among the files of an export, of a file in a collection of chunks. */
export function nameInGrid(collection: string, id: string): string {
  return `${collection}${IN_GRID}${id}`;
}

interface OpenedArchive {
  readonly archive: Archive;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** Opens files of exports by their names. */
export class ExportFiles implements Disposable {
  readonly #archives: ReadonlyMap<string, Archive>;
  readonly #opened = new Map<string, OpenedArchive>();
  readonly #grids = new Map<string, Promise<GridFiles>>();
  readonly #toClose: GridFiles[] = [];

  constructor(exports: readonly { readonly archive: Archive }[]) {
    this.#archives = new Map(exports.map(({ archive }) => [idOf(archive), archive]));
  }

  /** @returns undefined for a file that the exports do not contain @throws {SourceError} for an export that is damaged */
  async open(file: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const [, id = '', name = ''] = /^export:([\da-f]+)\/(.*)$/s.exec(file) ?? [];
    const opened = this.#open(id);
    if (opened === undefined) return undefined;
    const entry = opened.entries.get(name);
    if (entry !== undefined) return opened.archive.piecesOf(entry);
    const [collection = '', ...inGrid] = name.split(IN_GRID);
    const chunks = opened.entries.get(collection);
    if (chunks === undefined || inGrid.length === 0) return undefined;
    return await (await this.#grid(opened, chunks))?.piecesOf(inGrid.join(IN_GRID));
  }

  #open(id: string): OpenedArchive | undefined {
    const archive = this.#archives.get(id);
    if (archive === undefined) return undefined;
    let opened = this.#opened.get(id);
    if (opened === undefined) {
      opened = { archive, entries: new Map(archive.entries.map((each) => [each.name, each])) };
      this.#opened.set(id, opened);
    }
    return opened;
  }

  async #grid({ archive, entries }: OpenedArchive, chunks: Entry): Promise<GridFiles | undefined> {
    const path = archive.fileOf(chunks);
    if (path === undefined) return undefined;
    let grid = this.#grids.get(path);
    if (grid === undefined) {
      const files = entries.get(chunks.name.replace(/chunks\.bson$/, 'files.bson'));
      grid = this.#openGrid(path, files && archive.fileOf(files));
      this.#grids.set(path, grid);
    }
    return await grid;
  }

  async #openGrid(path: string, files: string | undefined): Promise<GridFiles> {
    const { GridFiles } = await import('./grid-files.ts');
    const grid = await GridFiles.open(path, files);
    this.#toClose.push(grid);
    return grid;
  }

  [Symbol.dispose](): void {
    for (const grid of this.#toClose) grid[Symbol.dispose]();
  }
}
