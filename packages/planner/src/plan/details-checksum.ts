import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** The key of this checksum in the table `plan`. */
export const DETAILS_CHECKSUM = 'crc32';

/** The CRC-32 of the tables `plan`, `segments` and `inputs`, without this checksum itself. */
export function checksumOfDetails(db: DatabaseSync): string {
  const plan = db
    .prepare('SELECT key, value FROM plan WHERE key <> ? ORDER BY key')
    .all(DETAILS_CHECKSUM);
  const segments = db.prepare('SELECT * FROM segments ORDER BY no').all();
  const inputs = db.prepare('SELECT * FROM inputs ORDER BY no').all();
  return String(crc32(JSON.stringify([plan, segments, inputs])));
}
