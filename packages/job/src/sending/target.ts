import { isLoopback, type Region, regions } from '@chatferry/contract';
import type { JobTarget } from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';

/** Where to send to. */
export interface Target {
  readonly appId: string;
  readonly region?: Region;
  /** Address of the chat API with its `/v3`; plain http only for this machine. */
  readonly baseUrl?: string;
  readonly apiKey: string;
}

/** Returns the target without a slash at the end of its address. @throws {JobError} for an invalid target */
export function checkedTarget(target: Target): Target {
  if (target.apiKey === '')
    throw new JobError(
      'no-key',
      'There is no API key to send with.',
      'Give a key of the app that has the scope fullAccess.',
    );
  if (!/^[\x21-\x7e]+$/.test(target.apiKey))
    throw new JobError(
      'bad-key',
      'The API key contains a blank, a line break or another character that no key has.',
      'Copy it again; a file that it comes from may have Windows line ends.',
    );
  for (const [name, value] of [
    ['app id', target.appId],
    ['base URL', target.baseUrl ?? ''],
  ] as const)
    if (holdsKey(value, target.apiKey))
      throw new JobError(
        'key-in-target',
        `The ${name} contains an API key.`,
        'Keep the key out of it. If it was stored or printed somewhere, replace it.',
      );
  const { baseUrl } = checkedPlace(target);
  return baseUrl === undefined ? target : { ...target, baseUrl };
}

/** Returns the place to send to, without a slash at the end of its address. @throws {JobError} for an invalid place */
export function checkedPlace(target: JobTarget): JobTarget {
  if (holdsKey(`${target.appId} ${target.baseUrl ?? ''}`))
    throw new JobError(
      'key-in-target',
      'The app id or the base URL contains an API key.',
      'Keep the key out of it. If it was stored or printed somewhere, replace it.',
    );
  // The app id becomes part of the host name: a slash in it would send the key to another host.
  if (!/^[\w-]+$/.test(target.appId))
    throw new JobError(
      'bad-app-id',
      `'${target.appId}' is not an app id: app ids consist of letters, digits, - and _.`,
      'Copy it from the dashboard of the service.',
    );
  if (target.region === undefined && target.baseUrl === undefined)
    throw new JobError(
      'no-region',
      'The region of the app is not set.',
      'Give its region (us, eu or in), or the base URL of a server of your own.',
    );
  // The region may come from a file, and becomes part of the host name too.
  if (target.region !== undefined && !regions.includes(target.region))
    throw new JobError(
      'no-region',
      `'${target.region}' is not a region of the service.`,
      `Give the region of the app: ${regions.join(', ')}.`,
    );
  return target.baseUrl === undefined
    ? target
    : { ...target, baseUrl: checkedAddress(target.baseUrl) };
}

/** Whether a text that is stored and printed contains this key, or something in the form of a key. */
function holdsKey(text: string, apiKey?: string): boolean {
  return (apiKey !== undefined && text.includes(apiKey)) || /[0-9a-f]{40}/i.test(text);
}

function checkedAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new JobError(
      'bad-base-url',
      `The base URL '${baseUrl}' is not a complete address such as http://127.0.0.1:8787/v3.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new JobError(
      'bad-base-url',
      'The base URL contains a name or a password.',
      'Leave them out of the address.',
    );
  if (url.search !== '' || url.hash !== '')
    throw new JobError(
      'bad-base-url',
      `The base URL '${url.origin}${url.pathname}' is followed by ${url.search === '' ? '#' : '?'} and more.`,
      'End it with its path, such as /v3.',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new JobError(
      'bad-base-url',
      `The base URL is '${baseUrl}': without TLS the key and every message could be read in transit.`,
      'Use https; plain http is for this machine only.',
    );
  return baseUrl.replace(/\/+$/, '');
}
