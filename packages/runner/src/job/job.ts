import type { Client, Clock } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';

/** What a run works with. */
export interface Job {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly client: Client;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Folder that is looked at about once a second for what `pauseRun`, `resumeRun` and `setRate` left there. */
  readonly folder?: string | undefined;
}
