import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { PlanInput } from '@chatferry/planner';
import { filePieces } from './file-pieces.ts';

export interface Fingerprint {
  readonly bytes: number;
  /** SHA-256 of the bytes on disk, in hexadecimal. */
  readonly sha256: string;
}

/** A file whose fingerprint is computed while it is read. */
export interface Fingerprinted {
  /** Each piece is valid until the next piece is requested. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Returns immediately when all pieces were read; otherwise reads the file. */
  readonly fingerprint: () => Promise<Fingerprint>;
}

/** @param onBytes called with the length of each piece */
export function fingerprinting(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Fingerprinted {
  let whole: Fingerprint | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of filePieces(path)) {
      hash.update(piece);
      bytes += piece.length;
      onBytes(piece.length);
      yield piece;
    }
    whole = { bytes, sha256: hash.digest('hex') };
  }
  return { pieces: pieces(), fingerprint: async () => whole ?? fingerprintOf(path) };
}

/** Whether a file is still as it was planned. The file is read only when its size is the same but its modification time is not. */
export async function isUnchanged(
  path: string,
  { bytes, modifiedMs, sha256 }: Pick<PlanInput, 'bytes' | 'modifiedMs' | 'sha256'>,
): Promise<boolean> {
  const now = statSync(path, { throwIfNoEntry: false });
  if (now === undefined || !now.isFile() || now.size !== bytes) return false;
  return now.mtimeMs === modifiedMs || (await fingerprintOf(path)).sha256 === sha256;
}

export async function fingerprintOf(path: string): Promise<Fingerprint> {
  const { pieces, fingerprint } = fingerprinting(path);
  for await (const piece of pieces) void piece;
  return fingerprint();
}
