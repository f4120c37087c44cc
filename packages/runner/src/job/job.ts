import type { Kind } from '@chatferry/contract';
import type { Client, Clock } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { MakePace, Pacing } from '../pacing/pace.ts';
import type { Lease } from './lease.ts';

/** What a run works with. */
export interface Job {
  readonly plan: Plan;
  readonly ledger: LedgerStore;
  readonly client: Client;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** The right to run the job; derived from the job's files unless given. */
  readonly lease?: Lease | undefined;
  /** The lanes that this process walks; all lanes of the plan unless given. */
  readonly lanes?: readonly number[] | undefined;
  /** Makes the paces of quotas that other processes share. Without it, the quotas are the run's own. */
  readonly makePace?: MakePace | undefined;
  /** Called when the service has asked to wait, so that the other processes of the app wait too. */
  readonly hold?: ((forMs: number) => void) | undefined;
  /** What a request needs in addition to a slot of its quota; nothing unless given. */
  readonly pacing?: Pacing | undefined;
  /** Folder that is read about once a second for what `pauseRun`, `resumeRun` and `setRate` wrote there. */
  readonly folder?: string | undefined;
}

/** A job of which this process does one step, in these lanes. */
export interface ShiftJob extends Job {
  readonly lanes: readonly number[];
  readonly lease: Lease;
  /** Records of each kind that had failed when the first step began. */
  readonly failedBefore: Readonly<Partial<Record<Kind, number>>>;
}
