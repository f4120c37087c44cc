import type { DatabaseRow } from './snapshot.ts';

export const ROWS_PER_BATCH = 1000;

/** The most characters of a batch. A batch of larger rows has fewer rows. */
const BATCH_LENGTH = 4 * 1024 * 1024;

/** Rows in batches of many rows or characters. @returns the rows of the last batch, which is not full */
export async function* fullBatches<Value>(
  rows: AsyncIterable<Value>,
  rowFrom: (row: Value) => DatabaseRow,
): AsyncGenerator<readonly DatabaseRow[], readonly DatabaseRow[]> {
  let batch: DatabaseRow[] = [];
  let length = 0;
  for await (const each of rows) {
    const row = rowFrom(each);
    batch.push(row);
    length += row.json.length;
    if (batch.length < ROWS_PER_BATCH && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  return batch;
}
