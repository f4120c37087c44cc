import { counted } from '@chatferry/contract';
import { type Plan, PlanError } from '@chatferry/planner';
import { damagedLedger, LedgerError } from './ledger/ledger-error.ts';
import type { StopReason } from './terms/stop-reason.ts';

/** Why a run ends because of a file of the job. @throws any other error, unchanged */
export function reasonFrom(error: unknown): StopReason {
  if (error instanceof LedgerError) {
    const { message, fix } = inMidRun(error);
    return { code: 'ledger', message, fix };
  }
  if (error instanceof PlanError) return { code: 'plan', message: error.message, fix: PLAN_AGAIN };
  throw error;
}

/** The file was a ledger when the run began. When SQLite no longer takes it for a ledger, the file is damaged. */
function inMidRun(error: LedgerError): LedgerError {
  return error.code === 'not-a-ledger' ? damagedLedger(error.file, error) : error;
}

/** Why a run stops when it has sent every batch that it can find, and records of the plan are left. */
export function lostBatches(plan: Plan, ledger: string, records: number): StopReason {
  if (isSound(plan))
    return reasonFrom(damagedLedger(ledger, new Error('its counts do not add up')));
  const { path } = plan;
  return {
    code: 'plan',
    message: `The plan ${path} is damaged: ${counted(records, 'record that it counts is', 'records that it counts are')} in none of its batches.`,
    // The ledger keeps only the last batch of each lane, and would skip an earlier batch that turns up later.
    fix: 'Plan the same files with the same settings again, move the ledger away and run again: what landed already is not stored twice, and counts as present.',
  };
}

/** Reads the whole plan. This takes seconds, so it is done only when records are missing. */
function isSound(plan: Plan): boolean {
  try {
    plan.check();
    return true;
  } catch (error) {
    if (error instanceof PlanError) return false;
    throw error;
  }
}

/** The same input and settings make a plan with the same id, so the ledger accepts the new plan. */
const PLAN_AGAIN =
  'Plan the same files with the same settings again, or put a copy of the plan in its place. What landed stays in the ledger, and the next run sends the rest.';
