import { STATUS_CODES } from 'node:http';
import { gatewayPage, jsonReply, type Reply } from '../terms/reply.ts';
import { errorBody } from '../terms/service-problem.ts';
import type { FaultRule } from './fault-rule.ts';

type WithStatus = Extract<FaultRule, { fault: 'status-before' | 'status-after' }>;
type RateLimit = Extract<FaultRule, { fault: 'rate-limit' }>;

export function statusReply({ status = 500, code = 'ERR_EXCEPTION', message }: WithStatus): Reply {
  const text = message ?? 'The request could not be completed.';
  return jsonReply(status, JSON.stringify({ error: errorBody(code, text) }));
}

export function pageReply(status = 502): Reply {
  return gatewayPage(status, STATUS_CODES[status] ?? 'Error');
}

/** The documented form of the reset comes first. Similar services use the other forms. */
function waitHeaders(
  tells: RateLimit['tells'],
  seconds: number,
  nowMs: number,
): Record<string, string> {
  const resetAt = Math.ceil(nowMs / 1000) + seconds;
  switch (tells) {
    case 'retry-after':
      return { 'retry-after': String(seconds) };
    case 'rate-headers':
      return resetHeaders(resetAt);
    case 'reset-milliseconds':
      return resetHeaders(resetAt * 1000);
    case 'reset-seconds-left':
      return resetHeaders(seconds);
    case 'reset-past':
      return resetHeaders(resetAt - seconds - 90);
    case 'sentence':
    case 'nothing':
    case undefined:
      return {};
  }
}

function resetHeaders(reset: number): Record<string, string> {
  return {
    'x-rate-limit': '60',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(reset),
  };
}

/** A 429 that states the wait in one place only, or nowhere. */
export function rateLimitReply(
  { seconds = 1, tells = 'retry-after' }: RateLimit,
  nowMs: number,
): Reply {
  const headers = waitHeaders(tells, seconds, nowMs);
  const message =
    tells === 'sentence'
      ? `Too many requests. Please retry for seconds after ${seconds}.`
      : 'Too many requests.';
  return jsonReply(
    429,
    JSON.stringify({ error: errorBody('ERR_TOO_MANY_REQUESTS', message) }),
    headers,
  );
}
