import { type Kind, kinds } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { findPresent, preflight } from './preflight/preflight.ts';
import { reactivate } from './preflight/reactivate.ts';
import { comparePresent } from './present/compare-present.ts';
import { stopOverDifferences } from './present/stop-over-differences.ts';
import { readMessageIds } from './preflight/read-message-ids.ts';
import { KeptRecords } from './removing/kept-records.ts';
import { isRemoval, kindOrder } from './ledger/kind-order.ts';
import type { OnChange } from './sending/batch-progress.ts';
import { BlockedRecords } from './sending/blocked-records.ts';
import { mayGoLive } from './sending/live-operations.ts';
import { hasNeverSent } from './sending/open-work.ts';
import { runKind } from './sending/run-kind.ts';
import type { StepPorts } from './sending/step-ports.ts';

export { portsFor } from './ports-for.ts';

/**
 * One step of a job. The steps follow each other: `check` of the app, then for each kind `send` and `compare`. Several
 * processes may do `send` of one kind at the same time, each with lanes of its own; every other step is for one process.
 */
export type ShiftStep =
  | { readonly step: 'check' }
  | { readonly step: 'send'; readonly kind: Kind }
  | { readonly step: 'compare'; readonly kind: Kind };

/** A run that sends everything itself also ends each kind. */
export type Step = ShiftStep | { readonly step: 'end'; readonly kind: Kind };

/** What the process that does a step adds to what its lanes share. */
export interface StepContext {
  /** Called for each record that gets another outcome than it had. */
  readonly onChange: (kind: Kind, ...change: Parameters<OnChange>) => void;
  /** Resolves when the reader of the events has caught up. */
  readonly capacity: () => Promise<void>;
  /** Whether another process may have done the check, whose findings this one lacks. */
  readonly isCheckedElsewhere: boolean;
}

/** The steps of a plan in their order. A removal checks and compares nothing: what it removes was read when it was planned. */
export function stepsOf(plan: Plan): readonly Step[] {
  const planned = kindOrder(plan).filter((kind) => plan.summary.kinds[kind].planned > 0);
  const of = (kind: Kind, ...steps: readonly Exclude<Step['step'], 'check'>[]): Step[] =>
    steps.map((step) => ({ step, kind }));
  return isRemoval(plan)
    ? planned.flatMap((kind) => of(kind, 'send', 'end'))
    : [{ step: 'check' }, ...planned.flatMap((kind) => of(kind, 'send', 'compare', 'end'))];
}

/** Does one step. A reason to stop ends it early, and is in the stop controller. */
export async function doStep(step: Step, ports: StepPorts, context: StepContext): Promise<void> {
  if (step.step === 'check') return await check(ports);
  if (step.step === 'send') return await send(step.kind, ports, context);
  if (step.step === 'compare') return await compare(step.kind, ports);
  return await end(step.kind, ports);
}

async function check(ports: StepPorts): Promise<void> {
  await preflight(ports);
  if (ports.plan.summary.kinds.users.planned === 0) await reactivate(ports);
}

async function send(
  kind: Kind,
  ports: StepPorts,
  { onChange, capacity, isCheckedElsewhere }: StepContext,
): Promise<void> {
  const { plan, ledger, emit } = ports;
  const removes = isRemoval(plan);
  if (isCheckedElsewhere && kinds[kind].isComparedFirst === true)
    if (await hasNeverSent(kind, ports)) await findPresent(kind, ports, []);
  if (!removes) {
    if (!(await mayGoLive(kind, ports))) return;
    await readMessageIds(kind, ports);
    await findRemoved(kind, ports);
  }
  emit({ type: 'kind-started', kind, counts: (await ledger.counts())[kind] });
  await runKind(kind, {
    ...ports,
    blockedRecords: removes
      ? await KeptRecords.readFor(kind, ports)
      : await BlockedRecords.readFrom(ledger, plan),
    onChange: (from, to) => onChange(kind, from, to),
    capacity,
  });
}

/** What is gone already is not removed, nor what is not proved to be what a job has stored. */
async function findRemoved(kind: Kind, ports: StepPorts): Promise<void> {
  if (kinds[kind].isRemoval !== true || kinds[kind].ofMessage !== undefined) return;
  if (await hasNeverSent(kind, ports)) await findPresent(kind, ports, []);
}

async function compare(kind: Kind, ports: StepPorts): Promise<void> {
  await comparePresent(kind, ports);
  await stopOverDifferences(ports);
  // Only now it is known which of the users are others.
  if (kind === 'users') await reactivate(ports);
}

async function end(
  kind: Kind,
  { plan, ledger, emit, brake, stopController }: StepPorts,
): Promise<void> {
  emit({ type: 'kind-finished', kind, counts: (await ledger.counts())[kind] });
  const refused = brake.endOfKind(kind, plan.summary.kinds[kind].planned);
  if (refused !== undefined) stopController.stop(refused);
}
