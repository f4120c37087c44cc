import {
  type Kind,
  readImportAnswer,
  type RecordAnswer,
  verdictOnRecord,
} from '@chatferry/contract';
import type { Trouble } from '../terms/trouble.ts';
import type { StopReason } from '../terms/stop-reason.ts';
import type { SentRecords } from './sent-records.ts';
import { openReason } from './open-reason.ts';
import { stopReason } from './stop-reasons.ts';
import { troubleOf } from './trouble-from.ts';
import type { RecordResult, OpenReason, AnswerAction } from './answer-action.ts';

const NOT_MENTIONED: Trouble = {
  code: 'NOT_MENTIONED',
  message: 'The answer does not contain the outcome of the record.',
};

/**
 * The result of each record in an answer. Only `success` under the record's key counts; keys that were not sent are
 * passed over, and a record that is not mentioned stays open.
 */
export function resultsFrom(
  body: { readonly data: object },
  kind: Kind,
  sent: SentRecords,
): AnswerAction {
  const ids = sent.ids();
  const answers = readImportAnswer(body, { kind, ids });
  let stop: StopReason | undefined;
  const results = ids.map((id): RecordResult => {
    const answer = answers.get(id);
    if (answer === undefined) return open(NOT_MENTIONED, 'not-mentioned');
    if (!answer.landed && verdictOnRecord(kind, answer.code) === 'stop')
      stop ??= stopReason(200, answer.code, troubleOf(answer));
    return resultOf(kind, answer);
  });
  if (results.every(({ is }) => is === 'created')) return { type: 'all-created' };
  return { type: 'results', results, stop };
}

function resultOf(kind: Kind, answer: RecordAnswer): RecordResult {
  if (answer.landed) return { is: 'created' };
  switch (verdictOnRecord(kind, answer.code)) {
    case 'present':
      return { is: 'present' };
    case 'failed':
      return { is: 'failed', trouble: troubleOf(answer) };
    case 'retry':
      return open(troubleOf(answer), openReason(answer.code));
    case 'stop':
      return open(troubleOf(answer), 'stop');
  }
}

function open(trouble: Trouble, because: OpenReason): RecordResult {
  return { is: 'open', trouble, because };
}
