import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { MediaError } from '@chatferry/media';
import { jobFolder } from '../folder/job-folder.ts';

/**
 * Refuses a folder for copies inside of an export: names of the export's files are part of the names of its media, which copies would change.
 *
 * @param to the folder for the copies
 * @throws {MediaError} `not-a-media-folder`
 */
export function refuseInside(to: string, inputs: readonly string[]): void {
  const input = inputs.find((each) => {
    const inside = path.relative(path.resolve(each), path.resolve(to));
    return inside === '' || (!/^\.\.(?:[/\\]|$)/.test(inside) && !path.isAbsolute(inside));
  });
  if (input === undefined || isJobFolder(input)) return;
  throw new MediaError(
    'not-a-media-folder',
    `${to} is inside of the input ${input}, which the copies would change. Nothing was copied.`,
    'Name a folder outside of the inputs.',
  );
}

export function isJobFolder(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return existsSync(jobFolder(folder).plan);
}
