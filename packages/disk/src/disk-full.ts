import { statfsSync } from 'node:fs';
import { sqliteCode, sqliteCodes } from './sqlite.ts';
import { systemCode } from './system-code.ts';

/** The disk is full, the quota is used up, or the file has the largest allowed size. */
const codes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error of the system or of SQLite means that no more can be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codes.has(systemCode(error)) || sqliteCode(error) === sqliteCodes.full;
}

/** Bytes that can still be written in a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
