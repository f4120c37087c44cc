import type { Row } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import { csvLine } from '../folder/csv-line.ts';
import type { Reason } from './failed-places.ts';

export interface FailedRow {
  readonly row: Row;
  readonly reason: Reason;
}

/** Writes rows with their reasons. A CSV file has the columns of its first row. */
export async function writeRows(
  path: string,
  format: 'csv' | 'ndjson',
  rows: AsyncIterable<FailedRow> | Iterable<FailedRow>,
): Promise<void> {
  using file = new LinesFile(path);
  for await (const { row, reason } of rows) {
    const whole: Row = { ...row, ...reason };
    if (format === 'ndjson') file.write(JSON.stringify(whole));
    else {
      if (file.lines === 0) file.write(csvLine(Object.keys(whole)));
      file.write(csvLine(Object.values(whole).map(cellOf)));
    }
  }
  file.finish();
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
