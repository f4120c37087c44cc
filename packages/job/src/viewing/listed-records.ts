import { closeSync, openSync, readSync } from 'node:fs';
import { systemCode } from '@chatferry/disk';

/** Bytes that are read of a list, which may be large. */
const READ = 65_536;

/** A line of `changed.jsonl` or `gone.jsonl`. */
export interface ListedRecord {
  readonly kind: string;
  readonly id: string;
  readonly file?: string;
  readonly line?: number;
  readonly fields?: readonly string[];
}

/** The first records of a list in the job folder; empty when there is no list. @param most maximum number */
export function firstListed(list: string, most: number): ListedRecord[] {
  let opened: number;
  try {
    opened = openSync(list, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
  try {
    const bytes = Buffer.alloc(READ);
    const text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, READ, 0));
    // The text after the last line break is empty, or not a whole line.
    const lines = text.split('\n').slice(0, -1);
    return lines.slice(0, most).map((line) => JSON.parse(line) as ListedRecord);
  } finally {
    closeSync(opened);
  }
}
