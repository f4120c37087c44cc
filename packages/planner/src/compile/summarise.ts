import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { KindSummary, PlanSummary } from '../plan-summary.ts';
import { readCauses, totalCauses } from './causes.ts';
import type { CutParts } from './compile-parts.ts';

/** Groups of problems that the summary tells. */
const SHOWN_CAUSES = 100;

/** Sums up a plan whose batches are all written. */
export function summarise(cut: CutParts): PlanSummary {
  const { parts, placeholders, twoPersonGroups, writer } = cut;
  const problems = [...readCauses(writer.db, SHOWN_CAUSES)];
  const all = totalCauses(writer.db);
  const shown = problems.reduce((sum, { count }) => sum + count, 0);
  const kinds = Object.fromEntries(
    kindsInOrder.map((kind) => [kind, summaryOf(kind, cut)]),
  ) as Record<Kind, KindSummary>;
  return {
    kinds,
    problems,
    otherProblems: { groups: all.groups - problems.length, rows: all.rows - shown },
    placeholders: placeholders.count,
    directConversations: twoPersonGroups.count,
    usersWithoutMessages: parts.directory.usersWithoutMessages(),
    attachmentHosts: parts.hosts.top,
    requests: kindsInOrder.reduce((sum, kind) => sum + kinds[kind].batches, 0),
    bytes: kindsInOrder.reduce((sum, kind) => sum + kinds[kind].bytes, 0),
    contentHash: writer.contentHash(),
  };
}

function summaryOf(kind: Kind, { parts, placeholders, writer }: CutParts): KindSummary {
  const { rows, merged, rejected, warnings } = parts.tallies[kind];
  const { records, batches, bytes } = writer.written[kind];
  const made = kind === 'users' ? placeholders.count : 0;
  return { rows: rows + made, planned: records, merged, rejected, warnings, batches, bytes };
}
