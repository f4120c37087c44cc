import { bytes, freeBytes } from '@chatferry/disk';
import type { RecordSpool } from '../spool/record-spool.ts';
import { PlanError } from '../plan/plan-error.ts';

/** Bytes of a plan file for each byte of its records, and for each record. */
const PLAN_FACTOR = 1.06;
const PLAN_BYTES_PER_RECORD = 24;

/** Fails early, when the disk has too little free space for the records that are not in a batch yet. */
export function checkFreeSpace(folder: string, notCut: readonly RecordSpool[]): void {
  const released = notCut.reduce((sum, spool) => sum + spool.releasedWhileReading, 0);
  const needed = planBytes(notCut) - released;
  const free = freeBytes(folder);
  if (free < needed)
    throw diskFull(
      folder,
      `the plan needs ${bytes(needed)} more, but only ${bytes(free)} are free`,
    );
}

/** The error for a disk that became full, with the space needed for the records that are not in a batch yet. */
export function spaceError(folder: string, notCut: readonly RecordSpool[], cause: unknown): Error {
  const needed = bytes(planBytes(notCut));
  const more = `in addition to the work files so far, the plan of the rows so far needs ${needed} more`;
  return diskFull(folder, more, cause);
}

function planBytes(spools: readonly RecordSpool[]): number {
  return spools.reduce(
    (sum, { bodies, records }) =>
      sum + bodies.bytes * PLAN_FACTOR + records * PLAN_BYTES_PER_RECORD,
    0,
  );
}

/** @param more the space that another attempt needs, as the end of the message */
export function diskFull(folder: string, more: string, cause?: unknown): PlanError {
  return new PlanError(
    'disk-full',
    `No space left for the plan in ${folder}: ${more}.`,
    'Free some space, or choose a job folder on a larger disk, and plan again.',
    cause === undefined ? undefined : { cause },
  );
}
