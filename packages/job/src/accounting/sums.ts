import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { CountsByKind, KindCounts } from '@chatferry/runner';
import type { Excluded } from './excluded.ts';
import type { FilledKinds } from './filled-kinds.ts';

/** The outcomes of all rows of a kind that are shown in a line. */
export interface ShownSum extends KindCounts {
  readonly rows: number;
  /** How many of `rows` planning made. */
  readonly made: number;
  /** `made` by the setting or the field that makes the records. */
  readonly madeBy: Readonly<Record<string, number>>;
  readonly rejected: number;
  readonly merged: number;
  readonly filtered: number;
  /** Rows whose record landed in an earlier job, with the same content. */
  readonly unchanged: number;
  /** Rows whose record landed in an earlier job with other content, and cannot be updated whole. */
  readonly changed: number;
  /** Rows whose record landed in an earlier job with other content, and has an update as a record of its own. */
  readonly updated: number;
}

/** The outcomes of all rows of a kind. */
export interface Sum extends ShownSum {
  /** How many of `rejected` the configuration leaves out. */
  readonly excluded: number;
}

export type Sums = FilledKinds<Sum>;

/** The outcomes by kind, including kinds without rows. */
export type AllSums = Readonly<Record<Kind, Sum>>;

/** @param excluded see `excludedOf`; read before the run, because a plan that stopped the run may be unreadable afterwards */
export function sumsOf({ summary }: Plan, excluded: Excluded, counts: CountsByKind): AllSums {
  return Object.fromEntries(
    kindsInOrder.map((kind) => {
      const { rows, made, madeBy, rejected, merged, filtered } = summary.kinds[kind];
      const { unchanged, changed, updated } = summary.kinds[kind];
      const notPlanned = {
        rejected,
        excluded: excluded[kind],
        merged,
        filtered,
        unchanged,
        changed,
        updated,
      };
      return [kind, { rows, made, madeBy, ...notPlanned, ...counts[kind] }];
    }),
  ) as unknown as AllSums;
}

/** Rows that are in no bucket; anything but 0 is a bug. */
export function unaccounted(sums: Sums): number {
  return Object.values(sums).reduce((total, sum) => total + Math.abs(remainder(sum)), 0);
}

/** Adds up one number over all kinds. */
export function totalOf<Name extends string>(
  sums: FilledKinds<Readonly<Record<Name, number>>>,
  name: Name,
): number {
  return Object.values(sums).reduce((total, sum) => total + sum[name], 0);
}

/** Rows that are in no bucket; negative when rows are in more than one. */
export function remainder({
  rows,
  rejected,
  merged,
  filtered,
  unchanged,
  changed,
  updated,
  ...counts
}: ShownSum): number {
  const { created, present, failed, skipped, unresolved, pending } = counts;
  const notPlanned = rejected + merged + filtered + unchanged + changed + updated;
  return rows - notPlanned - created - present - failed - skipped - unresolved - pending;
}
