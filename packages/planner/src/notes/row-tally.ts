import { byKind, filteredRows, type Kind, type RecordBlock } from '@chatferry/contract';

/** The outcomes of the rows of a kind so far. */
export interface RowTally {
  /** Rows read, valid or not, and records made from rows. */
  rows: number;
  /** The number of `rows` that were made from other rows, by what made them. */
  readonly madeBy: Map<string, number>;
  merged: number;
  rejected: number;
  warnings: number;
  /** Rows that a filter of the mapping left out, by reason. */
  readonly filtered: Map<string, number>;
  /** Rows whose record landed in an earlier job: with the same content, with other content, or with other content that the plan updates. */
  unchanged: number;
  changed: number;
  updated: number;
}

export function emptyTallies(): Record<Kind, RowTally> {
  return byKind(() => ({
    rows: 0,
    madeBy: new Map(),
    merged: 0,
    rejected: 0,
    warnings: 0,
    filtered: new Map(),
    unchanged: 0,
    changed: 0,
    updated: 0,
  }));
}

/** The reason for messages that are planned as another kind. */
export const SENT_AS_REPLY = 'they are sent as replies (threads: reply)';

/** Whether rows of the export were left out without being rejected. */
export function hasFiltered({ filtered }: RowTally): boolean {
  return filteredRows(filtered) > (filtered.get(SENT_AS_REPLY) ?? 0);
}

/** Counts records that are made from rows. @param rule the setting or the field that makes them */
export function countMade({ madeBy }: RowTally, rule: string, records: number): void {
  if (records > 0) madeBy.set(rule, (madeBy.get(rule) ?? 0) + records);
}

/** Counts the records of a block that were made from other rows. */
export function countBlock(tally: RowTally, { parts, made = 0 }: RecordBlock): void {
  countMade(tally, 'tooLong', parts.length);
  countMade(tally, 'transform', made);
}

/** Counts the rows of a block: its records, its rejected rows and its filtered rows. */
export function countRows(tally: RowTally, { records, rejected, filtered }: RecordBlock): void {
  tally.rows += records + rejected.length;
  for (const [reason, rows] of filtered ?? []) {
    tally.rows += rows;
    tally.filtered.set(reason, (tally.filtered.get(reason) ?? 0) + rows);
  }
}
