import { type Kind, kinds } from '../kinds/kinds.ts';

/**
 * The meaning of a service code for an import:
 * - `present`: the service already holds the record
 * - `failed`: the service will never accept this record unchanged
 * - `retry`: a temporary error; the record may or may not have landed
 * - `stop`: nothing will be accepted until the operator acts
 */
export type Verdict = 'present' | 'failed' | 'retry' | 'stop';

const verdicts: Readonly<Record<string, Verdict>> = {
  ERR_UID_ALREADY_EXISTS: 'present',
  ERR_GUID_ALREADY_EXISTS: 'present',
  ERR_ALREADY_JOINED: 'present',
  ERR_IMPORT_MUID_ALREADY_EXISTS: 'present',
  ERR_ALREADY_BANNED: 'present',
  ERR_ALREADY_FRIEND: 'present',
  ERR_SAME_SCOPE: 'present',
  ERR_NOT_A_BANNED_USER: 'present',

  ERR_TOO_MANY_REQUESTS: 'retry',
  ERR_EXCEPTION: 'retry',
  ERR_MISSION_FAILED: 'retry',
  ERR_OPERATION_FAILED: 'retry',
  ERR_BAD_ERROR_RESPONSE: 'retry',

  AUTH_ERR_EMPTY_APPID: 'stop',
  AUTH_ERR_INVALID_APPID: 'stop',
  AUTH_ERR_EMPTY_APIKEY: 'stop',
  AUTH_ERR_APIKEY_NOT_FOUND: 'stop',
  AUTH_ERR_NO_ACCESS: 'stop',
  AUTH_ERR_EMPTY_AUTH_HEADER: 'stop',
  ERR_PLAN_RESTRICTION: 'stop',
  ERR_PLAN_QUOTA_RESTRICTION: 'stop',
  ERR_NO_VACANCY: 'stop',
  ERR_SUBSCRIPTION_EXPIRED: 'stop',
  ERR_API_NOT_FOUND: 'stop',
  ERR_INVALID_API_VERSION: 'stop',
  ERR_IMPORT_INVALID_USER_FORMAT: 'stop',
  ERR_IMPORT_INVALID_GROUP_FORMAT: 'stop',
  ERR_IMPORT_INVALID_MEMBER_FORMAT: 'stop',
  ERR_IMPORT_INVALID_MESSAGE_FORMAT: 'stop',
};

/** Codes that report a reached limit of a group, a user or the app. */
const CAPACITY: ReadonlySet<string> = new Set(['ERR_PLAN_QUOTA_RESTRICTION', 'ERR_NO_VACANCY']);

/** Codes for errors in the service's realtime part; the record itself may exist. */
const REALTIME = 'ERR_WS_';

/** Whether the error is in the service's realtime part alone, so that the record itself may exist. */
export function isRealtimeTrouble(code: string): boolean {
  return code.startsWith(REALTIME);
}

/**
 * The meaning of a code in the entry of one record. An unknown code counts as `failed`, so that it ends up in the error log instead of a
 * loop.
 */
export function verdictOnRecord(kind: Kind, code: string): Verdict {
  if (isRealtimeTrouble(code)) return 'retry';
  // A full group or user concerns only the record to be added. For other kinds the whole app is full.
  if (CAPACITY.has(code) && kinds[kind].quotaIsOf !== 'app') return 'failed';
  return verdicts[code] ?? 'failed';
}

/**
 * The meaning of the failure of a whole request. The code decides when it is known; otherwise the HTTP status: 408, 429 and 5xx are
 * temporary, any other status means that the request itself is not accepted.
 */
export function verdictOnRequest(status: number, code: string | undefined): 'retry' | 'stop' {
  if (code?.startsWith(REALTIME)) return 'retry';
  const verdict = code === undefined ? undefined : verdicts[code];
  if (verdict === 'stop' || verdict === 'retry') return verdict;
  return status === 429 || status === 408 || status >= 500 ? 'retry' : 'stop';
}
