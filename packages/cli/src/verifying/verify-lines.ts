import type { Kind } from '@chatferry/contract';
import type { KindStatus } from '@chatferry/runner';
import type { JobFolder } from '../job/job-folder.ts';
import type { NextCommand } from '../printing/command-line.ts';
import { count, counted, table } from '../printing/table.ts';
import type { Comparison } from './compare-kind.ts';

/** What a verification found, for people. */
export function verifyLines(
  found: readonly Comparison[],
  status: Readonly<Record<Kind, KindStatus>>,
  job: JobFolder,
  next: NextCommand,
): string[] {
  const missing = found.reduce((sum, each) => sum + each.missing, 0);
  const doubled = found.reduce((sum, each) => sum + each.doubled, 0);
  return [
    ...table([
      ['', 'planned', 'in the service', 'missing', 'there twice', 'beyond the plan'],
      ...found.map(({ kind, planned, held, missing: lacking, doubled: twice, extra }) => [
        kind,
        planned,
        held,
        lacking,
        twice,
        extra,
      ]),
    ]),
    ...found.flatMap((each) => exampleLines(each)),
    '',
    missing + doubled === 0
      ? 'Everything that was planned is there, once.'
      : `${counted(missing, 'record')} missing, ${count(doubled)} there twice.`,
    ...(missing === 0 ? [] : [reasonLine(status, job, next)]),
  ];
}

function exampleLines({ kind, examples }: Comparison): string[] {
  return [
    ...examples.missing.map(({ id, file, line }) => `  ${kind}:${id} is missing (${file}:${line})`),
    ...examples.doubled.map((id) => `  ${kind}:${id} is there twice`),
  ];
}

/** What the ledger has to say about records that are not there. */
function reasonLine(
  status: Readonly<Record<Kind, KindStatus>>,
  job: JobFolder,
  next: NextCommand,
): string {
  const kinds = Object.values(status);
  const pending = kinds.reduce((sum, each) => sum + each.pending, 0);
  const lost = kinds.reduce(
    (sum, { failed, skipped, unresolved }) => sum + failed + skipped + unresolved,
    0,
  );
  if (pending > 0)
    return `${counted(pending, 'record')} not sent yet; send the rest with: ${next('run')}`;
  if (lost > 0) return `${counted(lost, 'record')} did not land, for reasons in ${job.errors}.`;
  return 'The ledger says that all of them landed: somebody has removed them since, or this is another app.';
}
