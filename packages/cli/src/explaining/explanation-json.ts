import type { Explanation } from '@chatferry/job/planned';
import type { Result } from '../results/results.ts';

/** An explanation for `--json`. Its times are in ISO 8601, UTC. */
export function explanationJson(
  { planned, ...others }: Explanation,
  ...next: readonly string[]
): Result {
  const explained = { type: 'explanation', ...others } as const;
  if (planned === undefined) return { ...explained, next };
  const { story, ...record } = planned;
  if (story === undefined) return { ...explained, planned: record, next };
  const troubles = story.troubles.map((each) => ({ ...each, at: new Date(each.at).toISOString() }));
  return { ...explained, planned: { ...record, story: { ...story, troubles } }, next };
}
