import { statfsSync } from 'node:fs';
import { PlanError } from '../plan/plan-error.ts';

/** What the system and SQLite say when no more can be written: disk, quota or the largest allowed file. */
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const SQLITE_FULL = 13;

/** Whether an error means that there was no room to write. */
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

/** @param more what has to be free for another attempt, in words */
export function diskFull(folder: string, more: string, cause?: unknown): PlanError {
  return new PlanError(
    'disk-full',
    `No room left for the plan in ${folder}: ${more}.`,
    'Free some space, or put the job folder on a larger disk with --job, and plan again.',
    cause === undefined ? undefined : { cause },
  );
}

/** `1.2 GB` */
export function inGigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
