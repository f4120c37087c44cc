import type { Kind } from '@chatferry/contract';

/** The id that a user, a group or a role has in the export, and the one that it gets in the service. */
export interface OwnId {
  readonly kind: Kind;
  readonly legacy: string;
  readonly service: string;
}

/** An own id as the plan keeps it. */
export interface StoredOwnId extends OwnId {
  /** `own`: of this export; `landed`: of that of a job before; `refused`: another record has the id in the service. */
  readonly state: 'own' | 'landed' | 'refused';
}
