import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { type CountsByKind, type KindCounts, notCompared } from '@chatferry/runner';
import type { LeftOut } from './left-out.ts';

/** What became of every row of a kind, as far as it is shown in a line. */
export interface ShownSum extends KindCounts {
  readonly rows: number;
  /** Of `rows`, those that are in no input. */
  readonly made: number;
  readonly rejected: number;
  readonly merged: number;
  readonly filtered: number;
}

/** What became of every row of a kind. */
export interface Sum extends ShownSum {
  /** Those of `rejected` that were left out because the configuration asks for it. */
  readonly leftOut: number;
}

export type Sums = Readonly<Record<Kind, Sum>>;

/** @param leftOut see `leftOutOf`; asked for before the run, as a plan that it stopped over may say nothing any more */
export function sumsOf({ summary }: Plan, leftOut: LeftOut, counts: CountsByKind): Sums {
  return Object.fromEntries(
    kindsInOrder.map((kind) => {
      const { rows, made, rejected, merged, filtered } = summary.kinds[kind];
      const excluded = { rejected, leftOut: leftOut[kind], merged, filtered };
      return [kind, { rows, made, ...excluded, ...counts[kind] }];
    }),
  ) as unknown as Sums;
}

/** Rows that are in no bucket; anything but 0 is a bug. */
export function leftOver(sums: Sums): number {
  return kindsInOrder.reduce((total, kind) => total + Math.abs(remainder(sums[kind])), 0);
}

/** Adds up one number over all kinds. */
export function totalOf<Name extends string>(
  sums: Readonly<Record<Kind, Readonly<Record<Name, number>>>>,
  name: Name,
): number {
  return kindsInOrder.reduce((total, kind) => total + sums[kind][name], 0);
}

function remainder({ rows, rejected, merged, filtered, ...counts }: ShownSum): number {
  const { created, present, failed, skipped, unresolved, pending } = counts;
  const excluded = rejected + merged + filtered;
  return rows - excluded - created - present - failed - skipped - unresolved - pending;
}

/** Whether anything that was in the input, and was to be sent, is not known to be in the service as planned. */
export function hasLosses(sums: Sums): boolean {
  return kindsInOrder.some((kind) => {
    const { failed, skipped, rejected, leftOut, unresolved } = sums[kind];
    const notAsPlanned = sums[kind].presentDifferent + notCompared(sums[kind]);
    return failed + skipped + (rejected - leftOut) + unresolved + notAsPlanned > 0;
  });
}
