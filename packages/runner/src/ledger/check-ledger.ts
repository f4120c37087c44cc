import type { DatabaseSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import { readJob } from '../reports/read-job.ts';
import { type BatchState, combined, countMarks, none, outcomeOf, type Mark } from './marks.ts';

/**
 * Reads a whole ledger and recounts it: pages, totals of every lane from its marks, marks against the plan's batches, and
 * outcomes against the marks. Memory does not grow with the number of records.
 *
 * @returns what contradicts what, in sentences; nothing when the ledger is sound, or there is none
 * @throws {PlanError} @throws {LedgerError} for a file that cannot be read at all
 */
export function checkLedger(planPath: string, ledgerPath: string): string[] {
  return readJob(planPath, ledgerPath, (plan, db) => {
    if (db === undefined) return [];
    const pages = db.prepare('PRAGMA integrity_check(1)').get()!['integrity_check'];
    if (pages !== 'ok') return ['its pages contradict each other.'];
    return [...laneProblems(plan, db), ...strayProblems(plan, db), ...outcomeProblems(db)];
  });
}

interface LedgerBatch {
  readonly seq: number;
  readonly state: BatchState;
  readonly attempts: number;
  readonly marks: string;
}

function* laneProblems(plan: Plan, db: DatabaseSync): Generator<string> {
  for (const kind of kindsInOrder)
    for (let lane = 0; lane < plan.lanes; lane++) {
      const rows = db
        .prepare(
          'SELECT seq, state, attempts, marks FROM batches WHERE kind = ? AND lane = ? ORDER BY seq',
        )
        .iterate(kind, lane) as unknown as Iterator<LedgerBatch>;
      const { problem, sums } = compareLane(
        plan.batches(kind, lane),
        rows,
        settledIn(db, kind, lane),
      );
      const where = `${kind}, lane ${lane}`;
      if (problem !== undefined) yield `${where}: ${problem}`;
      const wrong = Object.entries(totalsOf(db, kind, lane)).find(
        ([name, total]) => total !== sums[name as keyof typeof sums],
      );
      if (wrong !== undefined)
        yield `${where}: it counts ${wrong[1]} ${wrong[0]}, and its batches hold ${sums[wrong[0] as keyof typeof sums]}.`;
    }
}

type Totals = ReturnType<typeof countMarks> & { readonly requests: number };

/** Walks through both at the same time, in the order of the plan. */
function compareLane(
  planned: Iterable<Batch>,
  rows: Iterator<LedgerBatch>,
  settled: number,
): { problem: string | undefined; sums: Totals } {
  let problem: string | undefined;
  let sums: Totals = { ...none, requests: 0 };
  let row = rows.next();
  for (const batch of planned) {
    if (row.done === true || row.value.seq !== batch.seq) {
      if (batch.seq <= settled)
        problem ??= `it says that batch ${batch.seq} was sent, and does not know its outcome.`;
      continue;
    }
    const { state, attempts, marks } = row.value;
    if (marks.length !== batch.records)
      problem ??= `it has ${marks.length} marks for the ${batch.records} records of batch ${batch.seq}.`;
    sums = { ...combined(sums, countMarks(marks, state)), requests: sums.requests + attempts };
    row = rows.next();
  }
  return { problem, sums };
}

function settledIn(db: DatabaseSync, kind: Kind, lane: number): number {
  const row = db.prepare('SELECT settled FROM lanes WHERE kind = ? AND lane = ?').get(kind, lane);
  return (row?.['settled'] as number | undefined) ?? 0;
}

function totalsOf(db: DatabaseSync, kind: Kind, lane: number): Totals {
  const row = db
    .prepare(
      `SELECT requests, created, present, present_by_this_job AS presentByThisJob, present_same AS presentSame,
              present_different AS presentDifferent, failed, skipped, unresolved
       FROM lanes WHERE kind = ? AND lane = ?`,
    )
    .get(kind, lane);
  return (row as unknown as Totals | undefined) ?? { ...none, requests: 0 };
}

/** Batches that the plan does not have, or has elsewhere. */
function* strayProblems(plan: Plan, db: DatabaseSync): Generator<string> {
  const rows = db.prepare('SELECT seq, kind, lane FROM batches ORDER BY seq').iterate();
  const last = plan.summary.requests;
  for (const { seq, kind, lane } of rows) {
    const batch =
      (seq as number) >= 1 && (seq as number) <= last ? plan.batch(seq as number) : undefined;
    if (batch === undefined || batch.kind !== kind || batch.lane !== lane) {
      yield `it has a batch ${String(seq)} of ${String(kind)}, lane ${String(lane)}, which the plan has not.`;
      return;
    }
  }
}

/** Records that did not land have a mark and a reason, and the two say the same. */
function* outcomeProblems(db: DatabaseSync): Generator<string> {
  const rows = db
    .prepare(
      `SELECT o.kind, o.id, o.outcome, substr(b.marks, o.position + 1, 1) AS mark
       FROM outcomes o LEFT JOIN batches b USING (seq)`,
    )
    .iterate();
  for (const { kind, id, outcome, mark } of rows) {
    const marked = mark === null || mark === '' ? undefined : outcomeOf(mark as Mark);
    // A record that is to be sent again keeps the reason why it did not land.
    const isPending = mark === '.' || mark === 'r';
    if (marked === outcome || isPending) continue;
    yield `it says of ${String(kind)}:${String(id)} that it is ${String(outcome)}, and marks it ${marked ?? 'not at all'}.`;
    return;
  }
}
