import { expect, test } from 'vitest';
import { retryAfterMs } from '../src/index.ts';

const now = Date.UTC(2026, 0, 1);
const nowSeconds = now / 1000;
const tooMany = (message: string) => ({ error: { code: 'ERR_TOO_MANY_REQUESTS', message } });

const cases: [string, Record<string, string>, unknown, number | undefined][] = [
  ['Retry-After in seconds', { 'retry-after': '58' }, undefined, 58_000],
  ['Retry-After of no time', { 'retry-after': '0' }, undefined, 0],
  ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, undefined, 7000],
  ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, undefined, 0],
  ['the reset', { 'x-rate-limit-reset': String(nowSeconds + 9) }, undefined, 9000],
  ['its other spelling', { 'x-ratelimit-reset': String(nowSeconds + 9) }, undefined, 9000],
  [
    'a reset while requests are left',
    { 'x-rate-limit-reset': String(nowSeconds + 9), 'x-rate-limit-remaining': '3' },
    undefined,
    undefined,
  ],
  [
    'Retry-After before the reset',
    { 'retry-after': '2', 'x-rate-limit-reset': String(nowSeconds + 9) },
    undefined,
    2000,
  ],
  ['seconds in the text', {}, tooMany('Try again in 58 seconds.'), 58_000],
  ['a number of another thing', {}, tooMany('Only 60 requests are allowed.'), undefined],
  ['seconds in the text of another failure', {}, { error: { message: 'took 3 s' } }, undefined],
  ['nonsense', { 'retry-after': 'soon' }, undefined, undefined],
  ['nothing', {}, undefined, undefined],
];

test.each(cases)('%s', (_name, headers, body, waitMs) => {
  expect(retryAfterMs(headers, body, now)).toBe(waitMs);
});
