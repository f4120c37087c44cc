import { createReadStream } from 'node:fs';

/**
 * The lines of a text file as `LinesFile` writes it. `node:readline` also ends lines at U+2028 and U+2029, which JSON does not
 * escape, and which people's texts contain.
 */
export async function* linesInFile(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const text of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (begun + text).split('\n');
    begun = lines.pop()!;
    yield* lines;
  }
  if (begun !== '') yield begun;
}
