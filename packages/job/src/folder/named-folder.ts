import path from 'node:path';

/** Another job folder, as a file in a job folder names it. */
export interface NamedFolder {
  /** Relative to the folder that names it: both may be moved together. Files of earlier versions have absolute paths. */
  readonly job: string;
  /** The absolute path, in case only the folder that names it is moved. Absent in files of earlier versions. */
  readonly path?: string;
}

/** Names a job folder in a file of another job folder. @param from the folder with the file */
export function namedFolder(from: string, folder: string): Required<NamedFolder> {
  const whole = path.resolve(folder);
  return { job: path.relative(path.resolve(from), whole), path: whole };
}

/**
 * The absolute paths where a named folder may be: relative to the present folder with the file, and the original path. Another job may be
 * there.
 */
export function placesOf(from: string, { job, path: whole }: NamedFolder): readonly string[] {
  const places = [path.resolve(from, job), ...(whole === undefined ? [] : [whole])];
  return [...new Set(places)];
}
