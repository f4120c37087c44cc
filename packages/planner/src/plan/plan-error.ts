import { count, counted, type FixableErrorClass, fixableErrors } from '@chatferry/contract';
import { canBeRead } from '@chatferry/disk';

/**
 * What the caller can do about each code:
 * - `no-plan`: there is no such file; plan first
 * - `not-a-plan`: the file is something else; check the path
 * - `other-version`: the plan was made by another version; plan again
 * - `damaged`: the file is incomplete or broken; plan again
 * - `unreadable`: the disk or the permissions do not allow reading the file; check the disk and the permissions
 * - `busy`: another process is making this plan; wait for it
 * - `disk-full`: the disk is full; free some space and plan again
 * - `id-clash`: different ids become one id in the service; state the rule for ids, or change ids in the source
 * - `unknown-conversation`: the export lacks a conversation that the plan is limited to; correct the list
 * - `gone-differs`: the number of gone records differs from the number to remove; check `gone.jsonl`, and state the number
 */
export type PlanErrorCode =
  | 'no-plan'
  | 'not-a-plan'
  | 'other-version'
  | 'damaged'
  | 'unreadable'
  | 'busy'
  | 'disk-full'
  | 'id-clash'
  | 'unknown-conversation'
  | 'gone-differs';

const FixableErrors: FixableErrorClass<PlanErrorCode> = fixableErrors('PlanError');

/** A plan that cannot be made or used. */
export class PlanError extends FixableErrors {}

/** The error for a damaged plan, or for a disk that cannot read the plan, which SQLite does not distinguish from damage. */
export function damagedPlan(path: string, why: string, cause?: Error): PlanError {
  if (!canBeRead(path)) return unreadablePlan(path, 'the disk does not give all of it', cause);
  return new PlanError(
    'damaged',
    `The plan ${path} is damaged: ${why}.`,
    'Plan the same files with the same settings again, or put a copy of it in its place.',
    { cause },
  );
}

export function unreadablePlan(path: string, why: string, cause?: Error): PlanError {
  return new PlanError(
    'unreadable',
    `The plan ${path} could not be read: ${why}.`,
    'Check the disk and the permissions, or copy the job folder to another disk; then start again.',
    { cause },
  );
}

/** @param given the number of gone records to remove @param found the number of gone records */
export function goneDiffers(given: number, found: number): PlanError {
  return new PlanError(
    'gone-differs',
    `${counted(found, 'record is', 'records are')} gone that can be removed, and not ${count(given)}.`,
    'Plan without removing them, check gone.jsonl, and plan again with the number that is printed.',
  );
}
