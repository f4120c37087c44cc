import type { Result } from '../results/results.ts';
import { originText } from '../printing/origin-text.ts';
import { count, counted, kinds } from '@chatferry/contract';
import {
  type JobFolder,
  type RepairCounts,
  repairFolder,
  type RepairStep,
} from '@chatferry/job/planned';

/** A record that the service does not hold as planned, and the action of the repair. Names fields, never values. */
export function stepLine({ kind, id, file, line, ...step }: RepairStep): string {
  const done = [
    ...(step.isSentAgain ? ['sent again'] : []),
    ...step.changes.map((change) =>
      change.kind === 'unbans' || change.kind === 'reactivations'
        ? kinds[change.kind].nouns[0]
        : `changed: ${step.changed.join(', ')}`,
    ),
    ...(step.edits.length > 0
      ? [`changed only with --edit-messages: ${step.edits.join(', ')}`]
      : []),
    ...(step.fixed.length > 0
      ? [
          `${step.isOfOthers ? 'not known to be of this job' : 'not repairable'}: ${step.fixed.join(', ')}`,
        ]
      : []),
  ];
  return `${kind}:${id} ${done.join('; ')} (${originText(file, line)})`;
}

/** Like `stepLine`, for `--json`. */
export function stepJson({ kind, id, file, line, ...step }: RepairStep): Result {
  const { isSentAgain, changed, changes, fixed, edits } = step;
  const by = changes.map((change) => change.kind);
  return {
    type: 'repair-step',
    kind,
    id,
    file,
    line,
    sentAgain: isSentAgain,
    changed,
    by,
    fixed,
    edits,
  };
}

/** The actions of a repair, in numbers. */
export function countsLines(counts: RepairCounts, job: JobFolder, isDryRun: boolean): string[] {
  const { sentAgain, access, updated, notEdited, notRepairable } = counts;
  const { notRepairable: file } = repairFolder(job);
  const listed = isDryRun ? '' : `; see ${file}`;
  if (Object.values(counts).every((each) => each === 0))
    return ['Nothing to repair: the verification found no difference.'];
  return [
    `${counted(sentAgain, 'record')} to be sent again, ${count(updated)} to be updated, ${count(access)} to be reactivated or unbanned.`,
    ...(notEdited > 0
      ? [`${counted(notEdited, 'message')} would be changed with --edit-messages${listed}.`]
      : []),
    ...(notRepairable > 0
      ? [
          `${counted(notRepairable, 'record')} with fields that nothing changes, or not known to be of this job${listed}.`,
        ]
      : []),
  ];
}
