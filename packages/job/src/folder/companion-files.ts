import { statSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '@chatferry/planner';

/**
 * Compares the files that were written with a plan by their length, without reading them; `checkJob` compares
 * their hashes.
 *
 * @returns a sentence for each file that is missing or has another length
 */
export function changedCompanions(plan: Plan): string[] {
  return plan.files.flatMap(({ name, bytes }) => {
    const file = path.join(path.dirname(plan.path), name);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === bytes) return [];
    return [
      size === undefined ? `${file} is missing.` : `${file} has changed since it was written.`,
    ];
  });
}

/** The fix for a companion file that is missing or has changed. */
export const COMPANION_FIX =
  'Plan the same files with the same settings again: planning writes the file again, and sent records are not sent again.';
