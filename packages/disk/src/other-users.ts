import { statSync } from 'node:fs';

/** The user id that owns a file or folder, when it is not the user of this process. Windows has no such ids. */
export function otherOwner(path: string): number | undefined {
  const { uid } = statSync(path);
  return process.getuid === undefined || uid === process.getuid() ? undefined : uid;
}
