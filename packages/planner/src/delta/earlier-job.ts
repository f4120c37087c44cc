import type { Kind, Row } from '@chatferry/contract';
import type { Plan } from '../plan/plan.ts';

/**
 * The state of each record of a batch in an earlier job, one letter each: `l` the job has stored the record; `h` the service holds the
 * record with the planned content, but it is not proved that the job stored it; `t` the service holds the record, perhaps with other
 * content; `.` the service may not hold the record.
 */
export type EarlierMarks = string;

/** Whether the service holds a record with the planned content. */
export function isAsPlanned(mark: string | undefined): boolean {
  return mark === 'l' || mark === 'h';
}

/** A job whose records count as present, and whose landed records are not planned again. */
export interface EarlierJob {
  readonly plan: Plan;
  /** @returns undefined for a batch that was not begun */
  readonly marksOf: (seq: number) => EarlierMarks | undefined;
  /** Kinds that this job, or a job before it, sent through the chat endpoints. The app has set the times of their records. */
  readonly sentByChat?: ReadonlySet<Kind> | undefined;
}

/** A record that landed in the earlier job and has other content in this export. */
export interface ChangedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The fields that differ; undefined when the record landed before the earlier job, so that only its digest is known. */
  readonly fields: readonly string[] | undefined;
  /** The record as it is in this export. */
  readonly record: Row;
  /** The fields that the plan updates; empty when the record stays as it landed. */
  readonly updated: readonly string[];
}

/** A record that landed in the earlier job and is not in this export. */
export interface GoneRecord {
  readonly kind: Kind;
  readonly id: string;
}
