import { idHash, kinds, type Problem, problem } from '@chatferry/contract';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';
import { HashMap } from '../storage/hash-map.ts';

/** Finds the friendships that exceed the service's limit for either of the two users. The first friendships in the order of sending are kept. */
export function* tooManyFriends(
  spool: RecordSpool,
  most: number,
): Generator<{ readonly record: StoredRecord; readonly problem: Problem }> {
  const { references } = kinds[spool.kind];
  const friends = new HashMap(1);
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++) {
    const record = reader.read(slot);
    if (spool.dropped.has(record.ordinal)) continue;
    const fields = fieldsOf(record.wire);
    const slotOf = (field: string): number => friends.insert(idHash(fields[field] as string));
    const full = references.find(({ field }) => friends.value(slotOf(field), 0) >= most);
    if (full !== undefined) {
      const detail = `at most ${most}`;
      yield { record, problem: problem('too-many-friends', { field: full.field, detail }) };
      continue;
    }
    for (const { field } of references) {
      const at = slotOf(field);
      friends.setValue(at, 0, friends.value(at, 0) + 1);
    }
  }
}
