import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parseJson } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import type { DifferenceLine, DifferencesSeal } from './differences-file.ts';

/** Size of the buffer, which is reused: a new buffer for each chunk would make garbage faster than it is collected. */
const CHUNK_BYTES = 64 * 1024;

/** Whether a file is unchanged since it was sealed. */
export async function isSealed(path: string, { sha256 }: DifferencesSeal): Promise<boolean> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    await using file = await open(path);
    for (;;) {
      const { bytesRead } = await file.read(chunk);
      if (bytesRead === 0) return hash.digest('hex') === sha256;
      hash.update(chunk.subarray(0, bytesRead));
    }
  } catch {
    return false;
  }
}

/** The lines of `differences.jsonl`, each as text and parsed. */
export async function* differenceLines(
  path: string,
): AsyncGenerator<{ text: string; difference: DifferenceLine }> {
  for await (const text of linesInFile(path))
    if (text !== '') yield { text, difference: parseJson(text) as DifferenceLine };
}
