import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { type CountsByKind, type KindCounts, notCompared } from '@chatferry/runner';
import type { LeftOut } from '../planning/left-out.ts';
import { shownKinds } from '../planning/shown-kinds.ts';
import { madeLines } from '../planning/made-lines.ts';
import { count, table } from '../printing/table.ts';

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

/** `users  312 = 305 created + 6 rejected`: a line a kind, with the buckets that have rows in them. */
export function sumLines(sums: Readonly<Record<Kind, ShownSum>>): string[] {
  const shown = shownKinds(sums);
  const beginnings = table(
    shown.map((kind) => [kind, sums[kind].rows]),
    ' ',
  );
  const lines = shown.flatMap((kind, index) => {
    const terms = buckets
      .filter(({ name, of }) => name === 'created' || of(sums[kind]) > 0)
      .map(({ name, of }) => `${count(of(sums[kind]))} ${name}`);
    return wrappedSum(`${beginnings[index]} = ${terms.join(' + ')}`);
  });
  return [...lines, ...madeLines(sums)];
}

interface Bucket {
  readonly name: string;
  readonly of: (sum: ShownSum) => number;
}

/** Every row is in one of them. */
const buckets: readonly Bucket[] = [
  { name: 'created', of: ({ created }) => created },
  { name: 'present, sent earlier', of: ({ presentByThisJob }) => presentByThisJob },
  { name: 'present, same', of: ({ presentSame }) => presentSame },
  { name: 'present, different', of: ({ presentDifferent }) => presentDifferent },
  { name: 'present, not compared', of: notCompared },
  { name: 'failed', of: ({ failed }) => failed },
  { name: 'skipped', of: ({ skipped }) => skipped },
  { name: 'rejected', of: ({ rejected }) => rejected },
  { name: 'merged', of: ({ merged }) => merged },
  { name: 'unresolved', of: ({ unresolved }) => unresolved },
  { name: 'not sent yet', of: ({ pending }) => pending },
];

/** The usual width of a terminal. */
const COLUMNS = 80;

/** Continues a sum that is too wide under its first term. */
function wrappedSum(line: string): string[] {
  const indent = line.indexOf('= ') + 2;
  let rest = line;
  const lines: string[] = [];
  while (rest.length > COLUMNS) {
    const end = rest.lastIndexOf(' + ', COLUMNS - 2) + 2;
    if (end <= indent) break;
    lines.push(rest.slice(0, end));
    rest = ' '.repeat(indent) + rest.slice(end + 1);
  }
  return [...lines, rest];
}

function remainder({ rows, rejected, merged, ...counts }: ShownSum): number {
  const { created, present, failed, skipped, unresolved, pending } = counts;
  return rows - rejected - merged - created - present - failed - skipped - unresolved - pending;
}
