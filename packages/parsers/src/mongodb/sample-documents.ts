import type { Pieces } from '../bytes/peek.ts';
import { type Collection, isOfServer, placeOf } from './archive-collections.ts';
import { archivePieces } from './archive-pieces.ts';
import { ByteOutput } from './byte-output.ts';
import { DocumentCutter } from './document-cutter.ts';
import { DocumentWriter } from './document-writer.ts';

/** Documents of a collection that are kept: the first `FIRST`, then every `EVERY`th. */
const FIRST = 1000;
const EVERY = 500;

/** Maximum bytes of JSON that are kept of a collection. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Some of the documents of a collection. */
export interface SampledCollection {
  /** The collection's place in an archive, in the form of `rows`; undefined for a file with one collection. */
  readonly rows: string | undefined;
  readonly name: string;
  readonly type: Collection['type'] | 'server';
  /** The number of all documents. */
  readonly documents: number;
  /** Lines of JSON. */
  readonly sample: readonly string[];
}

/** Counts the documents of a `.bson` file or an archive, and keeps some of each collection. @throws {InputError} for the same files as reading */
export async function sampleDocuments(
  pieces: Pieces,
  file: string,
  format: 'bson' | 'mongo-archive',
): Promise<readonly SampledCollection[]> {
  if (format === 'bson') {
    const sampler = new Sampler(undefined, '', 'collection');
    const cutter = new DocumentCutter(file, sampler);
    for await (const piece of pieces) cutter.take(piece);
    cutter.end();
    return [sampler];
  }
  const samplers = new Map<string, Sampler>();
  let current: Sampler;
  const samplerOf = (collection: Collection): Sampler => {
    const place = placeOf(collection);
    const type = isOfServer(collection) ? 'server' : collection.type;
    const sampler = samplers.get(place) ?? new Sampler(place, collection.name, type);
    samplers.set(place, sampler);
    return sampler;
  };
  const reading = archivePieces(pieces, file, {
    collections: (all) => all.forEach(samplerOf),
    segment: (collection) => {
      current = samplerOf(collection);
      return false;
    },
    document: (...document) => current.document(...document),
  });
  for await (const _ of reading);
  return [...samplers.values()];
}

class Sampler implements SampledCollection {
  readonly rows: string | undefined;
  readonly name: string;
  readonly type: SampledCollection['type'];
  documents = 0;
  readonly sample: string[] = [];
  readonly #out = new ByteOutput();
  readonly #writer = new DocumentWriter(this.#out);
  #bytes = 0;

  constructor(rows: string | undefined, name: string, type: SampledCollection['type']) {
    this.rows = rows;
    this.name = name;
    this.type = type;
  }

  document(bytes: Buffer, from: number, to: number, offset: number): void {
    const isKept = this.documents < FIRST || this.documents % EVERY === 0;
    this.documents++;
    if (!isKept || this.#bytes > MOST_BYTES) return;
    this.#out.clear();
    this.#writer.write(bytes, from, to, offset);
    this.#bytes += this.#out.length;
    this.sample.push(Buffer.from(this.#out.bytes).toString());
  }
}
