import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import type { CountsByKind, KindCounts } from '@chatferry/runner';
import { table } from '../printing/table.ts';

/** What became of every row of a kind. */
export interface Sum extends KindCounts {
  readonly rows: number;
  readonly rejected: number;
  readonly merged: number;
}

export type Sums = Readonly<Record<Kind, Sum>>;

export function sumsOf(summary: PlanSummary, counts: CountsByKind): Sums {
  return Object.fromEntries(
    kindsInOrder.map((kind) => {
      const { rows, rejected, merged } = summary.kinds[kind];
      return [kind, { rows, rejected, merged, ...counts[kind] }];
    }),
  ) as unknown as Sums;
}

/** Rows that are in no bucket; anything but 0 is a bug. */
export function leftOver(sums: Sums): number {
  return kindsInOrder.reduce((total, kind) => total + Math.abs(remainder(sums[kind])), 0);
}

/** Adds up one number over all kinds. */
export function totalOf(sums: Sums, name: keyof Sum): number {
  return kindsInOrder.reduce((total, kind) => total + sums[kind][name], 0);
}

/** `users  312 = 305 created + 0 present + …`, a line for each kind. */
export function sumLines(sums: Sums): string[] {
  const always = ['created', 'present', 'failed', 'skipped', 'rejected', 'merged'] as const;
  const sometimes = (['unresolved', 'pending'] as const).filter((name) => totalOf(sums, name) > 0);
  const names = [...always, ...sometimes];
  return table(
    kindsInOrder.map((kind) => [
      kind,
      sums[kind].rows,
      '=',
      ...names.flatMap((name, index) => [
        sums[kind][name],
        `${name === 'pending' ? 'not sent yet' : name}${index < names.length - 1 ? ' +' : ''}`,
      ]),
    ]),
    ' ',
  );
}

function remainder({ rows, rejected, merged, ...counts }: Sum): number {
  const { created, present, failed, skipped, unresolved, pending } = counts;
  return rows - rejected - merged - created - present - failed - skipped - unresolved - pending;
}
