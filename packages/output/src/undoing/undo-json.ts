import { kindsInOrder } from '@chatferry/contract';
import { type RunEnd, leftOf, type UndoStatus } from '@chatferry/job/planned';
import type { Result } from '../results/results.ts';
import { toRemove, undoKindsJson } from './undo-lines.ts';

/** The planned steps of an undo, for `--json`; docs/commands.md describes the object. */
export function undoPlanJson(status: UndoStatus, kept: string, next: readonly string[]): Result {
  const { state, config } = status;
  return {
    type: 'undo',
    end: 'planned',
    state,
    kinds: undoKindsJson(status),
    kept: config.kept,
    skipped: config.skipped ?? [],
    requests: kindsInOrder.reduce((sum, kind) => sum + toRemove(status, kind), 0),
    files: { kept },
    next,
  };
}

/** The result of an undo, for `--json`. */
export function undoResultJson(
  status: UndoStatus,
  { end, reason, requests }: RunEnd,
  errors: string,
  next: readonly string[],
): Result {
  return {
    type: 'undo',
    end,
    reason,
    kinds: undoKindsJson(status),
    requests,
    files: leftOf(status) > 0 ? { errors } : {},
    next,
  };
}
