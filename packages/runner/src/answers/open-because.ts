import { classOfCode, isRealtimeTrouble } from '@chatferry/contract';
import type { OpenBecause } from './verdict.ts';

/** Why the outcome of a record is open, from the code of trouble beside it. */
export function openBecause(code: string): OpenBecause {
  if (isRealtimeTrouble(code)) return 'realtime';
  return classOfCode(code) === 'rate' ? 'rate' : 'trouble';
}
