import type { InputKind, Row } from '@chatferry/contract';
import { entryOf, type openPlan } from '@chatferry/planner';

/**
 * The records of a kind that come from rows, in the order of the rows, or those that planning made.
 * @param areMade whether to return those that planning made
 */
export function recordsOfRows(
  plan: ReturnType<typeof openPlan>,
  kind: InputKind,
  areMade = false,
): Row[] {
  const found: { line: number; record: Row }[] = [];
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (const [index, { line }] of batch.origins.entries()) {
        const wire = Buffer.from(entryOf(batch, index).wire).toString();
        const [record] = Object.values(JSON.parse(`{${wire}}`) as Record<string, Row>);
        if ((line === 0) === areMade) found.push({ line, record: record! });
      }
  return found.toSorted((one, other) => one.line - other.line).map(({ record }) => record);
}
