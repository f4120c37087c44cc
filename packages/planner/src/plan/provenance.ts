import type { Kind } from '@chatferry/contract';
import type { ExportSummary, MediaSummary, UndecidedColumn, UnreadPlace } from './plan-summary.ts';

/** A file, or another source of rows. */
export interface PlanInput {
  /** The name of the file as the user wrote it; blocks and rejects have the same name. */
  readonly file: string;
  readonly kind: Kind;
  /** `csv`, `json`, `ndjson`, or another name of the source's format. */
  readonly format: string;
  readonly bytes: number;
  /** UNIX milliseconds of the last change; absent for a stream. */
  readonly modifiedMs?: number;
  /** The hash of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A file that belongs to a plan, such as the list of the rows that it rejects. */
export interface CompanionFile {
  /** The name of the file in the folder of the plan. */
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The sources of a plan. */
export interface Provenance {
  readonly inputs: readonly PlanInput[];
  /** Exports of named systems among the inputs. */
  readonly exports?: readonly ExportSummary[];
  /** The content of inputs that nothing reads. */
  readonly unread?: readonly UnreadPlace[];
  readonly undecided?: readonly UndecidedColumn[];
  readonly media?: MediaSummary | undefined;
  /** The settings that shaped the rows, as plain data without secrets. */
  readonly config: unknown;
  /** The version of chatferry. */
  readonly version: string;
  /** Called after every reject was reported and before the plan is published. Writes these files and syncs them to disk. */
  readonly writeFiles?: () => readonly CompanionFile[];
}
