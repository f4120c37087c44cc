import {
  classOfCode,
  type CodeClass,
  errorText,
  type Method,
  readError,
} from '@chatferry/contract';
import { ApiError, type ApiErrorCode } from '../terms/api-error.ts';
import type { Attempt } from '../terms/attempt.ts';
import { retryAfterMs } from './retry-after.ts';

const BY_CLASS: Readonly<Record<CodeClass, ApiErrorCode>> = {
  auth: 'unauthorized',
  validation: 'invalid',
  conflict: 'conflict',
  'not-found': 'not-found',
  state: 'refused',
  quota: 'plan-limit',
  rate: 'rate-limited',
  server: 'service-trouble',
};

/**
 * The error that an attempt's answer represents; `undefined` for a successful answer.
 * @param clean removes secrets from texts of the service
 */
export function errorFromAnswer(
  { operation, method }: { readonly operation: string; readonly method: Method },
  { status, headers, body, text }: Attempt,
  nowMs: number,
  clean: (text: string) => string,
): ApiError | undefined {
  if (status < 300 && body !== undefined && !hasError(body)) return undefined;

  const problem = readError(body);
  const { code: serviceCode, details } = problem;
  const code = codeOf(status, body, serviceCode);
  const said =
    body === undefined ? inBrief(text) : clean(errorText(problem) ?? 'The service gave no reason.');
  return new ApiError(
    code,
    `HTTP ${status}${serviceCode === undefined ? '' : ` ${serviceCode}`}: ${said}`,
    {
      operation,
      status,
      serviceCode,
      details: details === undefined ? undefined : JSON.parse(clean(JSON.stringify(details))),
      retryAfterMs:
        status === 429 || status >= 500 ? retryAfterMs(headers, body, nowMs) : undefined,
      mayHaveLanded: method !== 'GET' && (code === 'service-trouble' || code === 'unreadable'),
    },
  );
}

function inBrief(text: string | undefined): string {
  return text === undefined || text === ''
    ? 'the answer is empty.'
    : `the answer is not JSON, or is incomplete; it begins: ${text.slice(0, 100)} …`;
}

function hasError(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && Boolean(body.error);
}

function codeOf(status: number, body: unknown, serviceCode: string | undefined): ApiErrorCode {
  if (status === 429) return 'rate-limited';
  const known = serviceCode === undefined ? undefined : classOfCode(serviceCode);
  if (known !== undefined) return BY_CLASS[known];
  if (status === 402) return 'plan-limit';
  if (body === undefined) return 'unreadable';
  if (status >= 500 || status === 408) return 'service-trouble';
  if (status < 400) return 'unreadable';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not-found';
  return status === 409 ? 'conflict' : 'invalid';
}
