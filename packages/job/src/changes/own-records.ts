import { comparableOf, kinds, type Row } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import { type BatchOwnership, isOfItsTime, type Ledger, ownershipOf } from '@chatferry/runner';

/** Whether a record that differs from the plan is the job's. @param differing the names of the fields that differ */
export type IsOwn = (
  batch: Batch,
  position: number,
  planned: Row,
  differing: readonly string[],
) => boolean;

/**
 * Tells which records a repair may change: records that the job has stored, and records with the planned time. An import of the same
 * export stored the latter, for example one whose job folder is lost.
 *
 * @param ledger undefined when nothing was sent
 * @param nowMs milliseconds since 1970
 */
export function ownRecordsOf(ledger: Ledger | undefined, nowMs: number): IsOwn {
  let known: { readonly seq: number; readonly ownership: BatchOwnership } | undefined;
  const nothingSent: BatchOwnership = { of: [], begunAt: nowMs };
  return (batch, position, planned, differing) => {
    const { seq, kind } = batch;
    if (known?.seq !== seq)
      known = { seq, ownership: ledger === undefined ? nothingSent : ownershipOf(ledger, batch) };
    const { of, begunAt } = known.ownership;
    const isSentByChat = ledger?.sentByChat.has(kind) === true;
    if (of[position] === 'own' || of[position] === 'answered')
      return isSentByChat || !isMadeAnew(kind, differing);
    const comparable = comparableOf(kind, planned, { isSentByChat });
    return isOfItsTime(kind, comparable, differing, begunAt === 0 ? nowMs : begunAt);
  };
}

/** Whether a record that was sent with its time now has another time. */
function isMadeAnew(kind: Batch['kind'], differing: readonly string[]): boolean {
  const { time, provedBy } = kinds[kinds[kind].changes ?? kind];
  return provedBy === 'time' && differing.includes(time!);
}
