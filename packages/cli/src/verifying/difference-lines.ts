import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DifferenceLine, DifferencesSeal } from './differences-file.ts';

/** Whether a file is still the one that was sealed. */
export async function isSealed(path: string, { sha256 }: DifferencesSeal): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

/** The lines of `differences.jsonl`, one at a time, as they are and as what they say. */
export async function* differenceLines(
  path: string,
): AsyncGenerator<{ text: string; difference: DifferenceLine }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const text of lines)
    if (text !== '') yield { text, difference: JSON.parse(text) as DifferenceLine };
}
