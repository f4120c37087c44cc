import type { Kind } from '@chatferry/contract';
import type { JobFacts, KindReadBack } from './job-facts.ts';

/**
 * What the comparisons with the service prove about the records of the plan:
 * - `nothing`: nothing was read back, or only kinds without records
 * - `other-app`: another app was read
 * - `outdated`: everything was read back before the latest changes
 * - `some-kinds`: some kinds were read back after the latest changes
 * - `several-times`: every kind was read back after the latest changes, but not by one verification
 * - `some-records`: one verification read every kind, and lists of some records cannot be read
 * - `all`: one verification read every record
 */
export type Proof =
  | 'nothing'
  | 'other-app'
  | 'outdated'
  | 'some-kinds'
  | 'several-times'
  | 'some-records'
  | 'all';

/** When the app was changed last: by a run, or by an undo. */
export function changedAt({ lastChangeAt, undo }: JobFacts): number {
  return Math.max(lastChangeAt, undo?.endedAt ?? 0);
}

/** The comparison of a kind, if the app of the job was read after the latest change. */
export function currentReadBack(facts: JobFacts, kind: Kind): KindReadBack | undefined {
  const { readBack } = facts;
  const found = readBack?.otherApp === undefined ? readBack?.kinds[kind] : undefined;
  return found !== undefined && found.at >= changedAt(facts) ? found : undefined;
}

/** @param planned the kinds with records in the plan */
export function proofOf(facts: JobFacts, planned: readonly Kind[]): Proof {
  const { readBack } = facts;
  if (readBack === undefined || planned.every((kind) => readBack.kinds[kind] === undefined))
    return 'nothing';
  if (readBack.otherApp !== undefined) return 'other-app';
  const current = planned.flatMap((kind) => currentReadBack(facts, kind) ?? []);
  if (current.length === 0) return 'outdated';
  if (current.length < planned.length) return 'some-kinds';
  if (current.some(({ at }) => at < readBack.startedAt)) return 'several-times';
  return current.some(({ hidden }) => hidden > 0) ? 'some-records' : 'all';
}
