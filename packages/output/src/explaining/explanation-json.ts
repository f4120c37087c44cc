import { isoTime } from '../printing/iso-time.ts';
import type { Explanation } from '@chatferry/job/planned';
import type { Result } from '../results/results.ts';

/** An explanation for `--json`, with times in ISO 8601, UTC. */
export function explanationJson(
  { planned, versions, ...others }: Explanation,
  ...next: readonly string[]
): Result {
  const story = planned?.story;
  const troubles = story?.troubles.map((each) => ({ ...each, at: isoTime(each.at) }));
  return {
    type: 'explanation',
    ...others,
    versions: versions?.map(({ readAt, ...version }) => ({ ...version, readAt: isoTime(readAt) })),
    planned: planned && { ...planned, story: story && { ...story, troubles: troubles! } },
    next,
  };
}
