import { isObject } from '@chatferry/contract';
import { MediaError } from '../terms/media-error.ts';

/** Headers for requests by host, with its port if that is not the usual port. */
export type HostHeaders = ReadonlyMap<string, Readonly<Record<string, string>>>;

const FIX =
  'Write an object of hosts, each with its headers: {"files.example.com": {"authorization": "Bearer …"}}.';

/**
 * Reads the operator's headers for hosts that need a token or a cookie. Errors do not contain any part of them.
 *
 * @param json `{"files.slack.com": {"authorization": "Bearer …"}}`; undefined for none
 * @throws {MediaError} `bad-media-headers`
 *
 * @example
 * ```ts
 * const headers = readHostHeaders(process.env['CHATFERRY_MEDIA_HEADERS']);
 * await copyMedia({ job: 'job' }, { to: './media', headers });
 * ```
 */
export function readHostHeaders(json: string | undefined): HostHeaders {
  if (json === undefined || json.trim() === '') return new Map();
  const parsed = parsedOrUndefined(json);
  if (!isObject(parsed)) throw refused('not an object of hosts');
  return new Map(
    Object.entries(parsed).map(([host, headers]) => {
      const url = URL.parse(`https://${host}`);
      if (url === null || url.pathname !== '/' || url.search !== '' || url.username !== '')
        throw refused('one of its keys is not a host');
      if (!isObject(headers) || !Object.values(headers).every(isHeaderValue))
        throw refused(`what ${url.host} has is not an object of headers`);
      const names = Object.keys(headers);
      if (!names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)))
        throw refused(`a header of ${url.host} has no proper name`);
      return [url.host, headers as Readonly<Record<string, string>>];
    }),
  );
}

function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]+$/.test(value);
}

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function refused(why: string): MediaError {
  return new MediaError(
    'bad-media-headers',
    `The headers for media hosts cannot be read: ${why}.`,
    FIX,
  );
}
