import type { Kind } from '@chatferry/contract';

/** A file, or what stands in for one, that rows came from. */
export interface PlanInput {
  /** As the user named it; the same as in the blocks and rejects. */
  readonly file: string;
  readonly kind: Kind;
  /** `csv`, `json`, `ndjson`, or whatever else the rows were made from. */
  readonly format: string;
  readonly bytes: number;
  /** UNIX milliseconds of the last change; absent for a stream. */
  readonly modifiedMs?: number;
  /** Of the file's bytes as they are, in hexadecimal. */
  readonly sha256: string;
}

/** A file that belongs to a plan, such as the list of the rows that it rejects. */
export interface CompanionFile {
  /** In the folder of the plan. */
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** What a plan was made from. */
export interface Provenance {
  readonly inputs: readonly PlanInput[];
  /** The settings that shaped the rows, as plain data without secrets. */
  readonly config: unknown;
  /** Of chatferry. */
  readonly version: string;
  /** Called when every reject was reported, before the plan is published: writes these files to disk for good. */
  readonly writeFiles?: () => readonly CompanionFile[];
}
