import { type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { JobTarget, RunOptions, ShiftStep } from '@chatferry/runner';
import type { Transaction } from '../store/store.ts';
import type { PlanSource } from '../plans/plan-cache.ts';
import type { Shift } from '../queue/shift-queue.ts';
import type { Planned } from './next-step.ts';

/** How a job is sent. The store keeps it as JSON. */
export type JobSettings = Omit<RunOptions, 'removesHolder' | 'goesWithHolder' | 'allowsLive'>;

/** A job that workers send. */
export interface WorkedJob {
  readonly id: number;
  readonly name: string;
  readonly state: 'running' | 'stopped' | 'cancelled' | 'finished';
  readonly pool: string;
  readonly spread: number;
  readonly lanes: number;
  readonly planned: Planned;
  readonly settings: JobSettings;
  readonly target: JobTarget;
  /** The app and its host, which have the quota. */
  readonly place: string;
  readonly plan: PlanSource;
  readonly step: ShiftStep;
  /** Number of the run. */
  readonly run: number;
  /** Records of each kind that had failed when the run began. */
  readonly failedBefore: Readonly<Partial<Record<Kind, number>>>;
}

interface JobRow {
  readonly id: number;
  readonly name: string;
  readonly state: WorkedJob['state'];
  readonly pool: string;
  readonly spread: number;
  readonly lanes: number;
  readonly planned: string;
  readonly settings: string;
  readonly target: string;
  readonly place: string;
  readonly plan: string;
  readonly plan_location: string;
  readonly plan_bytes: number;
  readonly plan_sha256: string;
  readonly step: ShiftStep['step'];
  readonly kind: Kind | null;
  readonly run: number;
  readonly failed_before: string | null;
}

/** Reads a job that was given to workers, and locks it until the transaction ends. */
export async function lockedJob(
  query: Transaction,
  id: number,
  lock: 'SHARE' | 'UPDATE',
): Promise<WorkedJob | undefined> {
  const [row] = await query<JobRow>({
    text: `SELECT * FROM chatferry.job WHERE id = $1 AND state IS NOT NULL FOR ${lock}`,
    values: [id],
  });
  return row === undefined ? undefined : jobOf(row);
}

/** The jobs of a pool that are being worked on. */
export async function runningJobs(query: Transaction, pool: string): Promise<WorkedJob[]> {
  const rows = await query<JobRow>({
    text: "SELECT * FROM chatferry.job WHERE state = 'running' AND pool = $1 ORDER BY id",
    values: [pool],
  });
  return rows.map(jobOf);
}

function jobOf(row: JobRow): WorkedJob {
  const { id, name, state, pool, spread, lanes, place, run } = row;
  return {
    id,
    name,
    state,
    pool,
    spread,
    lanes,
    place,
    run,
    failedBefore: JSON.parse(row.failed_before ?? '{}') as WorkedJob['failedBefore'],
    planned: JSON.parse(row.planned) as Planned,
    settings: JSON.parse(row.settings) as JobSettings,
    target: JSON.parse(row.target) as JobTarget,
    plan: {
      location: row.plan_location,
      id: row.plan,
      bytes: row.plan_bytes,
      sha256: row.plan_sha256,
    },
    step: row.kind === null ? { step: 'check' } : { step: row.step as 'send', kind: row.kind },
  };
}

/** Whether a kind is sent through the import endpoints, which store a record once, even if it is sent again. */
export function isImported(kind: Kind, { routes = {} }: JobSettings): boolean {
  return routes[kind] !== 'chat' && kinds[kind].routes.import !== undefined;
}

/**
 * The shifts of the present step. Only the sending of imported kinds is spread: one worker can use up the quota of the chat API,
 * and two workers must not send records that cannot be repeated.
 */
export function shiftsOf({ id, step, spread, settings }: WorkedJob): readonly Shift[] {
  const parts = step.step === 'send' && isImported(step.kind, settings) ? spread : 1;
  const kind = 'kind' in step ? step.kind : undefined;
  return Array.from({ length: parts }, (_, part) => ({ job: id, step: step.step, kind, part }));
}

/** The lanes that a worker holds for a shift: the lanes that it walks, of the kinds that it writes about. */
export function heldFor(
  { lanes, spread, settings }: WorkedJob,
  { step, kind, part }: Shift,
): { readonly kinds: readonly Kind[]; readonly lanes: readonly number[] } {
  const all = Array.from({ length: lanes }, (_, lane) => lane);
  if (kind === undefined) return { kinds: kindsInOrder, lanes: all };
  const isSpread = step === 'send' && isImported(kind, settings);
  // After the comparison of users, deactivated users who are not other people's are reactivated, and are deactivated again later.
  const written =
    step === 'compare' && kind === 'users' ? (['users', 'deactivations'] as const) : [kind];
  return { kinds: written, lanes: isSpread ? all.filter((lane) => lane % spread === part) : all };
}

/** Whether the shift belongs to the present step of its job. */
export function isOf({ step }: WorkedJob, shift: Shift): boolean {
  return step.step === shift.step && ('kind' in step ? step.kind : undefined) === shift.kind;
}
