import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { jobFolder } from '../folder/job-folder.ts';
import { leadsOutside } from './leads-outside.ts';

/** The most levels of folders that are entered: a link may lead back to a folder around it. */
const MOST_LEVELS = 20;

interface Listing {
  readonly isListed?: ((file: string) => boolean) | undefined;
  readonly followLinks?: boolean | undefined;
}

/**
 * The declared files in a folder and in the folders below it. Job folders are skipped, because they hold copies of rows.
 *
 * @param top the given folder, which links must not leave
 */
export function listedBelow(folder: string, top: string, listing: Listing, level = 1): string[] {
  const { isListed, followLinks } = listing;
  const isLeft = followLinks !== true && leadsOutside(top, folder);
  if (isListed === undefined || isLeft || level > MOST_LEVELS) return [];
  if (existsSync(jobFolder(folder).plan)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap((entry) => {
      const file = path.join(folder, entry);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined || entry.startsWith('.')) return [];
      if (found.isDirectory()) return listedBelow(file, top, listing, level + 1);
      const isRead = followLinks === true || !leadsOutside(top, file);
      return isRead && found.isFile() && isListed(file) ? [file] : [];
    });
}
