import type { Explanation } from '@chatferry/job/planned';
import type { Result } from '../results/results.ts';

/** An explanation for `--json`. Its times are in ISO 8601, UTC. */
export function explanationJson(
  { planned, versions, ...others }: Explanation,
  ...next: readonly string[]
): Result {
  const times = versions?.map(({ readAt, ...version }) => ({
    ...version,
    ...(readAt === undefined ? {} : { readAt: new Date(readAt).toISOString() }),
  }));
  const explained = {
    type: 'explanation',
    ...others,
    ...(times === undefined ? {} : { versions: times }),
  } as const;
  if (planned === undefined) return { ...explained, next };
  const { story, ...record } = planned;
  if (story === undefined) return { ...explained, planned: record, next };
  const troubles = story.troubles.map((each) => ({ ...each, at: new Date(each.at).toISOString() }));
  return { ...explained, planned: { ...record, story: { ...story, troubles } }, next };
}
