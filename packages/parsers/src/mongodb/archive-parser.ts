import { deserialize } from 'bson';
import { InputError } from '../terms/input-error.ts';
import { type Collection, collectionOf, placeOf } from './archive-collections.ts';
import { Crc64 } from './crc64.ts';
import { type DocumentHandler, dumpAgain } from './document-cutter.ts';

/** Receives the content of an archive of mongodump, in its order. */
export interface ArchiveHandler {
  /** All collections that the archive names at its beginning. */
  collections(found: readonly Collection[]): void;
  /** Until the next call, documents are from this collection. @returns whether they are used: only then is their checksum compared */
  segment(collection: Collection): boolean;
  /** See `DocumentHandler`. */
  document(bytes: Buffer, from: number, to: number, offset: number): void;
}

/**
 * Reads the parts of an archive: its collections, then segments of documents. Each segment is from one collection, and the segments of
 * different collections alternate.
 *
 * @see mongodb/mongo-tools, common/archive/spec.md
 */
export class ArchiveParser implements DocumentHandler {
  readonly #file: string;
  readonly #handler: ArchiveHandler;
  /** The meaning of the next document. */
  #next: 'header' | 'collection' | 'segment' | 'document' = 'header';
  readonly #collections: Collection[] = [];
  /** Places of the collections whose end has not been read yet. */
  readonly #unended = new Set<string>();
  /** The checksums of the used documents, by the places of their collections. */
  readonly #checksums = new Map<string, Crc64>();
  #checksum: Crc64 | undefined;

  constructor(file: string, handler: ArchiveHandler) {
    this.#file = file;
    this.#handler = handler;
  }

  document(bytes: Buffer, from: number, to: number, offset: number): void {
    if (this.#next === 'document') {
      this.#checksum?.add(bytes, from, to);
      this.#handler.document(bytes, from, to, offset);
      return;
    }
    const found = this.#read(bytes.subarray(from, to), offset);
    if (this.#next === 'header') this.#next = 'collection';
    else if (this.#next === 'collection') this.#add(collectionOf(found));
    else this.#beginSegment(found);
  }

  marker(): void {
    if (this.#next === 'collection') this.#handler.collections(this.#collections);
    this.#next = 'segment';
  }

  /** @throws {InputError} where the end of a collection is missing */
  end(): void {
    if (this.#next === 'segment' && this.#unended.size === 0) return;
    const [first = 'its collections'] = this.#unended;
    throw this.#broken(`is cut off: it does not have the end of ${first.replace('[*]', '')}.`);
  }

  #read(bytes: Uint8Array, offset: number): Record<string, unknown> {
    try {
      return deserialize(bytes, { useBigInt64: true, validation: { utf8: false } });
    } catch (error) {
      const why = (error as Error).message;
      throw this.#broken(`is damaged: the document at byte ${offset} cannot be read (${why}).`);
    }
  }

  #add(collection: Collection): void {
    this.#collections.push(collection);
    if (collection.type === 'collection') this.#unended.add(placeOf(collection));
  }

  #beginSegment({ db, collection, EOF, CRC }: Record<string, unknown>): void {
    const found: Collection = { db: String(db), name: String(collection), type: 'collection' };
    const place = placeOf(found);
    if (EOF === true) {
      const checksum = this.#checksums.get(place)?.value;
      if (checksum !== undefined && typeof CRC === 'bigint' && checksum !== CRC)
        throw this.#broken(
          `is damaged: the documents of ${place.replace('[*]', '')} have another checksum than mongodump wrote.`,
        );
      this.#unended.delete(place);
      return; // A marker follows.
    }
    this.#next = 'document';
    this.#unended.add(place);
    const isUsed = this.#handler.segment(found);
    if (isUsed && !this.#checksums.has(place)) this.#checksums.set(place, new Crc64());
    this.#checksum = isUsed ? this.#checksums.get(place) : undefined;
  }

  #broken(message: string): InputError {
    return new InputError('broken-file', message, { file: this.#file }, { fix: dumpAgain });
  }
}
