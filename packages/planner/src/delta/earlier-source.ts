import type { ChangedRecord, EarlierJob, GoneRecord } from './earlier-job.ts';
import type { EarlierPart } from './earlier-part.ts';

/** The job that an export is compared with. */
export interface EarlierSource {
  readonly job: EarlierJob;
  /** The part of the job that concerns the export. Absent: the job is read whole. */
  readonly part?: EarlierPart | undefined;
  readonly onChanged: (record: ChangedRecord) => void;
  readonly onGone: (record: GoneRecord) => void;
}
