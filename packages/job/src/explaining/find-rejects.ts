import { existsSync } from 'node:fs';
import type { Kind } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import type { Reject } from '@chatferry/planner';
import type { JobFolder } from '../folder/job-folder.ts';
import type { JobIndex } from '../indexing/job-index.ts';
import { readLines } from '../indexing/read-lines.ts';

/** The most problems of one id that are read with an index. */
const MOST = 1_000;

/** The problems of all rows with this id that were rejected, read from `rejects.jsonl`. */
export async function findRejects(
  { rejects }: JobFolder,
  kind: Kind,
  ids: readonly string[],
  index?: JobIndex,
): Promise<Reject[]> {
  if (!existsSync(rejects)) return [];
  const isWanted = (reject: Reject): boolean =>
    reject.kind === kind && reject.id !== undefined && ids.includes(reject.id);
  if (index !== undefined) {
    const lines = ids.flatMap((id) => index.rejectsOfId(id, MOST));
    return readLines<Reject>(rejects, lines).filter(isWanted);
  }
  const found: Reject[] = [];
  for await (const line of linesInFile(rejects)) {
    const reject = JSON.parse(line) as Reject;
    if (isWanted(reject)) found.push(reject);
  }
  return found;
}
