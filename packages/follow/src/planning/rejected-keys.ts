import { linesInFile } from '@chatferry/disk';
import { rangeOfKey } from '@chatferry/sources';
import type { JobFolder } from '@chatferry/job';
import type { Plan } from '@chatferry/planner';
import type { ReadQuery, ReadRows } from '../changes/read-rows.ts';
import type { WaitReason } from '../changes/rung-keys.ts';

/** A row that a plan rejects, but that may be planned later unchanged. */
export interface RejectedKey<Query extends ReadQuery> {
  readonly query: Query;
  readonly key: string;
  readonly range: number;
  readonly reason: WaitReason;
  readonly waitFor: string;
}

/** Codes of rows that lack a record that may land later. */
const missingCodes: ReadonlySet<string> = new Set([
  'missing-user',
  'missing-group',
  'missing-message',
]);

/** The rows that a plan rejects because of other records: a record is missing, or has their id. */
export async function* rejectedKeys<Query extends ReadQuery>(
  folder: JobFolder,
  plan: Plan,
  queries: readonly Query[],
  rows: ReadRows,
): AsyncGenerator<RejectedKey<Query>> {
  if (plan.summary.problems.length === 0) return;
  const missing = new Map(
    [...plan.causes()].flatMap(({ cause, code, root }) =>
      missingCodes.has(code) && root !== undefined ? [[cause, `${root.kind}:${root.id}`]] : [],
    ),
  );
  for await (const line of linesInFile(folder.rejects)) {
    const reject = JSON.parse(line) as {
      cause: number;
      code: string;
      id?: string;
      file: string;
      line: number;
    };
    const query = queries.find(
      ({ name, key }) =>
        reject.file === `${name} row` || reject.file === `${name} ${key.join(',')}`,
    );
    if (query === undefined) continue;
    const waitFor = missing.get(reject.cause);
    const taken = reject.code === 'duplicate-id' ? reject.id : undefined;
    if (waitFor === undefined && taken === undefined) continue;
    const key = rows.keyAt(query, reject);
    if (key === undefined) continue;
    yield {
      query,
      key,
      range: rangeOfKey(query, key),
      reason: waitFor === undefined ? 'taken-id' : 'missing',
      waitFor: waitFor ?? taken!,
    };
  }
}
