import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { AnswerGivenUp, MAX_ANSWER_BYTES } from './answer-limits.ts';

type Decode = (bytes: Uint8Array) => Uint8Array;

const options = { maxOutputLength: MAX_ANSWER_BYTES };

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, options),
  'x-gzip': (bytes) => gunzipSync(bytes, options),
  deflate: inflated,
  br: (bytes) => brotliDecompressSync(bytes, options),
};

/**
 * An answer's bytes without their content encoding. The client requests none, but a gateway may compress nevertheless. Bytes with an
 * unknown or wrong encoding are returned unchanged.
 * @throws {AnswerGivenUp} when the decoded bytes are larger than any answer
 */
export function decoded(bytes: Uint8Array, contentEncoding: string | undefined): Uint8Array {
  if (contentEncoding === undefined) return bytes;
  const encodings = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  try {
    return encodings.reduceRight((left, name) => decoders[name]?.(left) ?? left, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AnswerGivenUp('ANSWER_TOO_LARGE');
    return bytes;
  }
}

/** Some senders omit the two header bytes of deflate. */
function inflated(bytes: Uint8Array): Uint8Array {
  const hasHeader = (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0;
  return hasHeader ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
