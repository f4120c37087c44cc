import { closeSync, constants, openSync } from 'node:fs';
import type { Plan } from '@chatferry/planner';
import {
  type Destination,
  type Lease,
  type Ledger,
  type LedgerStore,
  openLedger,
  type Pacing,
  type RunOptions,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { writeErrors } from './write-errors.ts';

/** The ledger of a job, wherever it is, and the right to write it. */
export interface JobLedger extends AsyncDisposable {
  readonly store: LedgerStore;
  /** Default: the ledger in the job folder. */
  readonly lease?: Lease | undefined;
  readonly pacing?: Pacing | undefined;
  /** The local service that the records went to; undefined before its first answer, and for the hosted service. */
  instance(): Promise<string | undefined>;
  keepInstance(instance: string): Promise<void>;
  /** Whether any record has an outcome. */
  hasSettled(): Promise<boolean>;
  /** Writes the records that did not land into the job folder, if the ledger is there too. */
  writeErrors(): Promise<void>;
}

/** Opens the ledger of a run that is not in the job folder. @param options of the run */
export type OpenJobLedger = (
  plan: Plan,
  to: Destination,
  options: RunOptions,
) => Promise<JobLedger>;

/** Opens the ledger in a job folder. @throws {LedgerError} */
export function openFolderLedger(job: JobFolder, plan: Plan, to: Destination): JobLedger {
  makePrivate(job.ledger);
  return folderLedger(job, plan, openLedger(job.ledger, plan, to));
}

/** An open ledger in a job folder. */
export function folderLedger(job: JobFolder, plan: Plan, ledger: Ledger): JobLedger {
  return {
    store: ledger,
    instance: async () => ledger.instance,
    keepInstance: async (instance) => ledger.keepInstance(instance),
    hasSettled: async () => ledger.hasSettled,
    writeErrors: async () => {
      await writeErrors(job, plan, ledger);
    },
    [Symbol.asyncDispose]: async () => ledger.close(),
  };
}

/** Creates the file before SQLite does, which would make it readable by all users. */
export function makePrivate(file: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  closeSync(openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600));
}
