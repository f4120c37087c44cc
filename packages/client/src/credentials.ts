import type { Api } from '@chatferry/contract';
import { ApiError } from './api-error.ts';
import type { ClientOptions, Secret } from './client-options.ts';

/** The headers with the credentials, and the secrets in them, so that these can be removed from every text. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/**
 * The credentials of one API, requested for each request. Without a key the header is omitted, and
 * the service refuses the call.
 * @throws {ApiError} `not-configured` for a key that a header cannot hold
 */
export function credentialsFor(api: Api, options: ClientOptions, operation: string): Credentials {
  const given: Record<string, Secret | undefined> =
    api === 'management'
      ? { key: options.managementKey, secret: options.managementSecret }
      : { apikey: options.apiKey };
  const headers: Record<string, string> = {};
  for (const [name, secret] of Object.entries(given)) {
    const value = typeof secret === 'function' ? secret() : secret;
    if (value === undefined || value === '') continue;
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
