import { kinds } from '@chatferry/contract';
import {
  JobError,
  type JobFolder,
  jobName,
  keepToTargetBefore,
  makePrivate,
  refuseAfterLaterJob,
} from '@chatferry/job/planned';
import type { Plan } from '@chatferry/planner';
import {
  isRemoval,
  type JobTarget,
  JobLockedError,
  LedgerError,
  liveOperations,
  leaveToStore,
  liveText,
  placeOf,
  plannedOf,
} from '@chatferry/runner';
import type { ShiftQueue } from '../queue/shift-queue.ts';
import type { Store, Transaction } from '../store/store.ts';
import { checkVersion } from '../store/check-version.ts';
import { appBusy, SILENT_MS } from '../ledger/take-over.ts';
import { beginWork } from './begin-work.ts';
import { isImported, type JobSettings } from './worked-job.ts';
import type { PlanSource } from '../plans/plan-cache.ts';

export interface Submission {
  readonly plan: Plan;
  readonly source: PlanSource;
  readonly target: JobTarget;
  /** The job folder of the plan; absent when the caller has only the plan. */
  readonly folder?: JobFolder | undefined;
  readonly settings: JobSettings;
  readonly pool: string;
  /** The number of shifts over which the lanes of a kind are spread. */
  readonly spread: number;
  /** Live operations may be sent. */
  readonly allowsLive: boolean;
  /** Records may be sent that the service stores twice when they are sent twice. */
  readonly allowsChat: boolean;
}

export interface Submitted {
  /** Name of the job. */
  readonly name: string;
  /**
   * `given`: the workers have the job from now on; `there`: they have had it before, and nothing has changed; `changed`: the job was stopped
   * or cancelled, and has these settings when it is resumed.
   */
  readonly is: 'given' | 'there' | 'changed';
}

/**
 * Gives a job to the workers of a pool. If it was given before, nothing changes, except the settings of a stopped job, which apply when it
 * is resumed.
 *
 * The folder of a delta records that the store has the ledger, so that a repair of the earlier job finds that the delta has begun.
 *
 * @throws {JobError} `removal`, `needs-live`, `needs-chat`, `later-job` or `app-busy` @throws {JobLockedError} @throws {LedgerError}
 */
export async function submit(
  store: Store,
  queue: ShiftQueue,
  submission: Submission,
): Promise<Submitted> {
  refuseUnlessAllowed(submission);
  const { plan, target, folder } = submission;
  keepToTargetBefore(plan, target, store.name);
  if (folder !== undefined) refuseAfterLaterJob(folder);
  const storeId = await checkVersion(store);
  const name = jobName(plan, target);
  const place = placeOf(target);
  return store.transaction(async (query) => {
    // One submission at a time for each app.
    await query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [place] });
    const [other] = await query<{ name: string }>({
      text: "SELECT name FROM chatferry.job WHERE place = $1 AND plan <> $2 AND state = 'running' LIMIT 1",
      values: [place, plan.id],
    });
    if (other !== undefined) throw appBusy(target.appId, other.name);
    const [there] = await query<JobFacts>({
      text: `SELECT id, state, exported_at IS NOT NULL AS exported, host, pid,
                    (extract(epoch FROM held_since) * 1000)::bigint AS since,
                    holder IS NOT NULL AND seen_at > clock_timestamp() - $3 * interval '1 ms' AS held
             FROM chatferry.job WHERE plan = $1 AND place = $2 FOR UPDATE`,
      values: [plan.id, place, SILENT_MS],
    });
    if (there?.exported === true) throw exported(store.name, name);
    if (there?.state === 'running' || there?.state === 'finished') return { name, is: 'there' };
    if (there?.held === true) throw new JobLockedError(`The job ${name} in ${store.name}`, there);
    // Do this before a worker can send anything.
    if (folder !== undefined && plan.summary.delta !== undefined) {
      makePrivate(folder.ledger);
      leaveToStore(folder.ledger, plan, { target, options: {} }, { id: storeId, name: store.name });
    }
    const id = there?.id ?? (await inserted(query, submission, name, place));
    await query({
      text: `UPDATE chatferry.job SET pool = $2, spread = $3, lanes = $4, planned = $5, settings = $6, plan_location = $7,
                    plan_bytes = $8, plan_sha256 = $9, live = live OR $10, holder = NULL
             WHERE id = $1`,
      values: [
        id,
        submission.pool,
        Math.min(submission.spread, plan.lanes),
        plan.lanes,
        JSON.stringify(plannedOf(plan)),
        JSON.stringify(submission.settings),
        submission.source.location,
        submission.source.bytes,
        submission.source.sha256,
        submission.allowsLive,
      ],
    });
    if (there !== undefined && there.state !== null) return { name, is: 'changed' };
    await beginWork(query, queue, id);
    return { name, is: 'given' };
  });
}

interface JobFacts {
  readonly id: number;
  readonly state: string | null;
  readonly exported: boolean;
  readonly held: boolean;
  readonly host: string;
  readonly pid: number;
  readonly since: number;
}

async function inserted(
  query: Transaction,
  { plan, target }: Submission,
  name: string,
  place: string,
): Promise<number> {
  const { appId, region, baseUrl } = target;
  const [job] = await query<{ id: number }>({
    text: `INSERT INTO chatferry.job (name, plan, place, inputs, target, options) VALUES ($1, $2, $3, $4, $5, '{}')
           RETURNING id`,
    values: [
      name,
      plan.id,
      place,
      JSON.stringify(plan.inputs),
      JSON.stringify({ appId, region, baseUrl }),
    ],
  });
  return job!.id;
}

/** Refuses a plan whose needs are not allowed, before anything is sent. */
function refuseUnlessAllowed({ plan, settings, allowsLive, allowsChat }: Submission): void {
  if (isRemoval(plan))
    throw new JobError(
      'removal',
      'The plan removes records from the app.',
      'Export the ledger of the job, and undo it on one machine.',
    );
  const planned = plan.summary.kinds;
  const live = liveOperations(planned);
  if (live.length > 0 && !allowsLive)
    throw new JobError(
      'needs-live',
      `The plan has ${liveText(live)}, which are sent live: the app may notify users and call webhooks.`,
      'Allow live operations.',
    );
  const chat = (['messages', 'replies'] as const).filter(
    (kind) => planned[kind].planned > 0 && !isImported(kind, settings),
  );
  if (chat.length > 0 && !allowsChat)
    throw new JobError(
      'needs-chat',
      `${chat.map((kind) => kinds[kind].nouns[1]).join(' and ')} of the plan are sent through the chat API, which stores a message twice that is sent twice. A worker that sleeps for longer than a minute can cause that for one message.`,
      'Allow the chat route, or send the plan from one machine.',
    );
}

function exported(store: string, name: string): LedgerError {
  return new LedgerError('ledger-elsewhere', `The ledger of the job ${name} has left ${store}.`, {
    file: store,
    fix: 'Continue with the job folder that it was moved to, or move it back into the store.',
  });
}
