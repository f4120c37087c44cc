import { closeSync, openSync, readSync } from 'node:fs';
import type { IndexedLine } from './job-index.ts';

/** Lines of a list of JSON, by their places in bytes. */
export function readLines<Value>(file: string, lines: readonly IndexedLine[]): Value[] {
  if (lines.length === 0) return [];
  const descriptor = openSync(file, 'r');
  try {
    return lines.map(({ start, length }) => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, start);
      return JSON.parse(bytes.toString('utf8')) as Value;
    });
  } finally {
    closeSync(descriptor);
  }
}
