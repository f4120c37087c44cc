import { transaction } from '@chatferry/disk';
import type { Plan } from '@chatferry/planner';
import { nameOfTarget, placeOf } from '../job-target.ts';
import { LedgerError } from '../ledger-error.ts';
import { type Destination, destinationIn, hasSettled, putDestination } from './destination.ts';
import { movedError, movedIn, type MovedLedger, putMoved } from './moved-mark.ts';
import { openForMove, rememberedFrom } from './open-ledger.ts';

/** The store that has the ledger of a job; undefined when the job folder has the ledger, or there is none. */
export function movedLedger(path: string): MovedLedger | undefined {
  return rememberedFrom(path, movedIn);
}

/**
 * Records in the job folder that a store has the ledger of the job, so that no command takes the job for unsent. Refuses a
 * folder whose own ledger has outcomes.
 *
 * @throws {LedgerError}
 */
export function leaveToStore(
  path: string,
  plan: Plan,
  to: Destination,
  store: Pick<MovedLedger, 'id' | 'name'>,
): void {
  openForMove(path, plan, to, (db) => {
    const before = movedIn(db);
    if (before !== undefined && (before.id !== store.id || before.state === 'moving'))
      throw movedError(path, before);
    if (before === undefined && hasSettled(db))
      throw new LedgerError('ledger-elsewhere', `${path} has outcomes of this job.`, {
        file: path,
        fix: 'Move the ledger into the store first.',
      });
    const sentTo = destinationIn(db, path).target;
    if (before !== undefined && placeOf(sentTo) !== placeOf(to.target))
      throw new LedgerError('other-target', `This job is sent to ${nameOfTarget(sentTo)}.`, {
        file: path,
        fix: 'To send it to another app as well, plan it into a job folder of its own.',
      });
    transaction(db, () => {
      putDestination(db, to);
      putMoved(db, { ...store, state: 'moved' });
    });
  });
}

/** Records in the file how far its move to a store has got. From the first call on, no run uses the file. @throws {LedgerError} */
export function markMoved(path: string, plan: Plan, moved: MovedLedger): void {
  openForMove(path, plan, undefined, (db) => putMoved(db, moved));
}
