import type { StopReason } from '../terms/stop-reason.ts';

/** The right to send the records of a job, and to write its ledger. */
export interface Lease {
  /** Aborted when the right is lost; its reason is a `StopReason`. */
  readonly lost: AbortSignal;
  /** Checks immediately whether the right is lost. */
  check(): void;
}

/** Why the right is lost; `undefined` while it is not. */
export function lossOf({ lost }: Lease): StopReason | undefined {
  return lost.aborted ? (lost.reason as StopReason) : undefined;
}
