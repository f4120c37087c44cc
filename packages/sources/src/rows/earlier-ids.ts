import type { Kind } from '@chatferry/contract';

/** The ids that users and groups got in an earlier job. */
export interface EarlierIds {
  /** Whether a record landed under the id that this id becomes. */
  readonly isTaken: (kind: Kind, id: string) => boolean;
}
