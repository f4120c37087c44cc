/** `2026-11-21 07:12` in a zone. @param timeZone IANA name */
export function localMinute(ms: number, timeZone: string): string {
  // The Swedish form of a time is the form of ISO 8601.
  return new Date(ms).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** How far a zone is from UTC at a time, in milliseconds; east of Greenwich is positive. */
export function offsetMs(ms: number, timeZone: string): number {
  const whole = Math.floor(ms / 60_000) * 60_000;
  return Date.parse(`${localMinute(whole, timeZone).replace(' ', 'T')}Z`) - whole;
}
