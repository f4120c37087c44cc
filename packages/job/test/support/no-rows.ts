import { noOutcomes } from '@chatferry/runner';
import type { Sum } from '../../src/index.ts';

/** The sum of a kind without rows. */
export const noRows: Sum = {
  ...noOutcomes,
  pending: 0,
  rows: 0,
  made: 0,
  madeBy: {},
  rejected: 0,
  excluded: 0,
  merged: 0,
  filtered: 0,
  unchanged: 0,
  changed: 0,
  updated: 0,
};
