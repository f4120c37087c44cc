import { createHash } from 'node:crypto';
import { filePieces } from './file-pieces.ts';

export interface Fingerprint {
  readonly bytes: number;
  /** Of the bytes as they are on disk, in hexadecimal. */
  readonly sha256: string;
}

/** A file whose fingerprint is computed while it is read. */
export interface Fingerprinted {
  /** Each is good until the next one is asked for. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Returns immediately when all pieces were read, else reads the file. */
  readonly fingerprint: () => Promise<Fingerprint>;
}

export function fingerprinting(path: string): Fingerprinted {
  let whole: Fingerprint | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of filePieces(path)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    whole = { bytes, sha256: hash.digest('hex') };
  }
  return { pieces: pieces(), fingerprint: async () => whole ?? fingerprintOf(path) };
}

export async function fingerprintOf(path: string): Promise<Fingerprint> {
  const { pieces, fingerprint } = fingerprinting(path);
  for await (const piece of pieces) void piece;
  return fingerprint();
}
