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
 * One step of a job. The order is `check` for the app, then `send` and `compare` for each kind. Several
 * processes may do `send` of one kind at the same time, each with its own lanes; one process does each other step.
 */
export type ShiftStep =
  | { readonly step: 'check' }
  | { readonly step: 'send'; readonly kind: Kind }
  | { readonly step: 'compare'; readonly kind: Kind };

/** A run that sends everything itself also ends each kind. */
export type Step = ShiftStep | { readonly step: 'end'; readonly kind: Kind };

/** What the process of a step provides, in addition to the ports that its lanes share. */
export interface StepContext {
  /** Called for each record whose outcome changes. */
  readonly onChange: (kind: Kind, ...change: Parameters<OnChange>) => void;
  /** Resolves when the reader of the events has caught up. */
  readonly capacity: () => Promise<void>;
  /** Whether another process may have done the check, so that its findings are missing here. */
  readonly isCheckedElsewhere: boolean;
}

/** The steps of a plan in their order. A removal has no check and no comparison: planning has read the records to remove. */
export function stepsOf(plan: Plan): readonly Step[] {
  const planned = kindOrder(plan).filter((kind) => plan.summary.kinds[kind].planned > 0);
  const of = (kind: Kind, ...steps: readonly Exclude<Step['step'], 'check'>[]): Step[] =>
    steps.map((step) => ({ step, kind }));
  return isRemoval(plan)
    ? planned.flatMap((kind) => of(kind, 'send', 'end'))
    : [{ step: 'check' }, ...planned.flatMap((kind) => of(kind, 'send', 'compare', 'end'))];
}

/** Does one step. A reason to stop ends the step early; the stop controller keeps the reason. */
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

/** Settles removals of records that are already gone, and of records that no job is proved to have stored. */
async function findRemoved(kind: Kind, ports: StepPorts): Promise<void> {
  if (kinds[kind].isRemoval !== true || kinds[kind].ofMessage !== undefined) return;
  if (await hasNeverSent(kind, ports)) await findPresent(kind, ports, []);
}

async function compare(kind: Kind, ports: StepPorts): Promise<void> {
  await comparePresent(kind, ports);
  await stopOverDifferences(ports);
  // Before the comparison, it is not known which users belong to other people.
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
