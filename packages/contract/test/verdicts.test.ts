import { type Kind, type Verdict, verdictOnRecord, verdictOnRequest } from '@chatferry/contract';
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
