import type { RecordStory } from '@chatferry/runner';
import { counted, placeText } from '@chatferry/contract';
import { type Explanation, utcMinute } from '@chatferry/job/planned';

/** An explanation as text. */
export function explanationLines({
  kind,
  id,
  planned,
  rejects,
  landedBefore,
  versions = [],
}: Explanation): string[] {
  return [
    ...(planned === undefined
      ? [`${kind}:${id} is not in the plan.`]
      : [
          `${kind}:${planned.id}${planned.id === id ? '' : `, in the export ${id}`}`,
          planned.madeBy === undefined
            ? `from ${planned.file}:${planned.line}`
            : `created by planning (${planned.madeBy}), because ${planned.file}:${planned.line} refers to it`,
          ...(planned.parts === undefined
            ? []
            : [`its text was split into ${planned.parts.join(', ')}`]),
          `in batch ${planned.batch} of lane ${planned.lane}, as`,
          ...JSON.stringify(planned.record, null, 2).split('\n'),
          ...storyLines(planned.story),
          ...removalLines(planned.removal),
        ]),
    ...(landedBefore === true
      ? ['landed in a job before this one; explain it with the job folder of that job']
      : []),
    ...versions.map(
      ({ kind: of, segment, readAt, batch, outcome }) =>
        `segment ${segment}${readAt === undefined ? '' : `, read ${utcMinute(readAt)} UTC`}: ${of} in batch ${batch}, ${outcome}`,
    ),
    ...rejects.flatMap((reject) => [
      `rejected at ${placeText(reject)}: ${reject.code}: ${reject.message}`,
      `  ${reject.fix}`,
    ]),
  ];
}

function removalLines(removal: NonNullable<Explanation['planned']>['removal']): string[] {
  if (removal === undefined) return [];
  const { outcome, message } = removal;
  return [`undo: ${outcome}${message === undefined ? '' : `: ${message}`}`];
}

const presentWords = {
  same: 'in the app with the same content',
  different: 'in the app with other content',
  'not-compared': 'in the app, not compared yet',
} as const;

function storyLines(story: RecordStory | undefined): string[] {
  if (story === undefined) return ['not sent yet'];
  const { outcome, presentByThisJob, isUnproved, compared, trouble, cause, attempts, troubles } =
    story;
  const how = presentByThisJob
    ? ', stored by this job'
    : compared === undefined
      ? ''
      : `, ${presentWords[compared]}${isUnproved ? '; nothing proves that this job stored it' : ''}`;
  return [
    `outcome: ${outcome}${how}${cause === undefined ? '' : `, because of ${cause}`}`,
    ...(trouble === undefined ? [] : [`  ${trouble.code}: ${trouble.message}`]),
    `${counted(attempts, 'request')} with its batch or a part of it`,
    ...troubles.map(
      ({ at, records, code, message }) =>
        `  ${utcMinute(at)} UTC, ${counted(records, 'record')}: ${code}: ${message}`,
    ),
  ];
}
