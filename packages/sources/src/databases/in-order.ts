import type { DatabaseRow } from './snapshot.ts';

/** If more rows than this have the same key, it is no key. */
const MOST_EQUAL = 10_000;

/** The key of a query does not distinguish its rows. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/**
 * The rows of a query in an order that does not depend on the database: rows with the same key are sorted by their
 * text. Otherwise planning twice could result in two plans.
 *
 * @param batches in the order of the key
 * @throws {KeyError} when too many rows have the same key
 */
export async function* inOrder(
  batches: AsyncIterable<readonly DatabaseRow[]>,
): AsyncGenerator<readonly DatabaseRow[]> {
  let equal: DatabaseRow[] = [];
  for await (const batch of batches) {
    const whole: DatabaseRow[] = [];
    for (const row of batch) {
      if (equal.length > 0 && equal[0]!.key !== row.key) {
        whole.push(...sorted(equal));
        equal = [];
      }
      equal.push(row);
      if (equal.length > MOST_EQUAL)
        throw new KeyError(
          `More than ${MOST_EQUAL.toLocaleString('en-GB')} rows have the same key.`,
        );
    }
    yield whole;
  }
  yield sorted(equal);
}

function sorted(rows: DatabaseRow[]): DatabaseRow[] {
  if (rows.length < 2) return rows;
  return rows.toSorted((one, other) =>
    one.json < other.json ? -1 : one.json > other.json ? 1 : 0,
  );
}
