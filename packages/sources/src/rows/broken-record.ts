import { isObject, type ProblemCode } from '@chatferry/contract';

/** A record that cannot become a row. */
interface BrokenRecord {
  readonly code: ProblemCode;
  /** Its text. */
  readonly record: string;
}

const BEGINNING = '{"":';

/** The record as a row that is rejected, whatever its kind. */
export function brokenRecordRow(record: string, code: ProblemCode): string {
  return JSON.stringify({ '': { code, record } satisfies BrokenRecord });
}

/** Undefined for any other row. */
export function brokenRecordIn(row: string): BrokenRecord | undefined {
  return row.startsWith(BEGINNING) ? (JSON.parse(row) as { '': BrokenRecord })[''] : undefined;
}

/** What is wrong with such a record, as far as its text shows it. */
export function codeOf(record: string): ProblemCode {
  try {
    return isObject(JSON.parse(record)) ? 'incomplete-record' : 'not-an-object';
  } catch {
    return 'bad-json';
  }
}
