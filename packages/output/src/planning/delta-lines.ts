import type { JobFolder } from '@chatferry/job/planned';
import { counted, kinds as definitions, kindsInOrder } from '@chatferry/contract';
import type { DeltaSummary, PlanSummary } from '@chatferry/planner';

/** The findings of a plan about the earlier job. */
export function deltaLines(
  { delta, kinds }: Pick<PlanSummary, 'delta' | 'kinds'>,
  job: Pick<JobFolder, 'changed' | 'gone'>,
): string[] {
  if (delta === undefined) return [];
  const changed = byKindText((kind) => kinds[kind].changed);
  const updated = byKindText((kind) => kinds[kind].updated);
  const { users, examples } = delta.deactivatedAgain;
  const gone = byKindText((kind) => delta.gone[kind]);
  const many = delta.goneUnknown.map((kind) => definitions[kind].nouns[1]);
  return [
    '',
    'This plan covers only what the job before it did not land, and what has changed since.',
    ...(changed === ''
      ? []
      : [
          `Changed since it landed, and not to be updated in all fields: ${changed}. Each is in ${job.changed}`,
        ]),
    ...(updated === '' ? [] : [`Changed since it landed, and to be updated: ${updated}.`]),
    ...(users === 0
      ? []
      : [
          `Records of this plan refer to ${counted(users, 'user')} whom an earlier job deactivated and who are not in the export, such as ${examples[0]}. They are reactivated for these records, and deactivated again in the end.`,
        ]),
    ...(gone === ''
      ? []
      : [
          `No longer in the export, and landed in an earlier job: ${gone}. Each is in ${job.gone}`,
          ...removableLines(delta),
        ]),
    ...(many.length === 0
      ? []
      : [
          `Not known which ${many.join(', ')} are no longer in the export: filters leave rows out, and their ids are not read.`,
        ]),
  ];
}

function removableLines({ removable, removesGone }: DeltaSummary): string[] {
  if (removable === 0) return [];
  const what = 'messages for good, memberships, and users by deactivating them';
  return [
    removesGone
      ? `Of these, ${counted(removable, 'record is', 'records are')} to be removed: ${what}.`
      : `Remove these with --gone remove=${removable}: ${what}.`,
  ];
}

function byKindText(countOf: (kind: (typeof kindsInOrder)[number]) => number): string {
  return kindsInOrder
    .filter((kind) => countOf(kind) > 0)
    .map((kind) => counted(countOf(kind), ...definitions[kind].nouns))
    .join(', ');
}
