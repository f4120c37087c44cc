import { inputKinds, type InputKind } from '@chatferry/contract';
import type { Format } from './terms/format.ts';

export interface RecognisedFile {
  readonly kind: InputKind;
  readonly format: Format;
}

const namePattern = new RegExp(
  String.raw`^(?<kind>${inputKinds.join('|')})(?:[-_.][^/\\]*)?\.(?<format>csv|tsv|json|ndjson|jsonl|bson)(?:\.(?:gz|zst))?$`,
  'i',
);

const extension = /\.(csv|tsv|json|ndjson|jsonl|bson|archive)(?:\.(?:gz|zst))?$/i;

/** The indexes of a collection, which mongodump writes next to the file of its documents. */
const metadata = /\.metadata\.json(?:\.gz)?$/i;

const formatByExtension: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  bson: 'bson',
  archive: 'mongo-archive',
};

/**
 * The kind and format that a file's name shows: `users.csv`, `groups.json`, `messages-2024.ndjson.gz`.
 *
 * @param name with or without folders
 * @returns undefined for any other name
 */
export function recogniseFile(name: string): RecognisedFile | undefined {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const { kind, format } = namePattern.exec(base)?.groups ?? {};
  if (kind === undefined || format === undefined || metadata.test(base)) return undefined;
  return {
    kind: kind.toLowerCase() as InputKind,
    format: formatByExtension[format.toLowerCase()]!,
  };
}

/** The format that the end of a file's name shows; undefined for any other name. */
export function formatOf(name: string): Format | undefined {
  const [, found] = extension.exec(name) ?? [];
  return found === undefined ? undefined : formatByExtension[found.toLowerCase()];
}
