import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** A line of a list of JSON. */
interface Line {
  readonly line: unknown;
  /** In bytes. */
  readonly start: number;
  readonly length: number;
}

const CHUNK = 1_048_576;
const NEWLINE = 0x0a;

/** The lines of a list of JSON with their places in bytes, read one after the other; nothing without the file. */
export function* linesOf(file: string): Generator<Line> {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r');
  try {
    let rest = Buffer.alloc(0);
    let start = 0;
    const chunk = Buffer.alloc(CHUNK);
    for (;;) {
      const bytes = readSync(descriptor, chunk, 0, CHUNK, null);
      if (bytes === 0) return;
      let text = Buffer.concat([rest, chunk.subarray(0, bytes)]);
      for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE)) {
        yield { line: JSON.parse(text.toString('utf8', 0, end)), start, length: end };
        start += end + 1;
        text = text.subarray(end + 1);
      }
      rest = text;
    }
  } finally {
    closeSync(descriptor);
  }
}
