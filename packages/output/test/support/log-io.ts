import { Readable } from 'node:stream';
import type { Io } from '../../src/terms/io.ts';

/** The output of a command into a log. @param lines what it prints on stderr */
export function logIo(lines: string[]): Io {
  return {
    out: () => {},
    err: (line) => void lines.push(line),
    stdin: Readable.from([]),
    env: {},
    screen: undefined,
    onInterrupt: () => () => {},
  };
}
