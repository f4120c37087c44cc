import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '@chatferry/contract';
import { deserialize } from 'bson';
import { cutOff } from '../archive/refuse.ts';

/** The size of a document of MongoDB: at most 16 MiB, and 16 KiB more in a dump. */
const MOST_BYTES = 16 * 1024 * 1024 + 16 * 1024;
const LEAST_BYTES = 5;
const READ_BYTES = 4 * 1024 * 1024;

/**
 * The files in a collection of chunks, which MongoDB calls GridFS. The positions of all chunks in the dump are in a temporary file, which is
 * removed when the process ends: chunks of several files may alternate.
 */
export class GridFiles implements Disposable {
  readonly #path: string;
  readonly #index = new DatabaseSync('');

  private constructor(path: string) {
    this.#path = path;
    this.#index.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE chunks (file TEXT, n INTEGER, at INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (file, n)) WITHOUT ROWID, STRICT;
      CREATE TABLE lengths (file TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID, STRICT`);
  }

  /**
   * Reads the positions of the chunks.
   *
   * @param path of the collection of chunks @param files path of the collection with the lengths of files, if the dump has it
   * @throws {SourceError} for a dump that is cut off
   */
  static async open(path: string, files: string | undefined): Promise<GridFiles> {
    const found = new GridFiles(path);
    const chunk = found.#index.prepare('INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?)');
    for await (const { at, bytes } of documentsIn(path)) {
      const { files_id: file, n } = fieldsOf(bytes);
      if (typeof n === 'number') chunk.run(nameOf(file), n, at, bytes.length);
    }
    if (files === undefined) return found;
    const length = found.#index.prepare('INSERT OR IGNORE INTO lengths VALUES (?, ?)');
    for await (const { bytes } of documentsIn(files)) {
      const { _id: file, length: size } = fieldsOf(bytes);
      if (typeof size === 'number') length.run(nameOf(file), size);
    }
    return found;
  }

  /** @returns undefined for a file that is missing or incomplete in the dump */
  async piecesOf(file: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const chunks = this.#index
      .prepare('SELECT n, at, bytes FROM chunks WHERE file = ? ORDER BY n')
      .all(file) as unknown as readonly Chunk[];
    const length = this.#index.prepare('SELECT bytes FROM lengths WHERE file = ?').get(file);
    const isWhole = chunks.length > 0 && chunks.every(({ n }, index) => n === index);
    if (!isWhole && !(chunks.length === 0 && length?.['bytes'] === 0)) return undefined;
    if (length === undefined) return this.#pieces(chunks);
    let bytes = 0;
    for await (const piece of this.#pieces(chunks.slice(-1))) bytes += piece.length;
    // All chunks except the last have the same size.
    if (chunks.length > 1)
      for await (const piece of this.#pieces(chunks.slice(0, 1)))
        bytes += piece.length * (chunks.length - 1);
    return bytes === length['bytes'] ? this.#pieces(chunks) : undefined;
  }

  async *#pieces(chunks: readonly Chunk[]): AsyncGenerator<Uint8Array> {
    await using file = await open(this.#path);
    for (const { at, bytes } of chunks) {
      const document = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(document, 0, bytes, at);
      if (bytesRead < bytes) throw cutOff(this.#path, 'it became shorter while it was read');
      const { data } = fieldsOf(document);
      if (data instanceof Uint8Array) yield data;
    }
  }

  [Symbol.dispose](): void {
    this.#index.close();
  }
}

interface Chunk {
  readonly n: number;
  readonly at: number;
  readonly bytes: number;
}

/** A broken document has no fields, so its file is incomplete. */
function fieldsOf(document: Uint8Array): Row {
  try {
    return deserialize(document, { promoteBuffers: true });
  } catch {
    return {};
  }
}

/** The id of a file is a text, or an id of MongoDB. */
function nameOf(id: unknown): string {
  return String(id);
}

/** The documents of a BSON file with their positions. @throws {SourceError} for a file that is cut off */
async function* documentsIn(path: string): AsyncGenerator<{ at: number; bytes: Uint8Array }> {
  await using file = await open(path);
  const { size } = await file.stat();
  let [buffer, start, end] = [Buffer.alloc(READ_BYTES), 0, 0];
  for (let at = 0; at < size;) {
    const has = (bytes: number): boolean => at + bytes <= end;
    const length = has(4) ? buffer.readInt32LE(at - start) : undefined;
    if (length !== undefined && (length < LEAST_BYTES || length > MOST_BYTES || at + length > size))
      throw cutOff(path, `the document at byte ${at} claims a length of ${length}`);
    if (length !== undefined && has(length)) {
      yield { at, bytes: buffer.subarray(at - start, at - start + length) };
      at += length;
      continue;
    }
    if (length !== undefined && length > buffer.length) buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead < 4) throw cutOff(path, `it ends inside the document at byte ${at}`);
    [start, end] = [at, at + bytesRead];
  }
}
