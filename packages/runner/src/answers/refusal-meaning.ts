import { classOfCode, type Kind, verdictOnRecord, verdictOnRequest } from '@chatferry/contract';

/** What the refusal of a whole request means; `unsure`: the refusal has no known reason. */
export type RefusalMeaning = 'wait' | 'again' | 'too-large' | 'refused' | 'stop' | 'unsure';

/** What the refusal of a whole request means. A known code of the service decides; otherwise the status decides. */
export function meaningOfRefusal(
  kind: Kind,
  status: number,
  code: string | undefined,
): RefusalMeaning {
  if (status === 429 || code === 'ERR_TOO_MANY_REQUESTS') return 'wait';
  if (status === 413) return 'too-large';
  if (code !== undefined && classOfCode(code) !== undefined) return meaningOfCode(kind, code);
  if (status === 402) return 'stop';
  if (status < 300 || status >= 500 || status === 408) return 'again';
  return 'unsure';
}

function meaningOfCode(kind: Kind, code: string): RefusalMeaning {
  // When a group is full, only its own members are refused.
  if (classOfCode(code) === 'quota' && verdictOnRecord(kind, code) === 'failed') return 'refused';
  // 500 is a server error, so only the code itself can mean a stop.
  if (verdictOnRequest(500, code) === 'stop') return 'stop';
  if (verdictOnRequest(400, code) === 'retry') return 'again';
  return classOfCode(code) === 'auth' ? 'stop' : 'refused';
}
