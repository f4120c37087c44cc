/** Field to texts, as in `ERR_BAD_REQUEST`. */
export type Details = Readonly<Record<string, readonly string[]>>;

/** HTTP status of codes where it is not 400. 404, 429 and 500 are documented or observed; the others have the usual meaning. */
const statuses: Readonly<Record<string, number>> = {
  AUTH_ERR_EMPTY_APPID: 401,
  AUTH_ERR_INVALID_APPID: 401,
  AUTH_ERR_EMPTY_APIKEY: 401,
  AUTH_ERR_APIKEY_NOT_FOUND: 401,
  AUTH_ERR_EMPTY_AUTH_HEADER: 401,
  AUTH_ERR_NO_ACCESS: 403,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_EXCEPTION: 500,
};

/** A refusal by the service, with its code and message. Handlers throw it; it is answered as an error body. */
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

  /** The error object: `error` of the whole answer, or of one record of an import. */
  toJSON(): { code: string; message: string; details?: Details } {
    const { code, message, details } = this;
    return details === undefined ? { code, message } : { code, message, details };
  }
}

/** `ERR_BAD_REQUEST` for one field. */
export function badField(field: string, text: string): ServiceProblem {
  return badRequest({ [field]: [text] });
}

export function badRequest(details: Details): ServiceProblem {
  return new ServiceProblem('ERR_BAD_REQUEST', 'The request is invalid. See details.', details);
}
