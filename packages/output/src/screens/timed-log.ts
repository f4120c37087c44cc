import { clockSecond, zoneText } from './clock-text.ts';

/**
 * Prints lines with the time of day in the zone of this machine, such as `04:20:00 users 50 of 100`. Before the first line, and
 * whenever the date or the zone has changed, it prints a line with the date and the zone.
 */
export function timedLog(print: (line: string) => void, now: () => number): (line: string) => void {
  let zone: string | undefined;
  return (line) => {
    const at = now();
    const current = zoneText(at);
    if (current !== zone) print(current);
    zone = current;
    print(`${clockSecond(at)} ${line}`);
  };
}
