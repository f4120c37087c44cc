import { counted, kindsInOrder } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import { readJob } from './sqlite/read-job.ts';
import { countMarks, isPending, outcomeOf } from './marks.ts';
import { combined, none } from '../terms/outcome-counts.ts';
import type { BatchRow, LaneTotals, LedgerReader } from './sqlite/ledger-reader.ts';

/**
 * Reads a whole ledger and recounts it: pages, totals of every lane from its marks, marks against the plan's batches, and
 * outcomes against the marks. Memory does not grow with the number of records.
 *
 * @returns the contradictions as sentences; empty when the ledger is sound, or when there is none
 * @throws {PlanError} @throws {LedgerError} for a file that cannot be read at all
 */
export function checkLedger(planPath: string, ledgerPath: string): string[] {
  return readJob(planPath, ledgerPath, (plan, ledger) => {
    if (ledger === undefined) return [];
    if (!ledger.hasSoundPages()) return ['its pages contradict each other.'];
    return [
      ...laneProblems(plan, ledger),
      ...strayProblems(plan, ledger),
      ...outcomeProblems(ledger),
    ];
  });
}

function* laneProblems(plan: Plan, ledger: LedgerReader): Generator<string> {
  for (const kind of kindsInOrder)
    for (let lane = 0; lane < plan.lanes; lane++) {
      const { problem, sums } = compareLane(
        plan.batches(kind, lane),
        ledger.laneBatches(kind, lane),
        ledger.settledIn(kind, lane),
      );
      const where = `${kind}, lane ${lane}`;
      if (problem !== undefined) yield `${where}: ${problem}`;
      const wrong = Object.entries(ledger.laneTotals(kind, lane)).find(
        ([name, total]) => total !== sums[name as keyof typeof sums],
      );
      if (wrong !== undefined)
        yield `${where}: it counts ${counted(wrong[1], ...formsOf(wrong[0]))}, and its batches hold ${sums[wrong[0] as keyof typeof sums]}.`;
    }
}

/** Walks through the batches of the plan and of the ledger together, in the order of the plan. */
function compareLane(
  planned: Iterable<Batch>,
  rows: Iterator<BatchRow>,
  settled: number,
): { problem: string | undefined; sums: LaneTotals } {
  let problem: string | undefined;
  let sums: LaneTotals = { ...none, requests: 0 };
  let row = rows.next();
  for (const batch of planned) {
    if (row.done === true || row.value.seq !== batch.seq) {
      if (batch.seq <= settled)
        problem ??= `it marks batch ${batch.seq} as sent and has no outcome for it.`;
      continue;
    }
    const { state, attempts, marks } = row.value;
    if (marks.length !== batch.records)
      problem ??= `it has ${counted(marks.length, 'mark')} for the ${counted(batch.records, 'record')} of batch ${batch.seq}.`;
    sums = { ...combined(sums, countMarks(marks, state)), requests: sums.requests + attempts };
    row = rows.next();
  }
  return { problem, sums };
}

/** Batches that the plan does not have, or has elsewhere. */
function* strayProblems(plan: Plan, ledger: LedgerReader): Generator<string> {
  for (const { seq, kind, lane } of ledger.batches()) {
    const batch = plan.hasBatch(seq) ? plan.batch(seq) : undefined;
    if (batch === undefined || batch.kind !== kind || batch.lane !== lane) {
      yield `it has a batch ${seq} of ${kind}, lane ${lane}, which the plan has not.`;
      return;
    }
  }
}

/** Records that did not land have a mark and a reason, and the two agree. */
function* outcomeProblems(ledger: LedgerReader): Generator<string> {
  for (const { kind, id, outcome, mark, state } of ledger.markedOutcomes()) {
    const marked = mark === undefined ? undefined : outcomeOf(mark);
    // A record that is to be sent again, or was sent again without an answer, keeps the reason why it did not land.
    if (marked === outcome || (mark !== undefined && isPending(mark, state))) continue;
    yield `it has ${kind}:${id} as ${outcome}, and marks it ${marked ?? 'not at all'}.`;
    return;
  }
}

/** The singular and the plural of the name of a count, such as `requests` and `created`. */
function formsOf(name: string): [string, string] {
  return [name === 'requests' ? 'request' : name, name];
}
