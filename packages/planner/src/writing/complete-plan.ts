import { DatabaseSync } from 'node:sqlite';
import { byKind, filteredRows, type Kind, kindsInOrder } from '@chatferry/contract';
import type { PlanFacts } from '../notes/plan-facts.ts';
import { makingRules, type MadeKind } from '../making/making-rules.ts';
import { checksumOfDetails, DETAILS_CHECKSUM } from '../plan/details-checksum.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { answerTables, MADE_INPUT } from '../plan/plan-schema.ts';
import type { DeltaSummary, FilteredRows, KindSummary, PlanSummary } from '../plan/plan-summary.ts';
import type { PlanInput, Provenance } from '../plan/provenance.ts';
import { readCauses, totalCauses } from '../plan/read-causes.ts';
import type { WrittenTotals } from '../batching/batch-sink.ts';
import { planFileIn, workFileIn } from './build-folder.ts';

/** Maximum number of groups of problems in the summary. */
const SHOWN_CAUSES = 100;

/** The results of checking the rows, and of the comparison with an earlier job. */
export interface CompleteFacts extends PlanFacts {
  readonly delta: DeltaSummary | undefined;
}

/** Writes everything except the batches into a plan whose batches are written. @returns its summary */
export function completePlan(
  folder: string,
  rules: PlanRules,
  facts: CompleteFacts,
  written: WrittenTotals,
  provenance: Provenance,
): PlanSummary {
  const { inputs, config, version, writeFiles } = provenance;
  using db = new DatabaseSync(planFileIn(folder));
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  db.prepare('ATTACH ? AS work').run(workFileIn(folder));
  db.exec('BEGIN');
  for (const table of answerTables)
    db.exec(`INSERT INTO main.${table} SELECT * FROM work.${table}`);
  writeInputs(db, facts, inputs);
  const summary = summarise(db, facts, written, provenance);
  const set = db.prepare('INSERT INTO plan VALUES (?, ?)');
  set.run('version', version);
  set.run('rules', JSON.stringify(rules));
  set.run('config', JSON.stringify(config ?? null));
  set.run('files', JSON.stringify(writeFiles?.() ?? []));
  db.prepare('INSERT INTO segments VALUES (1, 1, ?, ?, NULL, ?, NULL)').run(
    summary.requests,
    summary.contentHash,
    JSON.stringify(summary),
  );
  set.run(DETAILS_CHECKSUM, checksumOfDetails(db));
  db.exec('COMMIT');
  return summary;
}

function writeInputs(db: DatabaseSync, facts: PlanFacts, inputs: readonly PlanInput[]): void {
  const insert = db.prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?)');
  // Every plan has this input, also for removals of gone records, which have no row. Its kind has no meaning.
  insert.run(MADE_INPUT, '(made by planning)', 'users', null, null, null, null);
  for (const [index, { kind, file }] of facts.inputs.entries()) {
    const input = inputs.find((each) => each.file === file && each.kind === kind);
    const { format = null, bytes = null, modifiedMs = null, sha256 = null } = input ?? {};
    insert.run(index + 1, file, kind, format, bytes, modifiedMs, sha256);
  }
}

function summarise(
  db: DatabaseSync,
  facts: CompleteFacts,
  written: WrittenTotals,
  { exports = [], unread = [], undecided = [], media }: Provenance,
): PlanSummary {
  const problems = [...readCauses(db, SHOWN_CAUSES)];
  const all = totalCauses(db);
  const shown = problems.reduce((sum, { count }) => sum + count, 0);
  const summaries = byKind((kind) => kindSummary(kind, facts, written));
  return {
    kinds: summaries,
    problems,
    otherProblems: { groups: all.groups - problems.length, rows: all.rows - shown },
    directConversations: facts.directConversations,
    usersWithoutMessages: facts.usersWithoutMessages,
    attachmentHosts: facts.attachmentHosts,
    roles: facts.roles,
    droppedFields: facts.droppedFields,
    filtered: kindsInOrder.flatMap((kind) => reasonsOf(kind, facts)),
    unread,
    undecided,
    exports,
    ...(media === undefined ? {} : { media }),
    ...(facts.delta === undefined ? {} : { delta: facts.delta }),
    requests: kindsInOrder.reduce((sum, kind) => sum + summaries[kind].batches, 0),
    bytes: kindsInOrder.reduce((sum, kind) => sum + summaries[kind].bytes, 0),
    contentHash: written.contentHash,
  };
}

function kindSummary(
  kind: Kind,
  { tallies, madeCounts }: PlanFacts,
  written: WrittenTotals,
): KindSummary {
  const { rows, madeBy, merged, rejected, warnings, filtered } = tallies[kind];
  const { unchanged, changed, updated } = tallies[kind];
  const { records, batches, bytes } = written.kinds[kind];
  const missing = madeCounts.get(kind) ?? 0;
  const allMade = new Map(madeBy);
  const rule = makingRules[kind as MadeKind];
  if (missing > 0) allMade.set(rule, (allMade.get(rule) ?? 0) + missing);
  return {
    rows: rows + missing,
    made: [...allMade.values()].reduce((sum, each) => sum + each, 0),
    madeBy: Object.fromEntries(allMade),
    planned: records,
    merged,
    rejected,
    filtered: filteredRows(filtered),
    unchanged,
    changed,
    updated,
    warnings,
    batches,
    bytes,
  };
}

function reasonsOf(kind: Kind, { tallies }: PlanFacts): FilteredRows[] {
  return [...tallies[kind].filtered]
    .map(([reason, rows]) => ({ kind, reason, rows }))
    .toSorted((one, other) => other.rows - one.rows);
}
