import { ApiError, type Attempt } from '@chatferry/client';
import { type Kind, readError, verdictOnRecord } from '@chatferry/contract';
import { recordWait } from '../answers/record-wait.ts';
import { shortened } from '../answers/shortened.ts';
import { troubleFrom } from '../answers/trouble-from.ts';
import type { Fate, Verdict } from '../answers/verdict.ts';
import { verdictOn } from '../answers/verdict-on.ts';

/** The chat endpoints name no records in their answers; only what stands around them is read as in an import. */
const nobody = { count: 0, ids: () => [], areNamedBy: () => false };

function fatesVerdict(fates: readonly Fate[], attempt: Attempt, nowMs: number): Verdict {
  return { says: 'fates', fates, wait: recordWait(fates, attempt, nowMs) };
}

/**
 * What an attempt at a chat endpoint means. A code that speaks of a record is that record's fate, where the request
 * held no other.
 *
 * @param count records in the request
 * @param read what a good answer's `data` says of each
 */
export function chatVerdictOn(
  outcome: Attempt | ApiError,
  kind: Kind,
  count: number,
  read: (data: object) => readonly Fate[],
  nowMs: number,
): Verdict {
  if (outcome instanceof ApiError) {
    if (outcome.code !== 'invalid') return verdictOn(outcome, kind, nobody, nowMs);
    const trouble = { code: outcome.code, message: shortened(outcome.message) };
    return { says: 'cut', because: 'refused', trouble };
  }
  const { status, body } = outcome;
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (status >= 200 && status < 300 && typeof data === 'object' && data !== null)
    return fatesVerdict(read(data), outcome, nowMs);

  const general = verdictOn(outcome, kind, nobody, nowMs);
  const problem = readError(body);
  const { code } = problem;
  if (code === undefined || count > 1) return general;
  const isOfRecord = general.says === 'cut' || (general.says === 'stop' && !general.certain);
  if (!isOfRecord) return general;
  const trouble = troubleFrom(problem, code);
  const fate: Fate =
    verdictOnRecord(kind, code) === 'present' ? { is: 'present' } : { is: 'failed', trouble };
  return { says: 'fates', fates: [fate] };
}
