import type { RunEvent } from '@chatferry/runner';

/** An event as a line of JSON. Its times are in ISO 8601, UTC. */
export function eventJson(event: RunEvent, now: number): string {
  const at = new Date(now).toISOString();
  if (event.type !== 'waiting') return JSON.stringify({ at, ...event });
  const until = event.until === undefined ? undefined : new Date(event.until).toISOString();
  return JSON.stringify({ at, ...event, until });
}
