import { existsSync } from 'node:fs';
import type { Kind } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import type { Reject } from '@chatferry/planner';
import type { JobFolder } from '../folder/job-folder.ts';

/** The problems of all rows with this id that were rejected, read from `rejects.jsonl`. */
export async function findRejects(
  { rejects }: JobFolder,
  kind: Kind,
  ids: readonly string[],
): Promise<Reject[]> {
  if (!existsSync(rejects)) return [];
  const found: Reject[] = [];
  for await (const line of linesInFile(rejects)) {
    const reject = JSON.parse(line) as Reject;
    if (reject.kind === kind && reject.id !== undefined && ids.includes(reject.id))
      found.push(reject);
  }
  return found;
}
