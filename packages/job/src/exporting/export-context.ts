import type { Client } from '@chatferry/client';
import type { ExportWriter } from './export-writer.ts';
import type { NamedRecords } from './named-records.ts';

/** What every step of an export works with. */
export interface ExportContext {
  readonly client: Client;
  readonly writer: ExportWriter;
  /** Remembers the users and groups that records name. */
  readonly named: NamedRecords;
  readonly signal: AbortSignal;
  /** Called after each page, or each list of a parent. */
  readonly onProgress: (progress: StepProgress) => void;
}

export interface StepProgress {
  readonly step: string;
  /** Entries of lists that this step has read, in all its runs. */
  readonly read: number;
  /** How much of the step is done, from 0 to 1; undefined when the service does not state a total. */
  readonly share: number | undefined;
}
