import type { Row } from '@chatferry/contract';
import type { SourceTime } from '../../rows/source-words.ts';
import { localSeconds } from './times.ts';

/** The time of a message in its record. */
export function telegramTime({ date, date_unixtime: unixTime }: Row): SourceTime {
  const isLocal = unixTime === undefined && localSeconds(date) !== undefined;
  if (!isLocal)
    return {
      field: 'date_unixtime',
      value: unixTime,
      form: 'UNIX seconds as text, such as "1709280060"',
    };
  return {
    field: 'date',
    value: date,
    form: 'what the clock of the exporting machine showed, and before version 3.7.6 of 2022 nothing else',
    fix: 'Set the zone of that machine in the configuration, such as `sources: { telegram: { zone: Europe/Oslo } }`, and plan again.',
  };
}
