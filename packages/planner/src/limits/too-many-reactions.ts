import type { DatabaseSync } from 'node:sqlite';
import { freeIdHash, idHash, kinds, limits, type Problem, problem } from '@chatferry/contract';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';

/**
 * Finds reactions that exceed the service's limit of different reactions to one message. The reactions that are sent first are kept.
 * Counts in a work table.
 */
export function* tooManyReactions(
  work: DatabaseSync,
  spool: RecordSpool,
): Generator<{ readonly record: StoredRecord; readonly problem: Problem }> {
  const { ofMessage, distinctInMessage, time } = kinds[spool.kind];
  work.exec(`
    CREATE TABLE reactions (
      slot INTEGER PRIMARY KEY, message INTEGER, reaction INTEGER, at INTEGER, ordinal INTEGER
    ) STRICT`);
  const insert = work.prepare('INSERT INTO reactions VALUES (?, ?, ?, ?, ?)');
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++) {
    const { ordinal, wire } = reader.read(slot);
    if (spool.dropped.has(ordinal)) continue;
    const fields = fieldsOf(wire);
    const message = freeIdHash(fields[ofMessage!] as string);
    const reaction = idHash(fields[distinctInMessage!] as string);
    insert.run(slot, message, reaction, (fields[time!] as number | undefined) ?? 0, ordinal);
  }
  const rows = work
    .prepare(
      `WITH full AS (
         SELECT message FROM reactions GROUP BY message HAVING count(DISTINCT reaction) > :most
       ), firsts AS (
         SELECT message, reaction, min(at) AS at, ordinal FROM reactions WHERE message IN full
         GROUP BY message, reaction
       ), ranked AS (
         SELECT message, reaction, row_number() OVER (PARTITION BY message ORDER BY at, ordinal) AS nth
         FROM firsts
       )
       SELECT slot FROM reactions JOIN ranked USING (message, reaction) WHERE nth > :most ORDER BY slot`,
    )
    .iterate({ most: limits.reactionsPerMessage }) as Iterable<{ slot: number }>;
  const detail = `at most ${limits.reactionsPerMessage}`;
  for (const { slot } of rows)
    yield {
      record: reader.read(slot),
      problem: problem('too-many-reactions', { field: distinctInMessage, detail }),
    };
  work.exec('DROP TABLE reactions');
}
