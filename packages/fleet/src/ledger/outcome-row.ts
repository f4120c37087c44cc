import type { BatchEntry, RecordOutcome } from '@chatferry/runner';
import { storable } from './storable.ts';

/** One outcome for each record, because a statement writes a row once. A record that has landed keeps its earlier reason. */
export function lastOfEach(outcomes: readonly RecordOutcome[]): Iterable<RecordOutcome> {
  const last = new Map<number, RecordOutcome>();
  for (const outcome of outcomes) {
    const before = last.get(outcome.position);
    const isLanding = outcome.code === '' && before !== undefined && before.code !== '';
    last.set(outcome.position, isLanding ? { ...before, outcome: outcome.outcome } : outcome);
  }
  return last.values();
}

/** The row of a record that did not simply land, apart from its batch. */
export function outcomeRow(
  { details, cause, ...outcome }: RecordOutcome,
  { file, line }: BatchEntry['batch']['origins'][number],
): object {
  const { position, id, outcome: name, code, message, mayHaveLanded, attempts } = outcome;
  return {
    position,
    id: storable(id),
    outcome: name,
    code: storable(code),
    message: storable(message),
    details: details === undefined ? null : storable(JSON.stringify(details)),
    cause: cause === undefined ? null : storable(cause),
    may_have_landed: mayHaveLanded,
    attempts,
    file: storable(file),
    line,
  };
}
