import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { CountsByKind, KindCounts } from '@chatferry/runner';
import type { LeftOut } from '../planning/left-out.ts';
import { madeLines } from '../planning/made-lines.ts';
import { table } from '../printing/table.ts';

/** What became of every row of a kind, as far as it is shown in a line. */
interface ShownSum extends KindCounts {
  readonly rows: number;
  /** Of `rows`, those that are in no input. */
  readonly made: number;
  readonly rejected: number;
  readonly merged: number;
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
      const { rows, made, rejected, merged } = summary.kinds[kind];
      return [kind, { rows, made, rejected, leftOut: leftOut[kind], merged, ...counts[kind] }];
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

/** `users  312 = 305 created + 0 present + …`, a line for each kind, and one about rows that were made. */
export function sumLines(sums: Readonly<Record<Kind, ShownSum>>): string[] {
  const always = ['created', 'present', 'failed', 'skipped', 'rejected', 'merged'] as const;
  const sometimes = (['unresolved', 'pending'] as const).filter((name) => totalOf(sums, name) > 0);
  const names = [...always, ...sometimes];
  const lines = table(
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
  return [...lines, ...madeLines(sums)];
}

function remainder({ rows, rejected, merged, ...counts }: ShownSum): number {
  const { created, present, failed, skipped, unresolved, pending } = counts;
  return rows - rejected - merged - created - present - failed - skipped - unresolved - pending;
}
