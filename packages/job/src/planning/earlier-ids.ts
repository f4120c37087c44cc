import { idChange, type ReadRules } from '@chatferry/parsers';
import { type EarlierJob, LandedIds } from '@chatferry/planner';
import type { EarlierIds } from '@chatferry/sources';

/** The ids that the records of an export of a system got in the earlier job. */
export function earlierIds(job: EarlierJob, rules: ReadRules): EarlierIds {
  const ids = new LandedIds({ job });
  const change = idChange(rules);
  return { isTaken: (kind, id) => ids.has(kind, change?.(kind, id) ?? id) };
}
