import { expect, test } from 'vitest';
import { endsAt, parseTimetable, rateAt, TimetableError, sendsAgainAt } from '../src/index.ts';

const nights = parseTimetable(
  '22:00-06:00 60/min, 12:00-13:00 40/min, else 20/min',
  'Europe/Berlin',
);

test.each([
  { at: '2026-11-20T20:59:00Z', rate: 20, why: 'one minute before ten in the evening in Berlin' },
  { at: '2026-11-20T21:00:00Z', rate: 60, why: 'ten in the evening' },
  { at: '2026-11-21T02:00:00Z', rate: 60, why: 'past midnight' },
  { at: '2026-11-21T05:00:00Z', rate: 20, why: 'six in the morning' },
  { at: '2026-11-21T11:30:00Z', rate: 40, why: 'noon' },
  { at: '2026-11-21T12:00:00Z', rate: 20, why: 'one in the afternoon' },
  { at: '2026-07-01T20:00:00Z', rate: 60, why: 'ten in the evening in summer' },
])('at $at the rate is $rate: $why', ({ at, rate }) => {
  expect(rateAt(nights, Date.parse(at))).toBe(rate);
});

test('a span that begins at midnight holds from the first minute of the day', () => {
  const timetable = parseTimetable('00:00-06:00 5/min, else 7/min', 'UTC');

  expect(rateAt(timetable, Date.parse('2026-11-20T23:59:59Z'))).toBe(7);
  expect(rateAt(timetable, Date.parse('2026-11-21T00:00:00Z'))).toBe(5);
});

test.each([
  { text: '60/min', rate: 60 },
  { text: '60', rate: 60 },
  { text: 'unlimited', rate: 'unlimited' },
  { text: 'else 7/min', rate: 7 },
  { text: '00:00-24:00 5/min, else 7/min', rate: 5 },
  { text: '00:00-24:00 0/min, else 7/min', rate: 0 },
])('$text is $rate at any time', ({ text, rate }) => {
  expect(rateAt(parseTimetable(text, 'UTC'), 0)).toBe(rate);
});

test.each([
  { text: '22:00-06:00 60/min', zone: 'UTC', message: /rest of the day/ },
  { text: '22:00-06:00 fast, else 20/min', zone: 'UTC', message: /"fast" is not a rate/ },
  { text: '25:00-06:00 60/min, else 20/min', zone: 'UTC', message: /"25:00" is not a time/ },
  { text: '22:00-24:01 60/min, else 20/min', zone: 'UTC', message: /"24:01" is not a time/ },
  { text: '22:60-23:00 60/min, else 20/min', zone: 'UTC', message: /"22:60" is not a time/ },
  { text: '60/min, else 20/min', zone: 'UTC', message: /second rate/ },
  { text: '60/min', zone: 'Mars/Olympus', message: /"Mars\/Olympus" is not a time zone/ },
])('$text in $zone is refused, with an example', ({ text, zone, message }) => {
  const parse = () => parseTimetable(text, zone);

  expect(parse).toThrow(TimetableError);
  expect(parse).toThrow(message);
});

test.each([
  ['22:00-06:00 60/min, else 0', '2026-07-01T18:48:00Z', '2026-07-01T20:00:00.000Z'],
  ['22:00-06:00 60/min, else 0', '2026-07-01T21:10:20Z', '2026-07-01T21:10:20.000Z'],
  ['0', '2026-07-01T21:10:00Z', undefined],
])('"%s" at %s allows requests at %s', (text, now, expected) => {
  const at = sendsAgainAt(parseTimetable(text, 'Europe/Berlin'), Date.parse(now));

  expect(at && new Date(at).toISOString()).toBe(expected);
});

test.each([
  ['20:00-22:00 60/min, else 20/min', 60, '2026-07-01T19:00:00Z', '2026-07-01T20:00:00.000Z'],
  ['20:00-22:00 60/min, else 20/min', 120, '2026-07-01T19:00:00Z', '2026-07-01T23:00:00.000Z'],
  ['20:00-22:00 60/min, else 0', 120, '2026-07-01T19:00:00Z', '2026-07-02T19:00:00.000Z'],
])('with "%s", %i minutes of work at %s end at %s', (text, minutes, now, expected) => {
  const timetable = parseTimetable(text, 'Europe/Berlin');

  const at = endsAt(timetable, Date.parse(now), minutes * 60_000);

  expect(new Date(at).toISOString()).toBe(expected);
});
