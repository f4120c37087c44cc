import { count, counted, type Kind, kinds, kindsInOrder, limits } from '@chatferry/contract';
import {
  absentOf,
  duration,
  type RunEnd,
  leftOf,
  removedBy,
  skippedLine,
  undoneText,
  type UndoStatus,
} from '@chatferry/job/planned';
import { nameOfTarget } from '@chatferry/runner';
import type { Result } from '../results/results.ts';
import { table } from '../printing/table.ts';

type UndoResult = Extract<Result, { type: 'undo' }>;

/** The planned steps of an undo, as text. @param keptFile the list of kept records */
export function undoPlanLines(status: UndoStatus, keptFile: string): string[] {
  const { config, state } = status;
  const rows = kindsInOrder
    .map((kind) => ({ kind, toRemove: toRemove(status, kind), gone: absentOf(status, kind) }))
    .filter((row) => row.toRemove + row.gone > 0);
  const requests = rows.reduce((sum, row) => sum + row.toRemove, 0);
  return [
    `To be removed for good from ${nameOfTarget(config.target)}:`,
    ...table(
      [
        ['', 'to remove', 'no longer there'],
        ...rows.map((row) => [labelOf(row.kind), row.toRemove, row.gone]),
      ],
      '  ',
    ),
    `At most ${counted(requests, 'request')}, at least ${durationOf(requests)}.`,
    ...keptLines(status, keptFile),
    ...(config.unsure === 0
      ? []
      : [`${counted(config.unsure, 'record')} may have been made by others: not removed.`]),
    ...(config.notRestored === 0
      ? []
      : [
          `${counted(config.notRestored, 'change')} to records that this job did not create: not restored. ${keptFile} lists the values before, where they are known.`,
        ]),
    ...(config.skipped ?? []).map(skippedLine),
    ...(state === 'begun' ? ['It was begun before, and continues.'] : []),
  ];
}

/** The number of users and groups that hold other people's records, as far as it is known before the removal. */
export function keptCount({ state, config, kinds: counts }: UndoStatus): number {
  return state === 'planned'
    ? config.kept.users + config.kept.groups
    : counts.users.skipped + counts.groups.skipped;
}

function keptLines(status: UndoStatus, keptFile: string): string[] {
  const kept = keptCount(status);
  if (kept === 0) return [];
  return [
    `${counted(kept, 'of the users and groups holds', 'of the users and groups hold')} records that this job did not create, and would be kept: ${keptFile}`,
  ];
}

/** The result of an undo as text. @param again the command that continues */
export function undoResultLines(
  status: UndoStatus,
  result: RunEnd,
  errorsFile: string,
  again: string,
): string[] {
  const lines = kindsInOrder
    .filter((kind) => status.kinds[kind].planned > 0)
    .map((kind) => {
      const { created, present, skipped, failed, unresolved, pending } = status.kinds[kind];
      const terms = [
        `${count(created + present)} removed`,
        ...some(skipped, 'kept'),
        ...some(failed, 'failed'),
        ...some(unresolved, 'unresolved'),
        ...some(pending, 'not removed yet'),
      ];
      return [labelOf(kind), terms.join(', ')];
    });
  const left = leftOf(status);
  return [
    ...table(lines, '  '),
    ...(result.reason === undefined
      ? []
      : [result.reason.message, result.reason.fix, `Continue with: ${again}`]),
    ...(left > 0 ? [`What was not removed, and why: ${errorsFile}`] : []),
    ...(result.end === 'finished'
      ? [
          `${undoneText({ removed: removedBy(status).removed, left })} The job can be run again.`,
          ...(left === 0 ? [] : [`Remove what is left with: ${again}`]),
        ]
      : []),
  ];
}

function some(records: number, word: string): string[] {
  return records === 0 ? [] : [`${count(records)} ${word}`];
}

/** The counts by kind for `--json`; docs/commands.md describes them. */
export function undoKindsJson(status: UndoStatus): UndoResult['kinds'] {
  return Object.fromEntries(
    kindsInOrder
      .filter((kind) => status.kinds[kind].planned + status.config.own[kind] > 0)
      .map((kind) => {
        const { planned, created, present, skipped, failed, unresolved, pending } =
          status.kinds[kind];
        return [
          kind,
          {
            own: status.config.own[kind],
            planned,
            gone: absentOf(status, kind),
            removed: created + present,
            kept: skipped,
            failed,
            unresolved,
            pending,
          },
        ];
      }),
  );
}

/** The number of records to remove; after an undo that is done, the number of records that it left. */
export function toRemove({ kinds: counts, state }: UndoStatus, kind: Kind): number {
  const { pending, skipped, failed, unresolved } = counts[kind];
  return state === 'done' ? skipped + failed + unresolved : pending;
}

/** The label of a kind. For a deactivation, "removed" means that the user is reactivated. */
function labelOf(kind: Kind): string {
  return kinds[kind].nouns[1];
}

function durationOf(requests: number): string {
  return duration(Math.max((requests / limits.coreRequestsPerMinute) * 60_000, 1000));
}
