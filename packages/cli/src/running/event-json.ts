import type { RunEvent } from '@chatferry/runner';
import { resultJson } from '../printing/result-json.ts';

/** An event as a line of JSON. Its times are in ISO 8601, UTC. */
export function eventJson(event: RunEvent, now: number): string {
  const at = new Date(now).toISOString();
  if (event.type !== 'waiting') return resultJson({ at, ...event });
  const until = event.until === undefined ? undefined : new Date(event.until).toISOString();
  return resultJson({ at, ...event, until });
}
