import { constantFrom, date, integer, property, assert as holds, tuple } from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { commonIsoTime } from '../src/times/iso-time.ts';

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.floor(ms / 1000);

test('the common form is read as the general parser reads it', () => {
  const times = tuple(
    date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
    constantFrom('', '.5', '.123456789'),
    constantFrom('', 'Z', '+00:00', '+05:30', '-11:45', '+00', '-03', '+0530'),
    constantFrom('T', ' '),
  );
  holds(
    property(times, ([moment, fraction, zone, between]) => {
      const text = moment.toISOString().slice(0, 19).replace('T', between) + fraction + zone;
      const general = DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' }).toMillis();

      const found = commonIsoTime(text);
      expect(seconds(found?.ms)).toBe(seconds(general));
      expect(found?.zoned).toBe(zone !== '');
    }),
  );
});

function two(part: number): string {
  return String(part).padStart(2, '0');
}

test('numbers that no calendar has are left to the general parser', () => {
  const parts = tuple(...[13, 33, 25, 61, 61].map((max) => integer({ min: 0, max })));
  holds(
    property(parts, (given) => {
      const [month, day, hour, minute, second] = given.map(two);
      const text = `2024-${month}-${day}T${hour}:${minute}:${second}Z`;
      const general = DateTime.fromISO(text);

      const possible = general.isValid ? [undefined, general.toMillis()] : [undefined];
      expect(possible).toContain(commonIsoTime(text)?.ms);
    }),
    { numRuns: 1000 },
  );
});
