import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * What the caller can do about it:
 * - `unreachable`: no connection, or it broke before the answer; try again later
 * - `timeout`: no answer within the time limit; try again later
 * - `untrusted`: the host's TLS certificate could not be verified; fix the address or the certificate
 * - `unreadable`: an answer in an unknown form, such as a gateway's page; try again later
 * - `unauthorized`: key, scope, app id or region is wrong; fix the credentials
 * - `rate-limited`: too many requests; wait `retryAfterMs`
 * - `plan-limit`: the app's plan does not allow it, or is used up; the operator must change the account
 * - `not-found`: an object that the call names does not exist (a deactivated user counts as not existing)
 * - `conflict`: the requested state already exists; usually nothing needs to be done
 * - `refused`: a rule or a permission of the app forbids it
 * - `invalid`: the request breaks a rule of the operation; fix the request
 * - `service-trouble`: the service failed internally; try again later
 * - `not-configured`: the client was not given the address or the credentials this operation needs
 */
export type ApiErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'untrusted'
  | 'unreadable'
  | 'unauthorized'
  | 'rate-limited'
  | 'plan-limit'
  | 'not-found'
  | 'conflict'
  | 'refused'
  | 'invalid'
  | 'service-trouble'
  | 'not-configured';

export interface ApiErrorContext {
  /** The operation's name, or method and path template of a call without one. */
  readonly operation: string;
  readonly status?: number | undefined;
  readonly serviceCode?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly mayHaveLanded: boolean;
  readonly details?: unknown;
  readonly cause?: unknown;
}

const TRY_AGAIN = 'Try again later.';

/** The fixes of errors that do not go away with time. The docs have the same table. */
const fixes: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  unauthorized: 'Check the key (it needs the scope fullAccess), the app id and the region.',
  untrusted: 'Check the address; a certificate of your own goes into NODE_EXTRA_CA_CERTS.',
  'plan-limit': 'Change the plan of the app, then start again.',
  unreadable: 'Check the address, and any proxy or gateway before the service; try again later.',
  'rate-limited': 'Wait, then try again.',
  'not-found': 'Check the id; a deactivated user counts as not existing.',
  conflict: 'The requested state already exists, so usually nothing needs to be done.',
  refused: 'A rule or a permission of the app forbids it: check the settings of the app.',
  invalid: 'Correct the request: the message says what is wrong.',
  'not-configured': 'Set the address or the credentials of the call.',
};

const FixableErrors: FixableErrorClass<ApiErrorCode> = fixableErrors('ApiError');

/** A call that did not succeed. `message` is for people; decide on `code`. */
export class ApiError extends FixableErrors {
  readonly operation: string;
  /** The HTTP status; `undefined` when there was no answer. */
  readonly status: number | undefined;
  /** The service's own code, such as `AUTH_ERR_NO_ACCESS`. An open list. */
  readonly serviceCode: string | undefined;
  /** Milliseconds that the service asked to wait before the next request, if it did. */
  readonly retryAfterMs: number | undefined;
  /** Whether the service may have executed the request although the call failed. */
  readonly mayHaveLanded: boolean;
  /** Field to texts, from an answer about a request that breaks a rule. */
  readonly details: unknown;

  constructor(code: ApiErrorCode, message: string, context: ApiErrorContext) {
    super(code, `${context.operation}: ${message}`, fixes[code] ?? TRY_AGAIN, {
      cause: context.cause,
    });
    this.operation = context.operation;
    this.status = context.status;
    this.serviceCode = context.serviceCode;
    this.retryAfterMs = context.retryAfterMs;
    this.mayHaveLanded = context.mayHaveLanded;
    this.details = context.details;
  }
}
