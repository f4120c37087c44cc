import type { Kind } from '@chatferry/contract';

/** The id of the row of a user, a group or a role in the export, and its id in the service. */
export interface RowId {
  readonly kind: Kind;
  readonly legacy: string;
  readonly service: string;
}

/** The id of a row as stored in the plan. */
export interface StoredRowId extends RowId {
  /** `own`: from this export; `landed`: from the export of an earlier job; `refused`: another record has the service id. */
  readonly state: 'own' | 'landed' | 'refused';
}
