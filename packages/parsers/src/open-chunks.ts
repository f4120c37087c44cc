import { decompress } from './bytes/decompress.ts';
import type { Pieces } from './bytes/peek.ts';
import { source } from './bytes/source.ts';
import { transcode } from './bytes/transcode.ts';
import { BufferStore } from './cutting/buffer-store.ts';
import type { Chunk } from './cutting/chunk.ts';
import { type CsvDialect, csvDialect } from './cutting/csv-dialect.ts';
import { checkHeaderForm } from './cutting/check-header-form.ts';
import { CsvScanner } from './cutting/csv-scanner.ts';
import { cutChunks } from './cutting/cut-chunks.ts';
import { ElementScanner } from './cutting/element-scanner.ts';
import { LineScanner } from './cutting/line-scanner.ts';
import type { OpenScanner } from './cutting/scanner.ts';
import type { UnreadPlaces } from './cutting/unread-places.ts';
import type { Input } from './input.ts';
import { documentText, textFormatOf } from './mongodb/documents.ts';
import { plainPieces } from './mongodb/plain-pieces.ts';
import { nestedRows } from './nested-rows.ts';

/** A file as chunks of whole rows, and for CSV its dialect, which is known after the first chunk. */
export interface OpenedFile {
  readonly chunks: AsyncGenerator<Chunk>;
  readonly dialect: () => CsvDialect;
  /** For rows inside of a document: the values beside the rows. Complete when the chunks have ended. */
  readonly unread?: UnreadPlaces;
  /** Takes back the buffers of chunks. */
  readonly store: BufferStore;
}

/**
 * Turns raw bytes into chunks: decompresses them, converts them to UTF-8 and documents to plain JSON, and cuts them into rows.
 *
 * @param findsUnread whether to find rows inside of a document that nothing reads, which get the fault `not-read`
 */
export function openChunks(input: Input, signal?: AbortSignal, findsUnread = false): OpenedFile {
  const { file, kind, bytes, mapping } = input;
  const format = textFormatOf(input.format);
  if (format === 'csv') checkHeaderForm(mapping, file);
  let dialect: CsvDialect | undefined;
  const textOf = (raw: Input['bytes']): Pieces =>
    textIn(decompress(source(raw, file, signal), file), input);
  const store = new BufferStore();
  const nested = nestedRows({ ...input, format }, textOf, store, findsUnread);
  if (nested !== undefined) return { ...nested, dialect: () => dialect!, store };
  const scanners: Readonly<Record<typeof format, OpenScanner>> = {
    csv: (head) => new CsvScanner((dialect = csvDialect(head, mapping))),
    json: () => new ElementScanner(kind),
    ndjson: () => new LineScanner(),
  };
  const chunks = cutChunks(textOf(bytes), file, scanners[format], undefined, store);
  return { chunks, dialect: () => dialect!, store };
}

/** The text of a file in UTF-8, with plain values in JSON. */
function textIn(pieces: Pieces, { file, kind, format, mapping, inFile }: Input): Pieces {
  if (format === 'bson' || format === 'mongo-archive') {
    const all = (inFile ?? [{ kind, mapping: mapping ?? {} }]).map((each) => each.mapping.rows);
    const readings = { own: mapping?.rows, all: all.filter((rows) => rows !== undefined) };
    return documentText(pieces, file, format, readings);
  }
  const text = transcode(pieces, file, mapping?.encoding);
  return format === 'csv' ? text : plainPieces(text);
}
