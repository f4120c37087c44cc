import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';

export interface Fingerprint {
  readonly bytes: number;
  /** Of the bytes as they are on disk, in hexadecimal. */
  readonly sha256: string;
}

/** A stream of bytes whose fingerprint is taken while somebody reads it. */
export interface Fingerprinted {
  readonly stream: Readable;
  /** Reads what the reader left unread, then tells. */
  readonly fingerprint: () => Promise<Fingerprint>;
}

export function fingerprinting(source: Readable): Fingerprinted {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    highWaterMark: CHUNK,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  source.pipe(stream);
  return {
    stream,
    fingerprint: async () => {
      if (!stream.readableEnded) await finished(stream.resume());
      return { bytes, sha256: hash.copy().digest('hex') };
    },
  };
}

/** Bytes read at once: few calls for a large file, nothing for the memory. */
const CHUNK = 256 * 1024;

export function openFile(path: string): Readable {
  return createReadStream(path, { highWaterMark: CHUNK });
}

export async function fingerprintOf(path: string): Promise<Fingerprint> {
  return fingerprinting(openFile(path)).fingerprint();
}
