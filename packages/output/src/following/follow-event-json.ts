import { isoTime } from '../printing/iso-time.ts';
import type { FollowEvent } from '@chatferry/follow';
import { eventJson } from '../running/event-json.ts';
import { resultJson } from '../printing/print.ts';

/** An event of a follower as a line of JSON. */
export function followEventJson(event: FollowEvent, now: number): string {
  if (event.type === 'sending') return eventJson(event.event, now);
  const at = isoTime(now);
  if (event.type !== 'failing' && event.type !== 'not-compared')
    return resultJson({ at, ...event });
  const { type, lines, fix, nextAt } = event;
  const message = lines.join('\n');
  return resultJson({ at, type, message, fix, nextAt: isoTime(nextAt) });
}
