import { ApiError, type Attempt, retryAfterMs } from '@chatferry/client';
import { errorText, isRealtimeTrouble, type Kind, readError } from '@chatferry/contract';
import type { Trouble } from '../terms/trouble.ts';
import { AllSucceeded } from '../fast-path/all-succeeded.ts';
import { resultsFrom } from './record-results.ts';
import { meaningOfRefusal } from './refusal-meaning.ts';
import { recordWait } from './record-wait.ts';
import type { SentRecords } from './sent-records.ts';
import { shortened } from './shortened.ts';
import { stopReason } from './stop-reasons.ts';
import { troubleFrom } from './trouble-from.ts';
import type { RetryAction, AnswerAction } from './answer-action.ts';

/**
 * What the result of one attempt of an import request means. The README of the package shows it as a table.
 *
 * @param outcome the answer, or the error of an attempt that got none
 * @param sent what was sent, to compare the answer with
 * @param nowMs milliseconds since 1970, for waits that the answer gives as a point in time
 */
export function actionFor(
  outcome: Attempt | ApiError,
  kind: Kind,
  sent: SentRecords,
  nowMs: number,
): AnswerAction {
  if (outcome instanceof ApiError) return onSilence(outcome);
  if (isAllCreated(outcome, sent)) return { type: 'all-created' };
  const { status, headers } = outcome;
  const body = outcome.body instanceof AllSucceeded ? outcome.body.body : outcome.body;
  const good = status < 300;
  if (good && hasData(body)) {
    const action = resultsFrom(body, kind, sent);
    if (action.type !== 'results') return action;
    return { ...action, wait: recordWait(action.results, outcome, nowMs) };
  }

  const { code } = readError(body);
  const trouble = troubleOf(outcome);
  const afterMs = retryAfterMs(headers, body, nowMs);
  const meaning = meaningOfRefusal(kind, status, code);
  switch (meaning) {
    case 'wait':
      return { type: 'wait', afterMs, trouble };
    case 'again': {
      const source = good ? 'silence' : sourceOf(code);
      return { type: 'retry', trouble, mayHaveLanded: true, source, afterMs };
    }
    case 'too-large':
    case 'refused':
      return { type: 'split', because: meaning, trouble };
    case 'stop':
    case 'unsure': {
      const reason = stopReason(status, code, trouble);
      return { type: 'stop', reason, certain: meaning === 'stop', trouble };
    }
  }
}

/** After trouble in the realtime part, the records may or may not exist. */
function sourceOf(code: string | undefined): RetryAction['source'] {
  if (code === undefined) return 'gateway';
  return isRealtimeTrouble(code) ? 'silence' : 'service';
}

/** Whether the answer reports success for exactly the records that were sent, in their order. Needs no JSON parser. */
function isAllCreated({ status, body }: Attempt, sent: SentRecords): boolean {
  return body instanceof AllSucceeded && status < 300 && sent.areNamedBy(body);
}

/** No answer came. */
function onSilence(error: ApiError): AnswerAction {
  const trouble = { code: error.code, message: shortened(error.message) };
  if (error.code === 'not-configured')
    return {
      type: 'stop',
      reason: {
        code: 'wrong-app',
        message: error.message,
        fix: 'Give the app id with the region or the base URL, and the key.',
      },
      certain: true,
      trouble,
    };
  const { mayHaveLanded } = error;
  return { type: 'retry', trouble, mayHaveLanded, source: 'silence', afterMs: undefined };
}

/** Whether an answer has the form of success. */
export function hasData(body: unknown): body is { readonly data: object } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'data' in body &&
    typeof body.data === 'object' &&
    body.data !== null
  );
}

function troubleOf({ status, body, text }: Attempt): Trouble {
  const problem = readError(body);
  if (problem.code !== undefined || errorText(problem) !== undefined)
    return troubleFrom(problem, `HTTP ${status}`);
  if (status < 300)
    return {
      code: 'UNREADABLE',
      message: 'The answer is empty, broke off, or is not the service’s.',
    };
  const beginning = text === undefined || text === '' ? '' : ` It begins: ${text.slice(0, 100)}`;
  return { code: `HTTP ${status}`, message: `Not an answer of the service.${beginning}` };
}
