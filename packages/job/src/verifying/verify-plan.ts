import { type Client, systemClock } from '@chatferry/client';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { type JobTarget, openPartToRead, placeOf, type RouteName } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { differenceLines, isSealed } from './difference-lines.ts';
import { refuseAfterUndo, undoStatus } from '../undo-state/undo-state.ts';
import { DifferencesFile } from './differences-file.ts';
import { comparedKinds } from './compared-kinds.ts';
import { type FoundSoFar, isAsPlanned, type KindComparison } from './kind-tally.ts';
import { kindsByList, kindsToRead } from './kinds-to-read.ts';
import { rememberedVerification, rememberVerification, type Verification } from './verification.ts';

export interface PlanToVerify {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly client: Client;
  readonly target: JobTarget;
  readonly routes: Readonly<Partial<Record<Kind, RouteName>>> | undefined;
  /** The only kind to read; all with planned records unless given. */
  readonly kind: Kind | undefined;
  /** Reads every whole list, even for a delta. */
  readonly isFull?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onHeld: (kind: Kind, held: number) => void;
  /** Called for each planned record whose result is known. */
  readonly onCompared: (kind: Kind, compared: number) => void;
  /** Called when a record is not as planned. */
  readonly onDiffering?: (kind: Kind, found: FoundSoFar) => void;
}

const AS_PLANNED: ReadonlySet<string> = new Set(['same', 'hidden']);

/**
 * Compares what the service holds with the plan, and writes `differences.jsonl` and `verify.json`. Reads only kinds with
 * planned records. Keeps the results of an earlier verification of the same app for other kinds.
 *
 * @returns the results of the kinds that were read
 * @throws {ApiError} @throws the signal's reason @throws {JobError} `undo-begun` when an undo began meanwhile; `verify.json` then has
 *   `unfinishedSince`
 */
export async function verifyPlan(verifying: PlanToVerify): Promise<readonly KindComparison[]> {
  const { job, plan, target, kind: only } = verifying;
  const wanted = kindsToRead(plan.summary, only).map(({ kind }) => kind);
  const before = await usableBefore(verifying);
  const undoBefore = undoStatus(job)?.state;
  const startedAt = now();
  rememberVerification(job, { ...before, unfinishedSince: startedAt });

  using differences = new DifferencesFile(job.differences);
  const kept = before.kinds.filter(({ kind }) => !wanted.includes(kind));
  if (kept.length > 0)
    for await (const { text, difference } of differenceLines(job.differences))
      if (!wanted.includes(difference.kind)) differences.addLine(text);
  const found: KindComparison[] = [];
  using part =
    verifying.isFull === true
      ? undefined
      : openPartToRead(plan, job.ledger, verifying.routes?.messages);
  for (const kindsOfList of part === undefined ? kindsByList(wanted) : wanted.map((kind) => [kind]))
    found.push(
      ...(await comparedKinds(kindsOfList, {
        ...verifying,
        part,
        onResult: (kind, result, tally) => {
          if (!AS_PLANNED.has(result.is)) verifying.onDiffering?.(kind, tally.soFar);
          differences.add(kind, result);
        },
      })),
    );

  refuseAfterUndo(job, undoBefore);
  const kinds = [...kept, ...found].toSorted((a, b) => order(a.kind) - order(b.kind));
  const verification: Verification = {
    plan: plan.id,
    target,
    scope: part === undefined ? 'full' : 'delta',
    startedAt,
    at: now(),
    complete:
      wanted.length === kindsToRead(plan.summary).length &&
      found.every((each) => isAsPlanned(each) && each.hidden === 0),
    kinds,
    differences: differences.finish(),
  };
  rememberVerification(job, verification);
  return found.toSorted((a, b) => order(a.kind) - order(b.kind));
}

/** The earlier verification if it has the same app and its `differences.jsonl` is unchanged; otherwise an empty verification. */
async function usableBefore({ job, plan, target }: PlanToVerify): Promise<Verification> {
  const nothing: Verification = { plan: plan.id, target, complete: false, kinds: [] };
  const before = rememberedVerification(job, plan.id);
  if (before?.differences === undefined || placeOf(before.target) !== placeOf(target))
    return nothing;
  return (await isSealed(job.differences, before.differences)) ? before : nothing;
}

function order(kind: Kind): number {
  return kindsInOrder.indexOf(kind);
}

function now(): string {
  return new Date(systemClock.now()).toISOString();
}
