import type { Plan } from '@chatferry/planner';
import type { Ledger } from './ledger.ts';

/**
 * Opens the ledger of a plan for writing, and makes it when there is none.
 * @throws {LedgerError} when it belongs to another plan, is damaged or cannot be written
 */
export function openLedger(_path: string, _plan: Plan): Ledger {
  throw new Error('not yet');
}
