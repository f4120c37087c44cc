import type { Kind } from '@chatferry/contract';

/** The id that the row of a user, a group or a role has in the export, and the one that it gets in the service. */
export interface RowId {
  readonly kind: Kind;
  readonly legacy: string;
  readonly service: string;
}

/** The id of a row as the plan keeps it. */
export interface StoredRowId extends RowId {
  /** `own`: of this export; `landed`: of that of a job before; `refused`: another record has the id in the service. */
  readonly state: 'own' | 'landed' | 'refused';
}
