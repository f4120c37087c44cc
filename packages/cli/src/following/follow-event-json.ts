import type { FollowEvent } from '@chatferry/follow';
import { eventJson } from '../running/event-json.ts';
import { resultJson } from '../printing/result-json.ts';

/** An event of a follower as a line of JSON. */
export function followEventJson(event: FollowEvent, now: number): string {
  if (event.type === 'sending') return eventJson(event.event, now);
  const at = new Date(now).toISOString();
  if (event.type !== 'failing') return resultJson({ at, ...event });
  const { type, lines, fix, nextAt } = event;
  const message = lines.join('\n');
  return resultJson({ at, type, message, fix, nextAt: new Date(nextAt).toISOString() });
}
