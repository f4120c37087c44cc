import { SourceError } from '../errors/source-error.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The text in UTF-8; valid until the next batch is taken. */
  readonly bytes: Uint8Array;
}

/** A line may hold a thread with all its replies, and have many megabytes; no export has longer lines. */
const MOST_BYTES = 128 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** The byte order mark of UTF-8. Windows programs write it at the beginning of a file. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** The lines of a text that are not empty. A batch has the lines that end in one piece. @param file for the error */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<readonly Line[]> {
  let rest: Uint8Array[] = [];
  let waiting = 0;
  let number = 0;
  const take = (end: Uint8Array): Line => {
    const { buffer, byteOffset, length } = end;
    const whole =
      rest.length === 0 ? Buffer.from(buffer, byteOffset, length) : Buffer.concat([...rest, end]);
    const hasMark = number === 0 && whole.indexOf(BYTE_ORDER_MARK) === 0;
    const bytes = hasMark ? whole.subarray(BYTE_ORDER_MARK.length) : whole;
    rest = [];
    waiting = 0;
    return { number: ++number, text: bytes.toString(), bytes };
  };
  for await (const piece of pieces) {
    const batch: Line[] = [];
    let start = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, start)) {
      const line = take(piece.subarray(start, at));
      if (line.text.trim() !== '') batch.push(line);
      start = at + 1;
    }
    if (start < piece.length) rest.push(Uint8Array.from(piece.subarray(start))); // A piece may be reused.
    waiting += piece.length - start;
    if (waiting > MOST_BYTES)
      throw new SourceError(
        'bad-archive',
        `${file}:${number + 1} has more than ${MOST_BYTES} bytes in one line.`,
        'Check whether the export is damaged.',
      );
    if (batch.length > 0) yield batch;
  }
  const last = take(new Uint8Array());
  if (last.text.trim() !== '') yield [last];
}

/** The value of a line of JSON; its text if it is not JSON. */
export function parsedLine(json: string): { readonly value: unknown; readonly broken?: string } {
  try {
    return { value: JSON.parse(json.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { value: undefined, broken: json };
  }
}
