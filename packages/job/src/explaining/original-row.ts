import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { PlanInput } from '@chatferry/planner';

/** A row as its file contains it. */
export interface OriginalRow {
  /** The first line of a CSV file, which names the columns. */
  readonly head?: string;
  readonly row: string;
}

/** The row is searched for in the first bytes of its file. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longer rows are cut. */
const LONGEST = 65_536;
const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads a row of CSV or NDJSON from the file that was planned.
 *
 * @param line 1-based
 * @returns undefined when the file has changed or is gone, has another format, or has the row too far from its beginning
 */
export function originalRow(
  inputs: readonly PlanInput[],
  file: string,
  line: number,
): OriginalRow | undefined {
  const input = inputs.find((each) => each.file === file);
  if (input === undefined || (input.format !== 'csv' && input.format !== 'ndjson'))
    return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (
    found?.size !== input.bytes ||
    Math.floor(found.mtimeMs) !== Math.floor(input.modifiedMs ?? 0)
  )
    return undefined;
  const isCsv = input.format === 'csv';
  const ends = lineEndsOf(file, found);
  const descriptor = openSync(file, 'r');
  try {
    const row = lineAt(descriptor, line, isCsv, ends);
    if (row === undefined || isCompressed(row)) return undefined;
    return isCsv && line > 1 ? { head: lineAt(descriptor, 1, true, ends) ?? '', row } : { row };
  } finally {
    closeSync(descriptor);
  }
}

function lineAt(
  descriptor: number,
  line: number,
  isCsv: boolean,
  ends: number[],
): string | undefined {
  const start = startOf(descriptor, line, ends);
  if (start === undefined) return undefined;
  const bytes = Buffer.alloc(LONGEST);
  const length = readSync(descriptor, bytes, 0, LONGEST, start);
  const text = bytes.toString('utf8', 0, length);
  const end = isCsv ? endOfRow(text) : text.indexOf('\n');
  return (end < 0 ? text : text.slice(0, end)).replace(/\r$/, '').replace(/^\uFEFF/, '');
}

/** A line end within quotes belongs to the row. @returns -1 when the row has no line end outside of quotes */
function endOfRow(text: string): number {
  let end = text.indexOf('\n');
  while (end >= 0 && text.slice(0, end).split('"').length % 2 === 0)
    end = text.indexOf('\n', end + 1);
  return end;
}

/**
 * The offset of a line in bytes.
 *
 * @param ends line ends before each chunk of the file, as far as they are known; the function adds the missing ones
 */
function startOf(descriptor: number, line: number, ends: number[]): number | undefined {
  if (line === 1) return 0;
  const chunk = Buffer.alloc(CHUNK);
  for (let at = ends.findLastIndex((before) => before < line - 1); at * CHUNK < MOST_BYTES; at++) {
    const length = readSync(descriptor, chunk, 0, CHUNK, at * CHUNK);
    const bytes = chunk.subarray(0, length);
    let before = ends[at]!;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1))
      if (++before === line - 1) return at * CHUNK + end + 1;
    if (length < CHUNK) return undefined;
    ends[at + 1] = before;
  }
  return undefined;
}

/** Line ends before each chunk, for files that were read before, by path, size and time. A page of `view` then reads one chunk. */
const known = new Map<string, number[]>();
const MOST_KNOWN = 100;

function lineEndsOf(file: string, { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): number[] {
  const key = JSON.stringify([file, size, mtimeMs]);
  const ends = known.get(key) ?? [0];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, ends);
  return ends;
}

/** Whether the bytes are not text. */
function isCompressed(row: string): boolean {
  return row.includes('\0') || row.includes('\uFFFD');
}
