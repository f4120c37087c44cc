import { statSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '@chatferry/planner';

/**
 * Compares the files that were written with a plan by their length, which costs nothing; `checkJob` compares
 * their hashes.
 *
 * @returns a sentence for each file that is missing or has another length
 */
export function changedCompanions(plan: Plan): string[] {
  return plan.files.flatMap(({ name, bytes }) => {
    const file = path.join(path.dirname(plan.path), name);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === bytes) return [];
    return [size === undefined ? `${file} is not there.` : `${file} is not what was planned.`];
  });
}

/** What to do about them. */
export const COMPANION_FIX =
  'Plan the same files with the same settings again: it is written again, and what was sent stays sent.';
