import { openPlan, type Plan } from '@chatferry/planner';
import type { JobTarget } from '@chatferry/runner';
import { quick, type Rig, type RigShape, startRig } from '../../../runner/test/support/rig.ts';
import type { Rows } from '../../../runner/test/support/make-plan.ts';
import {
  BossQueue,
  type JobState,
  jobStates,
  type Submission,
  submit,
  type Submitted,
  work,
  type WorkerEvent,
  type WorkerOptions,
} from '../../src/index.ts';
import type { TestStore } from './test-stores.ts';

/** A plan and a service, and workers that bring the one into the other. */
export interface FleetRig
  extends AsyncDisposable, Pick<Rig, 'plan' | 'service' | 'held' | 'sends'> {
  submit(more?: Partial<Submission>): Promise<Submitted>;
  /** Works until no job is left, or until it is stopped. */
  work(more?: Partial<WorkerOptions>): Promise<readonly WorkerEvent[]>;
  state(): Promise<JobState>;
}

/** A plan that is given to workers of the pool `pool`, without live operations. */
export function submissionOf(
  plan: Plan,
  target: JobTarget,
  more: Partial<Submission> = {},
): Submission {
  const { allowsLive: _, ...settings } = quick;
  return {
    plan,
    source: { location: plan.path, id: plan.id, bytes: 0, sha256: '' },
    target,
    settings,
    pool: 'pool',
    spread: 2,
    allowsLive: false,
    allowsChat: false,
    ...more,
  };
}

let pools = 0;

export async function startFleetRig(
  { store }: Pick<TestStore, 'store'>,
  rows: Rows,
  shape: RigShape = {},
): Promise<FleetRig> {
  const pool = `pool-${++pools}`;
  const rig = await startRig(rows, { ...shape, service: { ...shape.service, appId: pool } });
  const queue = await BossQueue.open(store, pool, true);
  const { plan, service } = rig;
  let name: string | undefined;
  let workers = 0;
  return {
    plan,
    service,
    held: (kind) => rig.held(kind),
    sends: () => rig.sends(),
    submit: async (more = {}) => {
      const target = { appId: service.appId, baseUrl: service.baseUrl };
      const submission = submissionOf(plan, target, { pool, allowsLive: true, ...more });
      const submitted = await submit(store, queue, submission);
      ({ name } = submitted);
      return submitted;
    },
    work: async (more = {}) => {
      const events: WorkerEvent[] = [];
      await work({
        store,
        queue,
        pool,
        worker: `w${++workers}`,
        shifts: 8,
        keyOf: () => service.apiKey,
        openPlan: async ({ location }) => openPlan(location),
        stop: new AbortController().signal,
        untilDone: true,
        ...more,
        onEvent: (event) => {
          events.push(event);
          more.onEvent?.(event);
        },
      });
      return events;
    },
    state: async () => (await jobStates(store, name))[0]!,
    [Symbol.asyncDispose]: async () => {
      await queue[Symbol.asyncDispose]();
      await rig[Symbol.asyncDispose]();
    },
  };
}
