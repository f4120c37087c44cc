import { DatabaseSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { checksumOfDetails, DETAILS_CHECKSUM } from '../details-checksum.ts';
import { answerTables, PLACEHOLDER_INPUT } from '../plan-schema.ts';
import type { KindSummary, PlanSummary } from '../plan-summary.ts';
import type { PlanInput, Provenance } from '../provenance.ts';
import type { Written } from './batch-sink.ts';
import { planFileIn, workFileIn } from './build-folder.ts';
import { readCauses, totalCauses } from './causes.ts';
import type { CompileParts } from './compile-parts.ts';

/** Groups of problems that the summary tells. */
const SHOWN_CAUSES = 100;

/** Writes into a plan whose batches are written all the rest, and sums it up. */
export function completePlan(
  parts: CompileParts,
  written: Written,
  { inputs, config, version }: Provenance,
): PlanSummary {
  parts.causes.sumUp();
  parts.work.exec('COMMIT');
  parts.work.close();
  using db = new DatabaseSync(planFileIn(parts.folder));
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  db.prepare('ATTACH ? AS work').run(workFileIn(parts.folder));
  db.exec('BEGIN');
  for (const table of answerTables)
    db.exec(`INSERT INTO main.${table} SELECT * FROM work.${table}`);
  writeInputs(db, parts, inputs);
  const summary = summarise(db, parts, written);
  const set = db.prepare('INSERT INTO plan VALUES (?, ?)');
  set.run('id', summary.contentHash);
  set.run('version', version);
  set.run('rules', JSON.stringify(parts.rules));
  set.run('config', JSON.stringify(config ?? null));
  set.run('summary', JSON.stringify(summary));
  set.run(DETAILS_CHECKSUM, checksumOfDetails(db));
  db.exec('COMMIT');
  return summary;
}

function writeInputs(db: DatabaseSync, parts: CompileParts, inputs: readonly PlanInput[]): void {
  const insert = db.prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?)');
  if (parts.placeholders.count > 0)
    insert.run(PLACEHOLDER_INPUT, '(placeholder)', 'users', null, null, null, null);
  // Those that no row came from have no number yet.
  for (const { kind, file } of inputs) parts.inputs.numberOf(kind, file);
  for (const [index, { kind, file }] of parts.inputs.all.entries()) {
    const input = inputs.find((each) => each.file === file && each.kind === kind);
    const { format = null, bytes = null, modifiedMs = null, sha256 = null } = input ?? {};
    insert.run(index + 1, file, kind, format, bytes, modifiedMs, sha256);
  }
}

function summarise(db: DatabaseSync, parts: CompileParts, written: Written): PlanSummary {
  const problems = [...readCauses(db, SHOWN_CAUSES)];
  const all = totalCauses(db);
  const shown = problems.reduce((sum, { count }) => sum + count, 0);
  const kinds = Object.fromEntries(
    kindsInOrder.map((kind) => [kind, kindSummary(kind, parts, written)]),
  ) as Record<Kind, KindSummary>;
  return {
    kinds,
    problems,
    otherProblems: { groups: all.groups - problems.length, rows: all.rows - shown },
    placeholders: parts.placeholders.count,
    directConversations: parts.twoPersonGroups.count,
    usersWithoutMessages: parts.directory.usersWithoutMessages(),
    attachmentHosts: parts.hosts.top,
    requests: kindsInOrder.reduce((sum, kind) => sum + kinds[kind].batches, 0),
    bytes: kindsInOrder.reduce((sum, kind) => sum + kinds[kind].bytes, 0),
    contentHash: written.contentHash,
  };
}

function kindSummary(
  kind: Kind,
  { tallies, placeholders }: CompileParts,
  { kinds }: Written,
): KindSummary {
  const { rows, made, merged, rejected, warnings } = tallies[kind];
  const { records, batches, bytes } = kinds[kind];
  const madeUp = kind === 'users' ? placeholders.count : 0;
  return {
    rows: rows + madeUp,
    made: made + madeUp,
    planned: records,
    merged,
    rejected,
    warnings,
    batches,
    bytes,
  };
}
