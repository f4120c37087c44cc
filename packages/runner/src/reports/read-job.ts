import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openPlan, type Plan } from '@chatferry/planner';
import { damagedLedger, ledgerErrorFrom } from '../ledger/ledger-error.ts';
import { openLedgerReadOnly } from '../ledger/open-ledger.ts';

/**
 * Reads from the two files of a job, without disturbing a run that is going on. What is read belongs to one moment.
 *
 * @param read is handed no ledger when nothing was sent yet
 * @throws {PlanError} when there is no plan
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function readJob<T>(
  planPath: string,
  ledgerPath: string,
  read: (plan: Plan, db: DatabaseSync | undefined) => T,
): T {
  using plan = openPlan(planPath);
  if (!existsSync(ledgerPath)) return read(plan, undefined);
  const db = openLedgerReadOnly(ledgerPath, plan);
  try {
    db.exec('BEGIN');
    return read(plan, hasTables(db) ? db : undefined);
  } catch (error) {
    throw unreadable(error, ledgerPath);
  } finally {
    db.close();
  }
}

/** What SQLite reports, and what is no JSON any more, is damage of the ledger: the plan reports its own. */
function unreadable(error: unknown, path: string): unknown {
  return error instanceof SyntaxError ? damagedLedger(path, error) : ledgerErrorFrom(error, path);
}

/** False in the moment in which a run makes the ledger. */
function hasTables(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined;
}
