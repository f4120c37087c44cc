import { expect, test } from 'vitest';
import { rateLimitsIn, retryAfterMs } from '../src/index.ts';

const now = Date.UTC(2026, 0, 1);
const nowSeconds = now / 1000;
const tooMany = (message: string) => ({ error: { code: 'ERR_TOO_MANY_REQUESTS', message } });

const cases: [string, Record<string, string>, unknown, number | undefined][] = [
  ['Retry-After in seconds', { 'retry-after': '58' }, undefined, 58_000],
  ['Retry-After of no time', { 'retry-after': '0' }, undefined, 0],
  ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, undefined, 7000],
  ['a date in the past', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, undefined, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined, undefined],
  ['ten years', { 'retry-after': '315360000' }, undefined, 315_360_000_000],
  ['a number beyond all dates', { 'retry-after': '9'.repeat(400) }, undefined, 3_153_600_000_000],
  ['the reset in milliseconds', { 'x-rate-limit-reset': String(now + 9000) }, undefined, 9000],
  ['the seconds left until the reset', { 'x-ratelimit-reset': '42' }, undefined, 42_000],
  ['no seconds left', { 'x-ratelimit-reset': '0' }, undefined, undefined],
  ['a reset in the past', { 'x-rate-limit-reset': String(nowSeconds - 90) }, undefined, undefined],
  [
    'a reset in milliseconds in the past',
    { 'x-rate-limit-reset': String(now - 90_000) },
    undefined,
    undefined,
  ],
  ['the reset', { 'x-rate-limit-reset': String(nowSeconds + 9) }, undefined, 9000],
  ['its other spelling', { 'x-ratelimit-reset': String(nowSeconds + 9) }, undefined, 9000],
  [
    'a reset while requests are left',
    { 'x-rate-limit-reset': String(nowSeconds + 9), 'x-rate-limit-remaining': '3' },
    undefined,
    undefined,
  ],
  [
    'a reset when no requests are left',
    { 'x-rate-limit-reset': String(nowSeconds + 9), 'x-rate-limit-remaining': '0' },
    undefined,
    9000,
  ],
  [
    'Retry-After before the reset',
    { 'retry-after': '2', 'x-rate-limit-reset': String(nowSeconds + 9) },
    undefined,
    2000,
  ],
  [
    'the documented sentence',
    {},
    tooMany('Too many requests. Please retry for seconds after 58.'),
    58_000,
  ],
  [
    'the reset before the seconds in the text',
    { 'x-rate-limit-reset': String(nowSeconds + 9) },
    tooMany('Try again in 58 seconds.'),
    9000,
  ],
  ['seconds in the text', {}, tooMany('Try again in 58 seconds.'), 58_000],
  ['a number of another thing', {}, tooMany('Only 60 requests are allowed.'), undefined],
  ['seconds in the text of another failure', {}, { error: { message: 'took 3 s' } }, undefined],
  [
    'the reset, by the clock of the service',
    { 'x-rate-limit-reset': String(nowSeconds + 7209), date: 'Thu, 01 Jan 2026 02:00:00 GMT' },
    undefined,
    9000,
  ],
  [
    'Retry-After as a date, by the clock of the service',
    {
      'retry-after': 'Wed, 31 Dec 2025 22:00:07 GMT',
      date: 'Wed, 31 Dec 2025 22:00:00 GMT',
    },
    undefined,
    7000,
  ],
  [
    'the reset with an invalid date',
    { 'x-rate-limit-reset': String(nowSeconds + 9), date: 'now' },
    undefined,
    9000,
  ],
  ['nonsense', { 'retry-after': 'soon' }, undefined, undefined],
  ['nothing', {}, undefined, undefined],
];

test.each(cases)('%s', (_name, headers, body, waitMs) => {
  expect(retryAfterMs(headers, body, now)).toBe(waitMs);
});

test.each([
  [
    'as recorded',
    {
      'x-ratelimit-limit': '20000',
      'x-ratelimit-remaining': '19997',
      'x-ratelimit-limit-for-app': '100000',
      'x-ratelimit-remaining-for-app': '0',
    },
    { limit: 20_000, remaining: 19_997 },
    { limit: 100_000, remaining: 0 },
  ],
  [
    'as documented',
    { 'x-rate-limit': '200', 'x-rate-limit-remaining': '150' },
    { limit: 200, remaining: 150 },
    {},
  ],
  ['nonsense', { 'x-rate-limit': '0', 'x-ratelimit-remaining': '-3' }, {}, {}],
  ['nothing', {}, {}, {}],
])('the limits that headers report: %s', (_name, headers, ofOperation, ofApp) => {
  expect(rateLimitsIn(headers as Record<string, string>)).toEqual({ ofOperation, ofApp });
});
