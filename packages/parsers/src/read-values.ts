import { PathTracker } from './cutting/path-tracker.ts';
import { ValueSkipper } from './cutting/value-skipper.ts';
import { countBreaks, LF } from './cutting/scanner.ts';
import { InputError } from './terms/input-error.ts';
import { parsePath } from './mapping/source-path.ts';

/** A value in a JSON document. */
export interface FoundValue {
  /** Index of the path that leads to the value. */
  readonly path: number;
  /** The keys and indexes that lead to the value, outermost first. */
  readonly keys: readonly (string | undefined)[];
  /** The JSON of the value, which may be invalid inside. */
  readonly text: string;
  /** The line on which the value begins, from 1. */
  readonly line: number;
}

/** Maximum size of a value, which is in memory as a whole. No export has a larger value. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Reads the values of a JSON document that some paths lead to, such as `messages[*]`, in document order and in one pass. All other values
 * are passed over. Memory use does not grow with the document.
 *
 * @param bytes in UTF-8 @param file for the error @param paths no path may lead into a value that another path leads to
 * @returns the values that end in each piece of the bytes
 * @throws {InputError} for a document that is cut off, or whose brackets do not match
 */
export async function* readValues(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  paths: readonly string[],
): AsyncGenerator<readonly FoundValue[]> {
  const steps = paths.map((path) => parsePath(path).steps);
  const tracker = new PathTracker(steps);
  const skipper = new ValueSkipper();
  let open: Omit<FoundValue, 'text'> | undefined;
  let line = 1;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  let isSkipping = false;
  const broken = (why: string): InputError =>
    new InputError('broken-file', `The file ${why}.`, { file });

  for await (const piece of bytes) {
    const found: FoundValue[] = [];
    let counted = 0;
    const lineAt = (offset: number): number => {
      line += countBreaks(piece, LF, counted, offset);
      counted = offset;
      return line;
    };
    for (let at = 0; at < piece.length;) {
      if (!isSkipping) {
        const byte = piece[at]!;
        if (!tracker.nextIsValue(byte)) {
          const fault = tracker.step(byte);
          if (fault !== undefined) throw broken(fault);
          at++;
          continue;
        }
        const matched = tracker.matchedByNext();
        const path = matched?.findIndex((count, index) => count === steps[index]!.length) ?? -1;
        if (path === -1 && matched !== undefined && (byte === OPEN_LIST || byte === OPEN_OBJECT)) {
          const fault = tracker.enter(byte, matched);
          if (fault !== undefined) throw broken(fault);
          at++;
          continue;
        }
        open = path === -1 ? undefined : { path, keys: tracker.keys, line: lineAt(at) };
        isSkipping = true;
        skipper.begin();
      }
      const end = skipper.skip(piece, at, piece.length);
      const isCut = end === -1 || (end === piece.length && skipper.isScalar);
      const part = piece.subarray(at, isCut ? piece.length : end);
      if (!isCut) {
        if (open !== undefined) found.push({ ...open, text: textOf(begun, part) });
        begun = [];
        begunBytes = 0;
        isSkipping = false;
        tracker.passed();
      } else if (open !== undefined) {
        begun.push(Uint8Array.from(part)); // A piece may be reused.
        begunBytes += part.length;
        if (begunBytes > MOST_BYTES)
          throw broken(`has a value of more than ${MOST_BYTES} bytes at ${paths[open.path]!}`);
      }
      at += part.length;
    }
    lineAt(piece.length);
    if (found.length > 0) yield found;
  }
  if (tracker.isInside || (isSkipping && !skipper.isScalar))
    throw broken('ends before its outermost object or list does');
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

function textOf(begun: readonly Uint8Array[], end: Uint8Array): string {
  const { buffer, byteOffset, length } = end;
  return begun.length === 0
    ? Buffer.from(buffer, byteOffset, length).toString()
    : Buffer.concat([...begun, end]).toString();
}
