import path from 'node:path';
import type { JobFolder } from '@chatferry/job';

/** The path of the state of a follower in its job folder. */
export function statePathOf({ path: folder }: Pick<JobFolder, 'path'>): string {
  return path.join(folder, 'follow.sqlite');
}
