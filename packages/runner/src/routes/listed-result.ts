import { errorText, type Kind, readError, verdictOnRecord } from '@chatferry/contract';
import type { RecordResult } from '../answers/answer-action.ts';
import { openReason } from '../answers/open-reason.ts';
import { troubleFrom } from '../answers/trouble-from.ts';

/**
 * The result of one uid in a request of several: `{"success": true}`, or an error. `undefined` or any other value means
 * that the answer does not contain the uid.
 */
export function listedResult(kind: Kind, listed: unknown): RecordResult {
  const answer = (listed ?? {}) as { readonly success?: unknown };
  if (answer.success === true) return { is: 'created' };
  const problem = readError(answer);
  if (problem.code === undefined && errorText(problem) === undefined)
    return {
      is: 'open',
      because: 'not-mentioned',
      trouble: { code: 'NOT_MENTIONED', message: 'The answer does not contain the user.' },
    };
  const trouble = troubleFrom(problem, 'UNKNOWN');
  const { code } = trouble;
  switch (verdictOnRecord(kind, code)) {
    case 'present':
      return { is: 'present' };
    case 'failed':
      return { is: 'failed', trouble };
    case 'retry':
      return { is: 'open', because: openReason(code), trouble };
    case 'stop':
      return { is: 'open', because: 'stop', trouble };
  }
}
