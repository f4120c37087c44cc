/** Field to texts, as in `ERR_BAD_REQUEST`. */
export type Details = Readonly<Record<string, readonly string[]>>;

/** HTTP statuses of codes other than 400. 402, 404, 429 and 500 are documented or observed; the others have the usual meaning. */
const statuses: Readonly<Record<string, number>> = {
  AUTH_ERR_EMPTY_APPID: 401,
  AUTH_ERR_INVALID_APPID: 401,
  AUTH_ERR_EMPTY_APIKEY: 401,
  AUTH_ERR_APIKEY_NOT_FOUND: 401,
  AUTH_ERR_EMPTY_AUTH_HEADER: 401,
  AUTH_ERR_NO_ACCESS: 403,
  ERR_PLAN_QUOTA_RESTRICTION: 402,
  ERR_NOT_A_MEMBER: 404,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_EXCEPTION: 500,
};

/** An error in an answer: `error` of the whole answer, or of one record of an import. Fields are in the recorded order. */
export interface ErrorBody {
  readonly message: string;
  readonly devMessage: string;
  readonly source: 'chat-api';
  readonly code: string;
  /** Only for validation. */
  readonly details?: Details;
}

export function errorBody(code: string, message: string, details?: Details): ErrorBody {
  const body = { message, devMessage: message, source: 'chat-api', code } as const;
  return details === undefined ? body : { ...body, details };
}

/** A refusal by the service, with its code and message. Handlers throw it, and the answer contains it as an error body. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly code: string;
  readonly details: Details | undefined;

  constructor(code: string, message: string, details?: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statuses[this.code] ?? (this.code.endsWith('_NOT_FOUND') ? 404 : 400);
  }

  toJSON(): ErrorBody {
    return errorBody(this.code, this.message, this.details);
  }
}

/** `ERR_BAD_REQUEST` for one field. */
export function badField(field: string, text: string): ServiceProblem {
  return badRequest({ [field]: [text] });
}

export function badRequest(details: Details): ServiceProblem {
  return new ServiceProblem('ERR_BAD_REQUEST', 'The request is invalid. See details.', details);
}
