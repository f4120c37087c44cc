import { ApiError, type Attempt } from '@chatferry/client';
import { type Kind, readError, verdictOnRecord } from '@chatferry/contract';
import { recordWait } from '../answers/record-wait.ts';
import { shortened } from '../answers/shortened.ts';
import { troubleFrom } from '../answers/trouble-from.ts';
import type { RecordResult, AnswerAction } from '../answers/answer-action.ts';
import { actionFor, hasData } from '../answers/action-for.ts';

/** The answers of the chat endpoints name no records; everything else in them is read as in an import. */
const unnamed = { count: 0, ids: () => [], areNamedBy: () => false };

function resultsAction(
  results: readonly RecordResult[],
  attempt: Attempt,
  nowMs: number,
): AnswerAction {
  return { type: 'results', results, wait: recordWait(results, attempt, nowMs) };
}

/**
 * The meaning of an attempt at a chat endpoint. When a request held a single record, a code about a record is the result of
 * that record.
 *
 * @param count records in the request
 * @param read returns the result of each record from the `data` of a good answer
 */
export function chatActionFor(
  outcome: Attempt | ApiError,
  kind: Kind,
  count: number,
  read: (data: object) => readonly RecordResult[],
  nowMs: number,
): AnswerAction {
  if (outcome instanceof ApiError) {
    if (outcome.code !== 'invalid') return actionFor(outcome, kind, unnamed, nowMs);
    const trouble = { code: outcome.code, message: shortened(outcome.message) };
    return { type: 'split', because: 'refused', trouble };
  }
  const { status, body } = outcome;
  if (status < 300 && hasData(body)) return resultsAction(read(body.data), outcome, nowMs);

  const general = actionFor(outcome, kind, unnamed, nowMs);
  const problem = readError(body);
  const { code } = problem;
  if (code === undefined || count > 1) return general;
  const isOfRecord = general.type === 'split' || (general.type === 'stop' && !general.certain);
  if (!isOfRecord) return general;
  const trouble = troubleFrom(problem, code);
  const result: RecordResult =
    verdictOnRecord(kind, code) === 'present' ? { is: 'present' } : { is: 'failed', trouble };
  return { type: 'results', results: [result] };
}
