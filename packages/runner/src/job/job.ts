import type { Client, Clock } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Pacing } from '../pacing/pace.ts';
import type { Lease } from './lease.ts';

/** What a run works with. */
export interface Job {
  readonly plan: Plan;
  readonly ledger: LedgerStore;
  readonly client: Client;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** The right to run the job; that of the job's files unless given. */
  readonly lease?: Lease | undefined;
  /** What a request needs in addition to a slot of its quota; nothing unless given. */
  readonly pacing?: Pacing | undefined;
  /** Folder that is read about once a second for what `pauseRun`, `resumeRun` and `setRate` wrote there. */
  readonly folder?: string | undefined;
}
