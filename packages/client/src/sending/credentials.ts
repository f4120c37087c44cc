import type { Api } from '@chatferry/contract';
import { ApiError } from '../terms/api-error.ts';
import type { ClientOptions } from '../terms/client-options.ts';

/** The headers with the credentials, and the secrets in them, which have to be removed from every text. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** The headers that each API needs, and the options that contain their values. */
const NEEDED = {
  chat: { apikey: 'apiKey' },
  calls: { apikey: 'apiKey' },
  management: { key: 'managementKey', secret: 'managementSecret' },
} as const satisfies Record<Api, Record<string, keyof ClientOptions>>;

/**
 * The credentials of one API, read for each request.
 * @throws {ApiError} `not-configured` for a missing key, or for a key that a header cannot contain
 */
export function credentialsFor(api: Api, options: ClientOptions, operation: string): Credentials {
  const headers: Record<string, string> = {};
  for (const [name, option] of Object.entries(NEEDED[api])) {
    const secret = options[option];
    const value = typeof secret === 'function' ? secret() : secret;
    if (value === undefined || value === '')
      throw new ApiError(
        'not-configured',
        `the client has no credentials of the ${api} API; set ${Object.values(NEEDED[api]).join(' and ')}.`,
        { operation, mayHaveLanded: false },
      );
    if (!/^[\u0021-\u007e]+$/.test(value))
      throw new ApiError(
        'not-configured',
        `the value for the header '${name}' contains a space, a line break or another character that no key has.`,
        { operation, mayHaveLanded: false },
      );
    headers[name] = value;
  }
  return { headers, secrets: Object.values(headers) };
}
