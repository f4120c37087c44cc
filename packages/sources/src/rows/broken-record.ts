import { isObject, type ProblemCode } from '@chatferry/contract';

/** A record that cannot become a row. */
interface BrokenRecord {
  readonly code: ProblemCode;
  /** The text of the record. */
  readonly record: string;
}

const BEGINNING = '{"":';

/** The record as a row that is rejected, whatever its kind. */
export function brokenRecordRow(record: string, code: ProblemCode): string {
  return JSON.stringify({ '': { code, record } satisfies BrokenRecord });
}

/** The broken record in a row; undefined for any other row. */
export function brokenRecordIn(row: string): BrokenRecord | undefined {
  return row.startsWith(BEGINNING) ? (JSON.parse(row) as { '': BrokenRecord })[''] : undefined;
}

/** The problem of such a record, as far as its text shows it. */
export function codeOf(record: string): ProblemCode {
  try {
    return isObject(JSON.parse(record)) ? 'incomplete-record' : 'not-an-object';
  } catch {
    return 'bad-json';
  }
}
