import { count, counted, kindsInOrder } from '@chatferry/contract';
import type { JobFolder } from '../folder/job-folder.ts';
import { leftOf, undoStatus, type UndoStatus } from './undo-state.ts';

/** What commands state about a job that is undone, or being undone; undefined for any other. @throws {PlanError} @throws {LedgerError} */
export function undoNote(job: JobFolder): string | undefined {
  const status = undoStatus(job);
  return status === undefined ? undefined : undoText(status);
}

/** An undo in one sentence; undefined when nothing is removed yet. */
export function undoText(status: UndoStatus): string | undefined {
  const { removed, planned } = removedBy(status);
  if (status.state === 'planned') return undefined;
  if (status.state === 'begun')
    return `An undo of this job is not finished: ${count(removed)} of ${counted(planned, 'record')} are removed from the app.`;
  const left = leftOf(status);
  const stayed = left === 0 ? '' : ` ${counted(left, 'record')} stayed.`;
  return `This job was undone: ${counted(removed, 'record')} of it ${removed === 1 ? 'was' : 'were'} removed from the app.${stayed}`;
}

function removedBy({ kinds }: Pick<UndoStatus, 'kinds'>): {
  readonly removed: number;
  readonly planned: number;
} {
  return kindsInOrder.reduce(
    (sum, kind) => ({
      removed: sum.removed + kinds[kind].created + kinds[kind].present,
      planned: sum.planned + kinds[kind].planned,
    }),
    { removed: 0, planned: 0 },
  );
}
