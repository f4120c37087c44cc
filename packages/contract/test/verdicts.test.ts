import {
  classOfCode,
  codesByClass,
  type Kind,
  kindsInOrder,
  type Verdict,
  verdictOnRecord,
  verdictOnRequest,
} from '@chatferry/contract';
import { expect, test } from 'vitest';

test.each<[Kind, string, Verdict]>([
  ['users', 'ERR_UID_ALREADY_EXISTS', 'present'],
  ['groups', 'ERR_GUID_ALREADY_EXISTS', 'present'],
  ['members', 'ERR_ALREADY_JOINED', 'present'],
  ['members', 'ERR_ALREADY_BANNED', 'present'],
  ['messages', 'ERR_IMPORT_MUID_ALREADY_EXISTS', 'present'],
  ['messages', 'ERR_UID_NOT_FOUND', 'failed'],
  ['messages', 'ERR_EMPTY_MESSAGE_TEXT', 'failed'],
  ['members', 'ERR_IMPORT_INVALID_JOINEDAT', 'failed'],
  ['members', 'ERR_PLAN_QUOTA_RESTRICTION', 'failed'],
  ['users', 'ERR_PLAN_QUOTA_RESTRICTION', 'stop'],
  ['users', 'AUTH_ERR_NO_ACCESS', 'stop'],
  ['users', 'ERR_WS_USER_CREATION_FAILED', 'retry'],
  ['users', 'ERR_OPERATION_FAILED', 'retry'],
  ['users', 'ERR_BAD_ERROR_RESPONSE', 'retry'],
  ['users', 'ERR_NOBODY_HAS_SEEN_YET', 'failed'],
])('in the entry of a record of %s, %s means %s', (kind, code, verdict) => {
  expect(verdictOnRecord(kind, code)).toBe(verdict);
});

test.each<[number, string | undefined, 'retry' | 'stop']>([
  [429, 'ERR_TOO_MANY_REQUESTS', 'retry'],
  [429, undefined, 'retry'],
  [500, 'ERR_EXCEPTION', 'retry'],
  [502, undefined, 'retry'],
  [408, undefined, 'retry'],
  [401, 'AUTH_ERR_APIKEY_NOT_FOUND', 'stop'],
  [500, 'AUTH_ERR_APIKEY_NOT_FOUND', 'stop'],
  [400, 'ERR_IMPORT_INVALID_USER_FORMAT', 'stop'],
  [404, 'ERR_API_NOT_FOUND', 'stop'],
  [400, 'ERR_NOBODY_HAS_SEEN_YET', 'stop'],
  [503, 'ERR_NOBODY_HAS_SEEN_YET', 'retry'],
])('a request answered with %s %s: %s', (status, code, verdict) => {
  expect(verdictOnRequest(status, code)).toBe(verdict);
});

/** What each documented code means for one record; the others fail it. */
const verdicts: Readonly<Record<Exclude<Verdict, 'failed'>, readonly string[]>> = {
  present: [
    'ERR_UID_ALREADY_EXISTS',
    'ERR_GUID_ALREADY_EXISTS',
    'ERR_IMPORT_MUID_ALREADY_EXISTS',
    'ERR_ALREADY_JOINED',
    'ERR_ALREADY_BANNED',
    'ERR_ALREADY_FRIEND',
    'ERR_SAME_SCOPE',
    'ERR_NOT_A_BANNED_USER',
  ],
  retry: [
    'ERR_TOO_MANY_REQUESTS',
    'ERR_EXCEPTION',
    'ERR_MISSION_FAILED',
    'ERR_OPERATION_FAILED',
    'ERR_BAD_ERROR_RESPONSE',
  ],
  stop: [
    'AUTH_ERR_EMPTY_APPID',
    'AUTH_ERR_INVALID_APPID',
    'AUTH_ERR_EMPTY_APIKEY',
    'AUTH_ERR_APIKEY_NOT_FOUND',
    'AUTH_ERR_NO_ACCESS',
    'AUTH_ERR_EMPTY_AUTH_HEADER',
    'ERR_PLAN_RESTRICTION',
    'ERR_PLAN_QUOTA_RESTRICTION',
    'ERR_NO_VACANCY',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_API_NOT_FOUND',
    'ERR_INVALID_API_VERSION',
    'ERR_IMPORT_INVALID_USER_FORMAT',
    'ERR_IMPORT_INVALID_GROUP_FORMAT',
    'ERR_IMPORT_INVALID_MEMBER_FORMAT',
    'ERR_IMPORT_INVALID_MESSAGE_FORMAT',
  ],
};

test.each(kindsInOrder)('each documented code has its meaning for a record of %s', (kind) => {
  const isOfOne = (code: string): boolean =>
    ['members', 'friends'].includes(kind) &&
    ['ERR_PLAN_QUOTA_RESTRICTION', 'ERR_NO_VACANCY'].includes(code);
  for (const code of Object.values(codesByClass).flat()) {
    const [verdict = 'failed'] =
      Object.entries(verdicts).find(([, codes]) => codes.includes(code)) ?? [];
    const expected = isOfOne(code) ? 'failed' : verdict;
    expect({ code, verdict: verdictOnRecord(kind, code) }).toEqual({ code, verdict: expected });
  }
});

test('for a request, codes that stop or pass decide; of the others the status', () => {
  for (const code of Object.values(codesByClass).flat())
    for (const status of [200, 400, 401, 404, 408, 409, 429, 500, 503]) {
      const byStatus = [408, 429, 500, 503].includes(status) ? 'retry' : 'stop';
      const isKnown = verdicts.stop.includes(code) || verdicts.retry.includes(code);
      const expected = !isKnown ? byStatus : verdicts.stop.includes(code) ? 'stop' : 'retry';
      expect({ code, status, is: verdictOnRequest(status, code) }).toEqual({
        code,
        status,
        is: expected,
      });
    }
  expect(verdictOnRequest(400, 'ERR_WS_ANYTHING')).toBe('retry');
});

test.each([
  ['AUTH_ERR_ANYTHING_NEW', 'auth'],
  ['ERR_WS_ANYTHING', 'server'],
  ['ERR_UID_NOT_FOUND', 'not-found'],
  ['ERR_ALREADY_JOINED', 'conflict'],
  ['ERR_NO_VACANCY', 'quota'],
  ['ERR_TOO_MANY_REQUESTS', 'rate'],
  ['ERR_ACTION_NOT_ALLOWED', 'state'],
  ['ERR_PERMISSION_DENIED', 'state'],
  ['ERR_FILTERS_MISSING', 'validation'],
  ['ERR_ANYTHING_NEW', undefined],
])('%s is of the class %s', (code, expected) => {
  expect(classOfCode(code)).toBe(expected);
});
