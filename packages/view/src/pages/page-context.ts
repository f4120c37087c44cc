import type { HandOver, IndexThread, JobFolder, JobReader, StepName } from '@chatferry/job/viewing';
import { type Address, linkTo, type Query } from '../serving/address.ts';

/** The last statement, and the state of the files from which it was read. */
export interface LatestStatement {
  stamp: string;
  statement: HandOver | undefined;
}

/** The data for a page. */
export interface PageContext {
  readonly job: JobFolder;
  readonly reader: JobReader;
  readonly address: Address;
  /** Makes the link to a page. */
  readonly link: (path: readonly string[], query?: Query) => string;
  /** The index while it is made; absent when it exists. */
  readonly indexing: Pick<IndexThread, 'share' | 'failure'> | undefined;
  /** IANA name. */
  readonly timeZone: string;
  readonly next: StepName;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly version: string;
  readonly latest: LatestStatement;
}

export function linkFrom(base: string): PageContext['link'] {
  return (path, query) => linkTo(base, path, query);
}
