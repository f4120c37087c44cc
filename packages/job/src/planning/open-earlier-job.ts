import path from 'node:path';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { type EarlierJob, openPlan, type Plan } from '@chatferry/planner';
import {
  type JobTarget,
  type LandedMarks,
  openLandedMarks,
  sentDestination,
} from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import { type JobFolder, jobFolder, requirePlan } from '../folder/job-folder.ts';
import { refuseDuringUndo } from '../undo-state/undo-state.ts';

/** The state of the earlier job, as a later plan keeps it. Another state means other records. */
export interface AfterConfig {
  /** Content hash of the earlier job's plan. */
  readonly plan: string;
  readonly landed: LandedMarks['state'];
  readonly target: JobTarget;
  /** The proof that a holder of the key sent the earlier job to the address: see `addressProof`. */
  readonly addressProof?: string;
  /** Kinds that the earlier job, or a job before it, has sent through the chat endpoints. */
  readonly sentByChat?: readonly Kind[];
}

/** The job before another job. */
export interface OpenEarlierJob extends Disposable {
  readonly plan: Plan;
  readonly job: EarlierJob;
  readonly config: AfterConfig;
}

/**
 * Opens a job to plan a later job. The earlier job stays as it is, and may be read meanwhile.
 *
 * @throws {JobError} `no-plan`, `after-itself`, `nothing-landed` or `undo-begun`
 * @throws {PlanError} @throws {LedgerError}
 */
export function openEarlierJob(folder: string, job: JobFolder): OpenEarlierJob {
  if (path.resolve(folder) === path.resolve(job.path))
    throw new JobError(
      'after-itself',
      `${folder} is the job folder of this plan and of the job before it.`,
      'Plan into a new job folder.',
    );
  const earlier = jobFolder(folder);
  requirePlan(earlier, 'plan');
  refuseDuringUndo(earlier);
  const opened = new DisposableStack();
  try {
    const plan = opened.use(openPlan(earlier.plan));
    const marks = opened.use(openLandedMarks(earlier.ledger, plan));
    const target = marks.target ?? afterConfigOf(plan)?.target;
    const hasLanded = target !== undefined && (marks.target !== undefined || landedBefore(plan));
    if (!hasLanded)
      throw new JobError(
        'nothing-landed',
        `Nothing was sent from the job folder ${folder}.`,
        'Run that job first, or plan without it.',
      );
    const byChat = sentByChat(plan, marks);
    const { appId, region, baseUrl } = target;
    const place = { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) };
    const proof =
      sentDestination(earlier.ledger)?.addressProof ?? afterConfigOf(plan)?.addressProof;
    return {
      plan,
      job: { plan, marksOf: (seq) => marks.marksOf(seq), sentByChat: byChat },
      config: {
        plan: plan.id,
        landed: marks.state,
        target: place,
        ...(proof === undefined ? {} : { addressProof: proof }),
        ...(byChat.size === 0 ? {} : { sentByChat: [...byChat].toSorted() }),
      },
      [Symbol.dispose]: () => opened.dispose(),
    };
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

/** Kinds that a job, or a job before it, has sent through the chat endpoints. */
export function sentByChat(plan: Plan, marks: LandedMarks): ReadonlySet<Kind> {
  return new Set([...marks.sentByChat, ...(afterConfigOf(plan)?.sentByChat ?? [])]);
}

/** What a plan keeps about the job before it; undefined when there is none. */
export function afterConfigOf({ config }: Pick<Plan, 'config'>): AfterConfig | undefined {
  return (config as { after?: AfterConfig } | null)?.after;
}

function landedBefore({ summary }: Plan): boolean {
  return kindsInOrder.some((kind) => (summary.delta?.landed[kind] ?? 0) > 0);
}
