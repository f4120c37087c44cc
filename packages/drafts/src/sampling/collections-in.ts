import { counted, isObject } from '@chatferry/contract';
import { type SampledCollection, sampleDocuments } from '@chatferry/parsers';
import { unpacked } from './outline-of.ts';

/** Some of the documents of a collection. */
export interface SomeOfCollection {
  /** The place of the collection's documents in an archive; undefined for a file with one collection. */
  readonly rows: string | undefined;
  readonly name: string;
  readonly documents: readonly Record<string, unknown>[];
  readonly isWhole: boolean;
}

/** Descriptions of the collections of a dump of MongoDB that are not read as rows. */
const notRows: Readonly<Record<string, string>> = {
  view: 'a view, which has no documents of its own',
  timeseries: 'a time series, whose documents are packed: export it with mongoexport',
  server: 'a collection of the server',
};

/** The collections of a `.bson` file or an archive, and a sentence about each. */
export async function collectionsIn(
  file: string,
  format: 'bson' | 'mongo-archive',
): Promise<{
  readonly collections: readonly SomeOfCollection[];
  readonly notes: readonly string[];
}> {
  try {
    const found = await sampleDocuments(await unpacked(file), file, format);
    return {
      collections: found.filter(({ type }) => type === 'collection').map(someOf),
      notes: found.map(noteOn),
    };
  } catch (error) {
    return { collections: [], notes: [(error as Error).message] };
  }
}

function someOf({ rows, name, sample, documents }: SampledCollection): SomeOfCollection {
  return {
    rows,
    name,
    documents: sample.map((json): unknown => JSON.parse(json)).filter(isObject),
    isWhole: sample.length === documents,
  };
}

function noteOn({ rows, type, documents }: SampledCollection): string {
  const place = rows === undefined ? 'it has' : `${rows.replace('[*]', '')} has`;
  const what = notRows[type];
  return `${place} ${counted(documents, 'document')}${what === undefined ? '' : `: ${what}`}`;
}
