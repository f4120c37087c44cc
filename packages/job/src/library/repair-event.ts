import type { RepairCounts } from '../changes/repair-state.ts';
import type { RepairStep } from '../changes/repair-steps.ts';
import type { JobEvent } from './job-event.ts';
import type { RunOutcome, VerifyEvent } from './options.ts';
import type { VerifyOutcome } from './verify-job.ts';

/** An event of a repair: its steps, the events of its runs, and how each run and each verification ended. */
export type RepairEvent =
  | JobEvent
  | { readonly type: 'verification-started' }
  /** Progress of a verification, after every 100 records that are read or compared. */
  | ({ readonly type: 'verifying' } & VerifyEvent)
  | { readonly type: 'verified'; readonly outcome: VerifyOutcome }
  /** The repair starts from an earlier verification. @see usableVerification */
  | {
      readonly type: 'verified-before';
      /** When that verification ended, ISO 8601 in UTC. */
      readonly at: string;
    }
  /** A record that the service does not hold as planned. */
  | { readonly type: 'step'; readonly step: RepairStep }
  /** All steps are known. */
  | { readonly type: 'prepared'; readonly counts: RepairCounts }
  /** A run that began with `locked` has ended. */
  | { readonly type: 'run-ended'; readonly outcome: RunOutcome };
