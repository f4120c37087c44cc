import type { Measured } from './measure.ts';
import { thousands } from './print-table.ts';

/** How much longer planning may take than a bare pass over the same input. */
const ALLOWED = 4;

/** Heads of the cells of `comparedCells`. @param rows what is counted, in the plural */
export function comparedHeads(rows: string): string[] {
  return [
    rows,
    'bare s',
    'its CPU s',
    'plan s',
    'its CPU s',
    'ratio',
    'allowed',
    `${rows}/s`,
    'peak MiB',
  ];
}

/** The cells of a table in which planning is compared with a bare pass, which counts the rows. */
export function comparedCells(bare: Measured, plan: Measured): string[] {
  const rows = bare.rows ?? 0;
  return [
    thousands(rows),
    bare.seconds.toFixed(1),
    bare.cpuSeconds.toFixed(1),
    plan.seconds.toFixed(1),
    plan.cpuSeconds.toFixed(1),
    (plan.seconds / bare.seconds).toFixed(2),
    `≤ ${ALLOWED}`,
    thousands(Math.round(rows / plan.seconds)),
    String(plan.peakRssMiB),
  ];
}
