import {
  column,
  COLUMNS,
  idHash,
  isReferredKind,
  type Kind,
  writeReferences,
} from '@chatferry/contract';
import { idOfEntry, recordOfEntry } from '../plan/batch.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';

/** Enters the record that is planned of several with one id, in place of the one that was entered when it was read. */
export function enterWinner(index: ReferenceIndex, kind: Kind, { wire }: StoredRecord): void {
  if (!isReferredKind(kind)) return;
  const columns = new Float64Array(COLUMNS);
  writeReferences(kind, recordOfEntry(wire), columns, 0);
  const hash = (columns[column.idHash] = idHash(idOfEntry(wire)));
  index.remove(kind, hash);
  index.enter(kind, columns, 0);
}
