import { peek, type Pieces } from '../bytes/peek.ts';
import { PlainText } from './plain-text.ts';

/** Bytes of a text in which Extended JSON is recognised: nearly every document has an id or a date. */
const SAMPLE_BYTES = 64 * 1024;

/** Wrappers, and functions of the shell. They may also occur inside of texts, which stay unchanged. */
const signs =
  /\{\s*"\$(?:oid|date|uuid|binary|timestamp|number(?:Int|Long|Double|Decimal)|ref|undefined)"\s*:|[:[,(]\s*(?:ObjectId|ISODate|NumberLong|NumberInt|NumberDecimal|BinData|UUID|new Date)\s*\(/;

/** Converts Extended JSON and the values of the MongoDB shell to plain JSON. Other JSON, recognised by its beginning, stays unchanged. */
export async function* plainPieces(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, SAMPLE_BYTES);
  if (isExtendedJson(head)) yield* converted(all);
  else yield* all;
}

/** @param head the beginning of a text */
function isExtendedJson(head: Uint8Array): boolean {
  return signs.test(Buffer.from(head.subarray(0, SAMPLE_BYTES)).toString('latin1'));
}

async function* converted(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const text = new PlainText();
  for await (const piece of pieces) {
    const plain = text.take(piece);
    if (plain.length > 0) yield plain;
  }
  yield text.end();
}

/** The plain JSON of a whole text, or of some of its lines. */
export function plainJson(json: string): string {
  const bytes = Buffer.from(json);
  if (!isExtendedJson(bytes)) return json;
  const text = new PlainText();
  const plain = [Buffer.from(text.take(bytes)), Buffer.from(text.end())];
  return Buffer.concat(plain).toString();
}
