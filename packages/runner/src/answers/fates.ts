import {
  type Kind,
  readImportAnswer,
  type RecordAnswer,
  verdictOnRecord,
} from '@chatferry/contract';
import type { Trouble } from '../trouble.ts';
import type { StopReason } from '../stop-reason.ts';
import type { SentRecords } from './sent-records.ts';
import { openBecause } from './open-because.ts';
import { stopReason } from './stop-reasons.ts';
import { troubleOf } from './trouble-from.ts';
import type { Fate, OpenBecause, Verdict } from './verdict.ts';

const NOT_MENTIONED: Trouble = {
  code: 'NOT_MENTIONED',
  message: 'The answer does not say what became of the record.',
};

/**
 * What an answer says of each record. Only `success` beside the record's key counts; keys that were not sent are
 * passed over, and a record that is not mentioned stays open.
 */
export function fatesFrom(body: { readonly data: object }, kind: Kind, sent: SentRecords): Verdict {
  const ids = sent.ids();
  const answers = readImportAnswer(body, { kind, ids });
  let stop: StopReason | undefined;
  const fates = ids.map((id): Fate => {
    const answer = answers.get(id);
    if (answer === undefined) return open(NOT_MENTIONED, 'not-mentioned');
    if (!answer.landed && verdictOnRecord(kind, answer.code) === 'stop')
      stop ??= stopReason(200, answer.code, troubleOf(answer));
    return fateOf(kind, answer);
  });
  if (fates.every(({ is }) => is === 'created')) return { says: 'all-created' };
  return { says: 'fates', fates, stop };
}

function fateOf(kind: Kind, answer: RecordAnswer): Fate {
  if (answer.landed) return { is: 'created' };
  switch (verdictOnRecord(kind, answer.code)) {
    case 'present':
      return { is: 'present' };
    case 'failed':
      return { is: 'failed', trouble: troubleOf(answer) };
    case 'retry':
      return open(troubleOf(answer), openBecause(answer.code));
    case 'stop':
      return open(troubleOf(answer), 'stop');
  }
}

function open(trouble: Trouble, because: OpenBecause): Fate {
  return { is: 'open', trouble, because };
}
