import type { Kind } from '@chatferry/contract';
import type { Ledger } from './ledger/ledger.ts';

/** Records that the next run will send again, by kind. */
export type RetryCounts = Readonly<
  Record<Kind, { readonly failed: number; readonly skipped: number; readonly unresolved: number }>
>;

/**
 * Makes every record that failed, was skipped or is unresolved work for the next run of the same job. Nothing is sent
 * by it; what becomes of the records is in the next run's `changes`.
 */
export function retry(_ledger: Ledger): RetryCounts {
  throw new Error('not yet');
}
