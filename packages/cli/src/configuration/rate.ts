import { limits } from '@chatferry/contract';
import { parseTimetable, type Rate, type Timetable } from '@chatferry/runner';
import type { Settings } from './settings.ts';

/** The quota of the settings. @throws {TimetableError} */
export function rateFrom(setting: Settings): Rate | Timetable {
  const given = setting('requests-per-minute') ?? limits.importRequestsPerMinute;
  return typeof given === 'object'
    ? parseTimetable(given.timetable, setting('time-zone') ?? 'UTC')
    : given;
}
