import type { Origin } from '@chatferry/contract';
import { partId } from '@chatferry/parsers/names';
import type { Plan } from '@chatferry/planner';
import type { JobIndex } from '../indexing/job-index.ts';
import { findRecord } from './find-record.ts';

/**
 * The ids of all messages that one text was split into, in order; none when it was not split. For a part whose id
 * had to be shortened, only its own id is returned.
 *
 * @param id the id of any of these messages
 * @param origin the row of the text
 */
export function partsOf(
  plan: Plan,
  index: JobIndex | undefined,
  id: string,
  { file, line }: Origin,
): string[] {
  if (plan.summary.kinds.messages.made === 0) return [];
  const isOfRow = (other: string): boolean => {
    const found = findRecord(plan, index, 'messages', other);
    const origin = found?.batch.origins[found.index];
    return origin?.file === file && origin.line === line;
  };
  const base = id.replace(/-\d+$/, '');
  const parts = [base !== id && isOfRow(base) ? base : id];
  for (let next = 2; ; next++) {
    const part = partId(parts[0]!, next);
    if (!isOfRow(part)) return next === 2 ? [] : parts;
    parts.push(part);
  }
}
