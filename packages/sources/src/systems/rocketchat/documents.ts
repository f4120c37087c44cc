import type { Row } from '@chatferry/contract';
import { readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../../archive/archive.ts';
import { linesOf } from '../../reading/lines.ts';
import { unreadable } from '../../reading/secrets.ts';
import { unpacked } from '../../reading/unpacked.ts';
import { bsonDocuments } from './bson-documents.ts';
import type { Document } from './document.ts';
import { plain } from './plain-value.ts';

type Pieces = AsyncIterable<Uint8Array>;

const OPENING_BRACKET = 0x5b;

const DOCUMENTS_PER_BATCH = 500;

/**
 * The documents of a file of BSON, of consecutive JSON documents, or of a JSON array, with or without gzip. Memory use
 * does not grow with the file. Wrappers of values are removed.
 *
 * @param pieces of the file, if it is being read already @throws {SourceError} for a file that is damaged
 */
export async function* documentsOf(
  archive: Archive,
  entry: Entry,
  pieces: Pieces = archive.piecesOf(entry),
): AsyncGenerator<readonly Document[]> {
  const file = archive.placeOf(entry);
  const bytes = entry.name.endsWith('.gz') ? unpacked(pieces, file, entry.bytes) : pieces;
  const batches = /\.bson(?:\.gz)?$/.test(entry.name)
    ? bsonDocuments(bytes, file)
    : jsonDocuments(bytes, file);
  for await (const batch of batches)
    yield batch.map((each) => ({ ...each, value: plain(each.value) }));
}

async function* jsonDocuments(pieces: Pieces, file: string): AsyncGenerator<readonly Document[]> {
  const reader = pieces[Symbol.asyncIterator]();
  let first = await reader.next();
  while (first.done !== true && Buffer.from(first.value).toString('latin1').trim() === '')
    first = await reader.next();
  if (first.done === true) return;
  const begin = Uint8Array.from(first.value);
  const all = (async function* all(): AsyncGenerator<Uint8Array> {
    yield begin;
    for (let next = await reader.next(); next.done !== true; next = await reader.next())
      yield next.value;
  })();
  try {
    if (begin.find((byte) => byte > 0x20 && byte < 0x80) === OPENING_BRACKET)
      yield* elements(all, file);
    else yield* textDocuments(all, file);
  } finally {
    await reader.return?.();
  }
}

/** More than the text of a document of MongoDB. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** A document in each line, or over several lines from bracket to bracket, as `mongoexport --pretty` writes them. */
async function* textDocuments(all: Pieces, file: string): AsyncGenerator<readonly Document[]> {
  let open = '';
  let spread = 0;
  for await (const batch of linesOf(all, file)) {
    const found: Document[] = [];
    for (const { number, text } of batch) {
      const line = text.trimEnd();
      if (open === '' && line.trimStart() !== '{') {
        found.push(parsed(text, number));
        continue;
      }
      open += `${text}\n`;
      if (line !== '}' && open.length < MOST_CHARACTERS) continue;
      found.push(parsed(open, ++spread));
      open = '';
    }
    if (found.length > 0) yield found;
  }
  if (open !== '') yield [parsed(open, ++spread)];
}

async function* elements(bytes: Pieces, file: string): AsyncGenerator<readonly Document[]> {
  let line = 0;
  let batch: Document[] = [];
  for await (const found of readRows({ file, kind: 'messages', format: 'json', bytes })) {
    line++;
    batch.push(
      'row' in found
        ? { line, value: found.row }
        : { line, value: undefined, broken: unreadable(found.text) },
    );
    if (batch.length < DOCUMENTS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function parsed(json: string, line: number): Document {
  try {
    return { line, value: JSON.parse(json.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { line, value: undefined, broken: unreadable(json) };
  }
}

/** Fields with secrets, and with copies of other records. Names with colons belong to emoji. */
const secrets =
  /^(?:services|password|bcrypt|secret|joinCode|v|md|urls|lastMessage)$|^[^:]*(?:token|e2e)/i;

const address = /(?:url|link|download)$/i;

/** The document as JSON without secrets and without copies of other records. */
export function withoutSecrets(document: Row): string {
  return JSON.stringify(document, (name, value: unknown) => {
    if (secrets.test(name)) return undefined;
    return typeof value === 'string' && address.test(name) ? value.split('?')[0] : value;
  });
}
