import { isObject } from '@chatferry/contract';
import { peek, type Pieces } from './bytes/peek.ts';
import { type FoundValue, readValues } from './read-values.ts';
import { CREATED, UPDATED } from './mapping/document-keys.ts';
import { restFields } from './documents/rest-value.ts';
import { rootOfPaths } from './documents/firestore-value.ts';

/** Bytes at the beginning of a file in which a page of the REST interface is recognised. */
const HEAD_BYTES = 4096;

/** The places of the documents of a page: of `list`, of `runQuery`, and of several pages in a list. */
const PLACES = ['documents[*]', '[*].document', '[*].documents[*]', 'document'];

/** A token that every page but the last one has. */
const NEXT_PAGE = ['nextPageToken', '[*].nextPageToken'];

const name = /"name"\s*:\s*"projects\/[^"/]+\/databases\/[^"/]+\/documents\//;

/** Whether a text begins with documents as the REST interface of Firestore returns them. */
function isRest(head: string): boolean {
  return /^\s*\[?\s*\{/.test(head) && name.test(head) && /"(documents?|readTime)"\s*:/.test(head);
}

/**
 * Converts pages of the REST interface of Firestore to one object for each document, with its path as the only key, and with plain
 * values. Other texts stay unchanged. Lines keep their numbers.
 *
 * @throws {InputError} for a document that is cut off
 */
export async function* fromRest(pieces: Pieces, file: string): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, HEAD_BYTES);
  if (isRest(Buffer.from(head).subarray(0, HEAD_BYTES).toString())) yield* flattened(all, file);
  else yield* all;
}

async function* flattened(pieces: Pieces, file: string): AsyncGenerator<Uint8Array> {
  let line = 1;
  for await (const values of readValues(pieces, file, [...PLACES, ...NEXT_PAGE])) {
    let text = '';
    for (const value of values) {
      text += '\n'.repeat(value.line - line) + documentOf(value);
      line = value.line;
    }
    yield Buffer.from(text);
  }
}

function documentOf({ path, text }: FoundValue): string {
  const value: unknown = JSON.parse(text);
  if (path >= PLACES.length) return value === '' ? '' : JSON.stringify({ nextPageToken: value });
  if (!isObject(value) || typeof value['name'] !== 'string') return '';
  const { name: own, fields, createTime, updateTime } = value;
  const document = { ...restFields(fields), [CREATED]: createTime, [UPDATED]: updateTime };
  return JSON.stringify({ [own.replace(rootOfPaths, '')]: document });
}
