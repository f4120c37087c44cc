import { idChange, type ReadRules } from '@chatferry/parsers';
import { type EarlierJob, EarlierOwnIds } from '@chatferry/planner';
import type { EarlierIds } from '@chatferry/sources';

/** The ids that the records of an export of a system got in the earlier job. */
export function earlierIds(job: EarlierJob, rules: ReadRules): EarlierIds {
  const ids = new EarlierOwnIds(job);
  const change = idChange(rules);
  return {
    isOwn: (kind, id) => ids.isOwn(kind, id),
    isTaken: (kind, id) => ids.hasLanded(kind, change?.(kind, id) ?? id),
  };
}
