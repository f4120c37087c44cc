import type { Kind } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import type { RunEvent, RunOptions } from '@chatferry/runner';
import type { ReportEvent } from '../report/report-written.ts';
import type { MarkedForRetry } from '../verifying/mark-for-retry.ts';

/** An event of a function that sends. */
export type JobEvent =
  | RunEvent
  /** The job is locked and its plan is open: before a question, and before the first request. */
  | {
      readonly type: 'locked';
      /** The folder of the job. */
      readonly job: string;
      readonly plan: PlanSummary;
      /** A sentence for each file of the plan that is missing or has changed since planning. The records to send are intact. */
      readonly changedFiles: readonly string[];
      readonly requestsPerMinute: RunOptions['requestsPerMinute'];
    }
  /** Records are marked to be sent again, before the job is locked for the run. */
  | ({ readonly type: 'marked' } & MarkedForRetry)
  /** An undo reads the records of the kind in the app. */
  | { readonly type: 'reading'; readonly kind: Kind }
  /** `report.html` is written at the start of a run and at its end. */
  | ReportEvent;

const ofJob = ['locked', 'marked', 'reading', 'report'] as const satisfies JobEvent['type'][];

/** Whether an event is about the job folder, rather than about sending. */
export function isOfJob(event: JobEvent): event is Exclude<JobEvent, RunEvent> {
  return ofJob.some((type) => type === event.type);
}
