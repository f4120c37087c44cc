import type { Plan } from '@chatferry/planner';
import { type JobAccount, jobAccount, type JobHolder, type JobTarget } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { type PageConclusion, pageConclusionOf } from '../conclusion/conclusion.ts';
import { recordsOf } from '../conclusion/conclude-job.ts';
import { factsOf } from '../conclusion/facts-of-job.ts';
import type { JobFacts } from '../conclusion/job-facts.ts';
import type { StepName } from '../folder/step-name.ts';
import type { AllSums } from '../accounting/sums.ts';
import type { UndoStatus } from '../undo-state/undo-state.ts';
import type { Verification } from '../verifying/verification.ts';

/** The content of the report, from the job folder. */
export interface HandOver {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly account: JobAccount;
  readonly sums: AllSums;
  /** The process that holds the job now. */
  readonly holder: JobHolder | undefined;
  /** Absent when nothing was sent yet. */
  readonly target: JobTarget | undefined;
  /** The undo of the job; absent without one. */
  readonly undo: UndoStatus | undefined;
  /** Absent when this plan has not been compared with the service. */
  readonly verification: Verification | undefined;
  readonly facts: JobFacts;
  /** The statements about the job. */
  readonly conclusion: PageConclusion;
  /** Names the functions or commands of the next steps. */
  readonly next: StepName;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** IANA name of the zone in which times are shown beside UTC. */
  readonly timeZone: string;
  /** Version of the chatferry that writes the report. */
  readonly version: string;
}

/** Collects the content of the report. Reads sums and groups only, however many records there are. */
export function handOverOf(
  job: JobFolder,
  plan: Plan,
  about: Pick<HandOver, 'holder' | 'next' | 'nowMs' | 'timeZone' | 'version'>,
): HandOver {
  const account = jobAccount(job.plan, job.ledger);
  const records = recordsOf(job, plan, account, about.holder);
  const { sums, target, undo, verification } = records;
  const facts = factsOf(records);
  const conclusion = pageConclusionOf(facts);
  return { job, plan, account, sums, target, undo, verification, facts, conclusion, ...about };
}
