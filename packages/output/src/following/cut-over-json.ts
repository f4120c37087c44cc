import { isoTime } from '../printing/iso-time.ts';
import type { CutOverEvent, CutOverOutcome } from '@chatferry/follow';
import { resultJson } from '../printing/print.ts';
import type { Result } from '../results/results.ts';
import { followEventJson } from './follow-event-json.ts';

/** An event as a line of JSON. No event contains the operator's commands or their output. */
export function cutOverEventJson(event: CutOverEvent, now: number): string {
  const at = isoTime(now);
  if (event.type === 'resumed')
    return resultJson({ at, ...event, frozenAt: isoTime(event.frozenAt) });
  return isOfFollower(event) ? followEventJson(event, now) : resultJson({ at, ...event });
}

const ofFollower = ['reconciled', 'flushed', 'sending', 'settled', 'failing'] as const;

type OfFollower = Extract<CutOverEvent, { type: (typeof ofFollower)[number] }>;

function isOfFollower(event: CutOverEvent): event is OfFollower {
  return ofFollower.some((type) => type === event.type);
}

export function cutOverResultJson(
  { openedAt, ...outcome }: CutOverOutcome,
  isInterrupted: boolean,
  next: readonly string[],
): Extract<Result, { type: 'cut-over' }> {
  return {
    type: 'cut-over',
    ...outcome,
    isInterrupted,
    openedAt: isoTime(openedAt),
    next,
  };
}
