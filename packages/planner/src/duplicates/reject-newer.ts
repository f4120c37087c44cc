import { kinds, type Problem, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { OwnIds } from './own-ids.ts';

/** Rejects the records of a delta whose id in the service is that of another record, which landed in a job before. */
export function rejectNewer(
  spool: RecordSpool,
  { ownIds, referenceIndex }: { ownIds: OwnIds; referenceIndex: ReferenceIndex },
  reject: (record: StoredRecord, why: Problem) => void,
): void {
  const { kind } = spool;
  const newer = ownIds.newer(kind, referenceIndex);
  if (newer.size === 0) return;
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++) {
    const record = reader.read(slot);
    const service = idOfEntry(record.wire);
    const legacy = newer.get(service);
    if (legacy === undefined || spool.dropped.has(record.ordinal)) continue;
    ownIds.refuse({ kind, legacy, service });
    const about = { field: kinds[kind].key, value: legacy };
    reject(record, problem('id-clash', { ...about, detail: `${service} in the service` }));
  }
}
