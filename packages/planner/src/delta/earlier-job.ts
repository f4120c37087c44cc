import type { Kind, Row } from '@chatferry/contract';
import type { Plan } from '../plan/plan.ts';

/**
 * What an earlier job knows of each record of a batch, one letter for each: `l` the job has stored it; `h` the service holds it with
 * the content of the plan, and it is not proved that the job stored it; `t` the service holds it, but its content is not known to be that
 * of the plan; `.` it may not be there.
 */
export type EarlierMarks = string;

/** Whether the service holds a record with the content of the plan. */
export function isAsPlanned(mark: string | undefined): boolean {
  return mark === 'l' || mark === 'h';
}

/** A job whose records count as present, and whose landed records are not planned again. */
export interface EarlierJob {
  readonly plan: Plan;
  /** @returns undefined for a batch that was not begun */
  readonly marksOf: (seq: number) => EarlierMarks | undefined;
  /** Kinds that it, or a job before it, has sent through the chat endpoints: the app has given the records times of its own. */
  readonly sentByChat?: ReadonlySet<Kind> | undefined;
}

/** A record that landed in the earlier job and has other content in this export. */
export interface ChangedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The fields that differ; undefined when the record landed in a job before the earlier one, of which only digests are kept. */
  readonly fields: readonly string[] | undefined;
  /** The record as it is in this export. */
  readonly record: Row;
  /** The fields that the plan updates; none: the record stays as it landed. */
  readonly updated: readonly string[];
}

/** A record that landed in the earlier job and is not in this export. */
export interface GoneRecord {
  readonly kind: Kind;
  readonly id: string;
}
