import { counted } from '@chatferry/contract';
import { type Stats, statSync } from 'node:fs';
import { JobError } from '../errors/job-error.ts';

/** The values that distinguish two states of a file without reading it. */
export type FileStamp = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

export function stampOf(path: string): FileStamp {
  const { size, mtimeMs, ino } = statSync(path);
  return { size, mtimeMs, ino };
}

/**
 * Refuses a file that was written while it was read: the plan would contain only a part of it.
 *
 * @param file as the user named it
 * @param before taken before the first byte was read
 * @throws {JobError} `input-changed`
 */
export function refuseChanged(file: string, path: string, before: FileStamp): void {
  const now = statSync(path, { throwIfNoEntry: false });
  const change =
    now === undefined
      ? 'is gone'
      : now.size !== before.size
        ? `had ${counted(before.size, 'byte')} and has ${now.size}`
        : now.ino !== before.ino || now.mtimeMs !== before.mtimeMs
          ? 'was written or replaced'
          : undefined;
  if (change === undefined) return;
  throw new JobError(
    'input-changed',
    `${file} changed while it was read: it ${change}. Nothing was planned.`,
    'Wait until the export is complete, or copy it, then plan again.',
  );
}
