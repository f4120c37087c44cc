import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { jobFolder } from '@chatferry/job/planned';
import { leadsOutside } from '@chatferry/job/planning';
import { Refusal } from '@chatferry/contract/refusal';

export interface FoundFiles {
  readonly files: readonly string[];
  /** The given files, and the given folders and subfolders that contain files: a plan reads only the files of a folder itself. */
  readonly inputs: readonly string[];
  /** Links that lead out of their folder. */
  readonly links: readonly string[];
}

/**
 * All files in the arguments, including files in subfolders. Job folders are skipped, because they contain copies of rows.
 *
 * @param own the configuration, which is not an input
 * @throws {Refusal} for a path that does not exist
 */
export function findFiles(given: readonly string[], followLinks: boolean, own: string): FoundFiles {
  const files: string[] = [];
  const inputs: string[] = [];
  const links: string[] = [];
  const visit = (folder: string): void => {
    if (existsSync(jobFolder(folder).plan)) return;
    const entries = readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted();
    const folders: string[] = [];
    let hasFiles = false;
    for (const entry of entries) {
      const file = path.join(folder, entry);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined || path.resolve(file) === path.resolve(own)) continue;
      if (!followLinks && leadsOutside(folder, file)) links.push(file);
      else if (stat.isDirectory()) folders.push(file);
      else if (stat.isFile()) {
        files.push(file);
        hasFiles = true;
      }
    }
    if (hasFiles) inputs.push(folder);
    for (const each of folders) visit(each);
  };
  for (const each of given) {
    const stat = statSync(each, { throwIfNoEntry: false });
    if (stat === undefined)
      throw new Refusal(`There is no file or folder '${each}'.`, 'Check the path.');
    if (stat.isDirectory()) visit(each);
    else {
      files.push(each);
      inputs.push(each);
    }
  }
  return { files: [...new Set(files)], inputs: [...new Set(inputs)], links };
}

/** Whether a file is an input, or is in an input folder. */
export function isIn(file: string, input: string): boolean {
  return file === input || path.resolve(path.dirname(file)) === path.resolve(input);
}
