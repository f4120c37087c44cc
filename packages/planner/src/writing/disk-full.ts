import { statfsSync } from 'node:fs';
import { PlanError } from '../plan/plan-error.ts';

/** Errors of the system and of SQLite when no more can be written: disk, quota or the largest allowed file. */
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const SQLITE_FULL = 13;

/** Whether an error means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return systemCodes.has(code) || errcode === SQLITE_FULL;
}

/** Bytes that can still be written in a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @param more how much space another attempt needs, as the end of the message */
export function diskFull(folder: string, more: string, cause?: unknown): PlanError {
  return new PlanError(
    'disk-full',
    `No space left for the plan in ${folder}: ${more}.`,
    'Free some space, or choose a job folder on a larger disk, and plan again.',
    cause === undefined ? undefined : { cause },
  );
}

/** `1.2 GB` */
export function inGigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
