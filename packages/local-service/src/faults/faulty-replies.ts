import { STATUS_CODES } from 'node:http';
import { gatewayPage, jsonReply, type Reply } from '../http/reply.ts';
import type { FaultRule } from './fault-rule.ts';

type WithStatus = Extract<FaultRule, { fault: 'status-before' | 'status-after' }>;
type RateLimit = Extract<FaultRule, { fault: 'rate-limit' }>;

export function statusReply({ status = 500, code = 'ERR_EXCEPTION', message }: WithStatus): Reply {
  const text = message ?? 'The request could not be completed.';
  return jsonReply(status, JSON.stringify({ error: { code, message: text } }));
}

export function pageReply(status = 502): Reply {
  return gatewayPage(status, STATUS_CODES[status] ?? 'Error');
}

/** A 429 that tells how long to wait in one place only. */
export function rateLimitReply(
  { seconds = 1, tells = 'retry-after' }: RateLimit,
  nowMs: number,
): Reply {
  const reset = String(Math.ceil(nowMs / 1000) + seconds);
  const headers = {
    'retry-after': { 'retry-after': String(seconds) },
    'rate-headers': {
      'x-rate-limit': '60',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': reset,
    },
    sentence: {},
  }[tells];
  const message =
    tells === 'sentence'
      ? `Too many requests. Please try again after ${seconds} seconds.`
      : 'Too many requests.';
  return jsonReply(
    429,
    JSON.stringify({ error: { code: 'ERR_TOO_MANY_REQUESTS', message } }),
    headers,
  );
}
