import { PlanError } from '@chatferry/planner';
import { damagedLedger, LedgerError } from './ledger/ledger-error.ts';
import type { StopReason } from './stop-reason.ts';

/** Why a run ends over a file of the job. @throws the error, when it is none of a file of the job */
export function reasonFrom(error: unknown): StopReason {
  if (error instanceof LedgerError) {
    const { message, fix } = inMidRun(error);
    return { code: 'ledger', message, fix };
  }
  if (error instanceof PlanError) return { code: 'plan', message: error.message, fix: PLAN_AGAIN };
  throw error;
}

/** What was a ledger when the run began is not some other file now, whatever it looks like. */
function inMidRun(error: LedgerError): LedgerError {
  return error.code === 'not-a-ledger' ? damagedLedger(error.file, error) : error;
}

/** The same input and settings make a plan with the same id, which the ledger therefore takes. */
const PLAN_AGAIN =
  'Put a copy of the plan back; or remove it, and plan the same files with the same settings again. What landed stays in the ledger, and the next run sends the rest.';
