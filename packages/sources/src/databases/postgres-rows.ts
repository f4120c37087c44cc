import type Cursor from 'pg-cursor';
import { keyText } from './key-text.ts';
import { GarbledError } from './message-guard.ts';
import type { DatabaseRow } from './snapshot.ts';

/** Each row as JSON, and the values of its key. */
export type PostgresCursor = Cursor<[string, ...(string | null)[]]>;

/** The number of rows in the first batch. */
const FIRST_ROWS = 100;

const MOST_ROWS = 1000;

/** The most characters of a batch. A batch of larger rows has fewer rows. */
const BATCH_LENGTH = 4 * 1024 * 1024;

/**
 * Reads the rows of a cursor in batches of about the same size. The server makes the next batch while the caller uses the present one.
 *
 * @param destroy ends the connection
 */
export async function* postgresRows(
  cursor: PostgresCursor,
  destroy: (error: Error) => void,
): AsyncGenerator<readonly DatabaseRow[]> {
  let wanted = FIRST_ROWS;
  let received = 0;
  cursor.on('row', () => {
    if (++received > wanted) destroy(new GarbledError());
  });
  const read = (): Promise<[string, ...(string | null)[]][]> => {
    received = 0;
    const batch = cursor.read(wanted);
    batch.catch(() => {}); // thrown when the batch is awaited
    return batch;
  };
  let next = read();
  for (let isOpen = true; isOpen;) {
    const rows = await next;
    isOpen = rows.length === wanted;
    const batch = rows.map(rowFrom);
    if (isOpen) {
      const length = batch.reduce((sum, { json }) => sum + json.length, 0);
      const fitting = Math.floor((BATCH_LENGTH * rows.length) / length);
      wanted = Math.max(1, Math.min(fitting, MOST_ROWS));
      next = read();
    }
    yield batch;
  }
}

/** @throws {GarbledError} for a row without its JSON */
function rowFrom([json, ...key]: readonly [string, ...(string | null)[]]): DatabaseRow {
  if (typeof json !== 'string') throw new GarbledError();
  return { json, key: keyText(key) };
}
