import type { Client } from '@chatferry/client';
import { idHash, type Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { ExpectedIds } from './expected-ids.ts';
import { readHeldIds } from './held-ids.ts';
import { plannedRecords } from './planned-records.ts';

/** How what the service holds of one kind compares with the plan. */
export interface Comparison {
  readonly kind: Kind;
  readonly planned: number;
  /** Everything the service holds, of the plan or not. */
  readonly held: number;
  /** Planned, but not there. */
  readonly missing: number;
  /** There, but not planned. Not wrong by itself: the app may have had content before. */
  readonly extra: number;
  /** There more than once. */
  readonly doubled: number;
  readonly examples: {
    readonly missing: readonly {
      readonly id: string;
      readonly file: string;
      readonly line: number;
    }[];
    readonly extra: readonly string[];
    readonly doubled: readonly string[];
  };
}

const EXAMPLES = 10;

/** Reads one kind back. Memory grows by nine bytes a record. @throws {ApiError} */
export async function compareKind(
  client: Client,
  plan: Plan,
  kind: Kind,
  onProgress: (held: number) => void,
): Promise<Comparison> {
  const expected = expectedIds(plan, kind);
  const counts = { held: 0, extra: 0, doubled: 0 };
  const examples = { extra: [] as string[], doubled: [] as string[] };
  await readHeldIds(client, plan, kind, (id) => {
    onProgress(++counts.held);
    const found = id === undefined ? 'extra' : expected.see(id);
    if (found === 'expected') return;
    const name = found === 'again' ? 'doubled' : 'extra';
    counts[name]++;
    if (id !== undefined && examples[name].length < EXAMPLES) examples[name].push(id);
  });
  const { missing } = expected;
  return {
    kind,
    planned: plan.summary.kinds[kind].planned,
    ...counts,
    missing,
    examples: { ...examples, missing: missing === 0 ? [] : missingExamples(plan, kind, expected) },
  };
}

function expectedIds(plan: Plan, kind: Kind): ExpectedIds {
  const hashes = new Float64Array(plan.summary.kinds[kind].planned);
  let index = 0;
  for (const { id } of plannedRecords(plan, kind)) hashes[index++] = idHash(id);
  return new ExpectedIds(hashes);
}

function missingExamples(
  plan: Plan,
  kind: Kind,
  expected: ExpectedIds,
): Comparison['examples']['missing'] {
  const found: Comparison['examples']['missing'][number][] = [];
  for (const { id, file, line } of plannedRecords(plan, kind)) {
    if (expected.isMissing(id)) found.push({ id, file, line });
    if (found.length === EXAMPLES) break;
  }
  return found;
}
