import { expect, test } from 'vitest';
import { type FailedAttempt, retryDelayMs } from '../src/pacing/retry.ts';

const lost = { code: 'unreachable', mayHaveLanded: true, retryAfterMs: undefined } as const;
const neverSent = { ...lost, mayHaveLanded: false } as const;
const tooLate = { ...lost, code: 'timeout' } as const;
const trouble = { ...lost, code: 'service-trouble' } as const;
const tooMany = { ...neverSent, code: 'rate-limited' } as const;
const refused = { ...neverSent, code: 'invalid' } as const;

const cases: [string, Partial<FailedAttempt>, number | undefined][] = [
  ['the first repeat comes soon', { number: 1, error: lost }, 500],
  ['the waits double', { number: 4, error: lost }, 4000],
  ['a fifth attempt is the last', { number: 5, error: lost }, undefined],
  ['jitter takes up to half away', { number: 1, error: lost, random: 1 }, 250],
  ['what may have landed is not repeated blindly', { error: lost, repeatable: false }, undefined],
  ['what never left may go again', { error: neverSent, repeatable: false }, 500],
  ['trouble inside the service may pass', { error: trouble }, 500],
  ['an answer that is too late may come in time', { error: tooLate }, 500],
  ['but not for a message', { error: trouble, repeatable: false }, undefined],
  ['the stated wait counts', { error: { ...trouble, retryAfterMs: 30_000 } }, 30_000],
  ['429 waits as stated', { error: { ...tooMany, retryAfterMs: 58_000 } }, 58_000],
  ['429 was not executed, so anything may go again', { error: tooMany, repeatable: false }, 500],
  ['an hour is too long', { error: { ...tooMany, retryAfterMs: 3_600_000 } }, undefined],
  ['five minutes are not', { error: { ...tooMany, retryAfterMs: 300_000 } }, 300_000],
  ['no wait of its own is longer', { number: 20, attempts: 21, error: lost }, 300_000],
  ['the caller may allow fewer attempts', { number: 2, attempts: 2, error: lost }, undefined],
  ['an answer that is cut off may come whole', { error: { ...lost, code: 'unreadable' } }, 500],
  ['a refusal stays one', { error: refused }, undefined],
];

test.each(cases)('%s', (_name, given, delayMs) => {
  const attempt = { number: 1, error: lost, repeatable: true, random: 0, ...given };

  expect(retryDelayMs(attempt)).toBe(delayMs);
});
