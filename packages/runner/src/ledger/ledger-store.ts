import type { Kind } from '@chatferry/contract';
import type { Durability } from '../fast-path/durability.ts';
import type { RunOptions } from '../terms/run-options.ts';
import type { CountsByKind } from '../terms/outcome.ts';
import type { StopReason } from '../terms/stop-reason.ts';
import type { BatchEntry, StoredBatch, StoredOutcome } from './batch-entry.ts';
import type { MessageIdStore } from './message-id-store.ts';
import type { MinuteRow } from './minute-row.ts';

/** The routes of kinds that are not sent through the import endpoints. */
export type Routes = NonNullable<RunOptions['routes']>;

/** Where a lane resumes. */
export interface LaneStart {
  readonly lane: number;
  /** Batches up to this number may have been sent. */
  readonly announced: number;
  /** Milliseconds since 1970; no request for an announced batch without an entry was made before. 0: nothing was announced. */
  readonly announcedAt: number;
  /** The batches after this number have no entry in the ledger. */
  readonly resumeAfter: number;
  /** Batches that are settled in part, or are to be sent again; in order, read one at a time. */
  openBatches(): AsyncIterable<OpenBatch>;
}

/** A batch that was begun and is not settled. */
export interface OpenBatch {
  readonly seq: number;
  readonly stored: StoredBatch;
  /** The outcomes of records that did not simply land. */
  readonly outcomes: readonly StoredOutcome[];
}

/** A batch with the mark of each record. */
export interface SettledBatch {
  readonly seq: number;
  readonly marks: string;
}

/**
 * What a run needs of a ledger. One process at a time writes it. Times are milliseconds since 1970.
 *
 * Each promise is rejected with `LedgerError` when the store cannot be read or written; the store is then unchanged. A write is
 * on disk when its promise resolves.
 */
export interface LedgerStore {
  /** Where the ledger is, for messages: a file, or an address without a password. */
  readonly path: string;
  /** The ids that the service has given to messages. */
  readonly messageIds: MessageIdStore;
  /** Records the start of a run, and the routes of its kinds. @returns the number of the run, from 1 */
  beginRun(at: number, routes?: Routes): Promise<number>;
  /** Allows this run and later runs to send the live operations of the plan to this app. */
  allowLive(): Promise<void>;
  isLiveAllowed(): Promise<boolean>;
  endRun(number: number, at: number, reason: StopReason | undefined): Promise<void>;
  /** Sets whether later writes survive a power cut, or only the end of the process. */
  setDurability(outlives: Durability): Promise<void>;

  /** Where lanes of a kind resume. */
  open(kind: Kind, lanes: readonly number[]): Promise<readonly LaneStart[]>;
  /** Records that batches of a lane, up to a number, may be sent from now on. */
  announce(kind: Kind, lane: number, upTo: number, at: number): Promise<void>;
  /** Records a change of a batch. Changes of several lanes may share a transaction. */
  write(entry: BatchEntry): Promise<void>;
  /** Records changes of several batches in one transaction. */
  writeAll(entries: readonly BatchEntry[]): Promise<void>;

  /** Adds what this process did in minutes that are over. Another process may have rows of the same minutes. */
  addMinutes(rows: readonly MinuteRow[]): Promise<void>;

  /** How far each kind has got. */
  counts(): Promise<CountsByKind>;
  /** When a run last wrote something; `undefined`: never. */
  lastChangeAt(): Promise<number | undefined>;
  /** A batch that was begun; `undefined` for any other. */
  batch(seq: number): Promise<StoredBatch | undefined>;
  /** Settled batches of a kind, the latest first. */
  latestSettled(kind: Kind, count: number): Promise<readonly SettledBatch[]>;
  /** The outcome of a record that did not simply land. */
  outcomeOf(kind: Kind, id: string): Promise<StoredOutcome | undefined>;
  /** Users and groups that failed or were skipped. */
  lostUsersAndGroups(): Promise<readonly StoredOutcome[]>;
  /** The first records, in the order of the plan, that the app held before the job with other content than planned. */
  differing(count: number): Promise<readonly StoredOutcome[]>;
}
