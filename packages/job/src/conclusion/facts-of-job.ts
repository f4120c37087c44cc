import {
  type JobHolder,
  type JobTarget,
  isRehearsal,
  placeOf,
  type Status,
} from '@chatferry/runner';
import type { AllSums } from '../accounting/sums.ts';
import { leftOf, removedBy, type UndoStatus } from '../undo-state/undo-state.ts';
import type { Verification } from '../verifying/verification.ts';
import type { JobFacts, ReadBackFacts, RunFacts, UndoFacts } from './job-facts.ts';

/** What the files of a job contain. */
export interface JobRecords {
  readonly sums: AllSums;
  readonly run: RunFacts;
  readonly unplanned?: number | undefined;
  readonly holder: JobHolder | undefined;
  readonly lastChangeAt: number | undefined;
  readonly target: JobTarget | undefined;
  readonly undo: UndoStatus | undefined;
  readonly verification: Verification | undefined;
}

export function factsOf({
  sums,
  run,
  unplanned,
  holder,
  lastChangeAt = 0,
  target,
  undo,
  verification,
}: JobRecords): JobFacts {
  return {
    kinds: sums,
    isRehearsal: target !== undefined && isRehearsal(target),
    run,
    unplanned,
    holder,
    lastChangeAt,
    undo: undoOf(undo),
    readBack: readBackOf(verification, target),
  };
}

/** The latest run. @param holder the process that holds the job @param endsAt when the run in progress is expected to end */
export function runOf(
  { runs, end, reason }: Pick<Status, 'runs' | 'end' | 'reason'>,
  holder: JobHolder | undefined,
  endsAt?: number,
): RunFacts {
  if (runs === 0) return { is: 'none' };
  if (end === 'stopped' && reason !== undefined) return { is: 'stopped', reason };
  if (end !== undefined) return { is: 'finished' };
  return holder === undefined ? { is: 'killed' } : { is: 'in-progress', endsAt };
}

function undoOf(undo: UndoStatus | undefined): UndoFacts | undefined {
  if (undo === undefined || undo.state === 'planned') return undefined;
  const { removed, planned } = removedBy(undo);
  return { is: undo.state, planned, removed, left: leftOf(undo), endedAt: undo.endedAt ?? 0 };
}

function readBackOf(
  verification: Verification | undefined,
  target: JobTarget | undefined,
): ReadBackFacts | undefined {
  if (verification === undefined) return undefined;
  const { target: read, startedAt, unfinishedSince, kinds } = verification;
  return {
    otherApp: target === undefined || placeOf(read) === placeOf(target) ? undefined : read.appId,
    startedAt: startedAt === undefined ? Infinity : Date.parse(startedAt),
    unfinishedSince: unfinishedSince === undefined ? undefined : Date.parse(unfinishedSince),
    kinds: Object.fromEntries(
      kinds.map((each) => [each.kind, { ...each, at: Date.parse(each.at) }]),
    ),
  };
}
