import type { Kind } from '@chatferry/contract';

/** The ids that users and groups got in an earlier job. */
export interface EarlierIds {
  /** Whether a record of the earlier export had this id, and it was changed to the form of the service. */
  readonly isOwn: (kind: Kind, id: string) => boolean;
  /** Whether a record landed under the id that this one becomes. */
  readonly isTaken: (kind: Kind, id: string) => boolean;
}
