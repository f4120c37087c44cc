import { existsSync } from 'node:fs';
import { openPlan, type Plan } from '@chatferry/planner';
import { ErrorGuard } from './error-guard.ts';
import { LedgerReader } from './ledger-reader.ts';
import { isEmpty, openLedgerReadOnly } from './open-ledger.ts';

/**
 * Reads from the two files of a job, as of one moment, without disturbing a run in progress.
 *
 * @param read receives no ledger when nothing was sent yet
 * @throws {PlanError} when there is no plan
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function readJob<T>(
  planPath: string,
  ledgerPath: string,
  read: (plan: Plan, ledger: LedgerReader | undefined) => T,
): T {
  using plan = openPlan(planPath);
  if (!existsSync(ledgerPath)) return read(plan, undefined);
  const db = openLedgerReadOnly(ledgerPath, plan);
  try {
    db.exec('BEGIN');
    return read(plan, isEmpty(db) ? undefined : new LedgerReader(db));
  } catch (error) {
    throw new ErrorGuard(ledgerPath).errorFrom(error); // The plan reports its own damage.
  } finally {
    db.close();
  }
}
