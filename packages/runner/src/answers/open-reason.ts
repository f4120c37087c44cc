import { classOfCode, isRealtimeTrouble } from '@chatferry/contract';
import type { OpenReason } from './answer-action.ts';

/** Why the outcome of a record is open, from the code that the answer reports for it. */
export function openReason(code: string): OpenReason {
  if (isRealtimeTrouble(code)) return 'realtime';
  return classOfCode(code) === 'rate' ? 'rate' : 'trouble';
}
