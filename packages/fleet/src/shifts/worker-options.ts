import type { ClientOptions } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import type { RunEvent } from '@chatferry/runner';
import type { JobSettings } from '../jobs/worked-job.ts';
import type { PlanSource } from '../plans/plan-cache.ts';
import type { Store } from '../store/store.ts';
import type { ShiftEnd } from '../jobs/end-shift.ts';
import type { Shift, ShiftQueue } from '../queue/shift-queue.ts';

/** What a worker reports. */
export type WorkerEvent = ShiftOf &
  (
    | {
        readonly type: 'shift-taken';
        readonly tookOver: boolean;
        /** The rate of the submission; an operator may have set another rate since. */
        readonly quota: JobSettings['requestsPerMinute'];
      }
    | {
        readonly type: 'shift-ended';
        readonly how: ShiftEnd['how'];
        readonly note?: string | undefined;
      }
    | { readonly type: 'run'; readonly event: RunEvent }
  );

interface ShiftOf {
  /** Name of the job. */
  readonly job: string;
  readonly app: string;
  readonly step: Shift['step'];
  readonly kind: Shift['kind'];
  readonly part: number;
  readonly worker: string;
}

export interface WorkerOptions {
  readonly store: Store;
  readonly queue: ShiftQueue;
  readonly pool: string;
  /** For people: `host:pid`. */
  readonly worker: string;
  /** The most shifts at the same time. */
  readonly shifts: number;
  /** The key of an app; undefined: this worker has no key for it. */
  readonly keyOf: (appId: string) => string | undefined;
  readonly openPlan: (source: PlanSource) => Promise<Plan>;
  readonly onEvent?: (event: WorkerEvent) => void;
  readonly onAnswer?: (app: string) => ClientOptions['onAnswer'];
  /** Ends the worker: requests in flight are recorded, and the shifts are given back. */
  readonly stop: AbortSignal;
  /** Also drops the requests in flight: their records are sent again. */
  readonly stopNow?: AbortSignal | undefined;
  /** Ends the worker when no job of the pool is left. */
  readonly untilDone?: boolean | undefined;
}
