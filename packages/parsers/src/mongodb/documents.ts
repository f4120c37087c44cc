import type { Pieces } from '../bytes/peek.ts';
import type { Format } from '../terms/format.ts';
import type { ArchiveReadings } from './archive-writer.ts';
import type { SampledCollection } from './sample-documents.ts';

/** The formats of texts. */
type TextFormat = 'csv' | 'json' | 'ndjson';

/** The format of the text that a file is converted to. */
export function textFormatOf(format: Format): TextFormat {
  if (format === 'bson') return 'ndjson';
  return format === 'mongo-archive' ? 'json' : format;
}

/** The documents of a dump of MongoDB as text in JSON. @param pieces decompressed */
export async function* documentText(
  pieces: Pieces,
  file: string,
  format: 'bson' | 'mongo-archive',
  readings: ArchiveReadings,
): AsyncGenerator<Uint8Array> {
  // Few readings need the BSON library.
  if (format === 'bson') yield* (await import('./bson-lines.ts')).bsonLines(pieces, file);
  else yield* (await import('./archive-text.ts')).archiveText(pieces, file, readings);
}

export type { SampledCollection };

/**
 * Counts the documents of a `.bson` file or an archive, and keeps some documents of each collection.
 *
 * @param pieces decompressed @throws {InputError} for the same files as reading
 */
export async function sampleDocuments(
  pieces: Pieces,
  file: string,
  format: 'bson' | 'mongo-archive',
): Promise<readonly SampledCollection[]> {
  const sampling = await import('./sample-documents.ts');
  return await sampling.sampleDocuments(pieces, file, format);
}
