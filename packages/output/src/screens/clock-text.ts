import { duration } from '@chatferry/job/planned';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** `05:48:09` in the zone of this machine, like all times in this file. @param at milliseconds since 1970 */
export function clockSecond(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** `05:48`. */
export function clockMinute(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** `done about 05:48`, with the day if it is not today. */
export function doneAbout(at: number, now: number): string {
  const rounded = Math.round(at / MINUTE_MS) * MINUTE_MS;
  return `done about ${dayUnlessToday(rounded, now)}${clockMinute(rounded)}`;
}

function dayUnlessToday(at: number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return '';
  const isSoon = at - now < 6 * DAY_MS;
  const form: Intl.DateTimeFormatOptions = isSoon ? { weekday: 'short' } : { year: 'numeric' };
  const text = day.toLocaleDateString('en-GB', { ...form, day: 'numeric', month: 'short' });
  return `${text.replace(',', '')} `;
}

/** `03:54, 26 min ago`. */
export function agoText(at: number, now: number): string {
  return now - at < MINUTE_MS ? clockMinute(at) : `${clockMinute(at)}, ${duration(now - at)} ago`;
}

/** `4 min 47 s`: for durations of which each second counts. */
export function exactDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const isLong = seconds < 60 || seconds >= 3600 || seconds % 60 === 0;
  return isLong ? duration(ms) : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `2026-11-24, times in Europe/Berlin, UTC+1`. */
export function zoneText(at: number): string {
  const date = new Date(at);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const minutes = -date.getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`;
  const zone = timeZone === 'UTC' ? 'UTC' : `${timeZone}, ${offset}`;
  return `${date.toLocaleDateString('sv-SE')}, times in ${zone}`;
}
