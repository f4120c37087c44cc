import { isoTime } from '../printing/iso-time.ts';
import type { RunEvent } from '@chatferry/runner';
import { resultJson } from '../printing/print.ts';

/** An event as a line of JSON, with times in ISO 8601, UTC. */
export function eventJson(event: RunEvent, now: number): string {
  const at = isoTime(now);
  return event.type === 'waiting'
    ? resultJson({ at, ...event, until: isoTime(event.until) })
    : resultJson({ at, ...event });
}
