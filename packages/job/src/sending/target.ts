import { isLoopback, type Region } from '@chatferry/contract';
import { JobError } from '../errors/job-error.ts';

/** Where to send to. */
export interface Target {
  readonly appId: string;
  readonly region?: Region;
  /** Address of the chat API with its `/v3`; plain http only for this machine. */
  readonly baseUrl?: string;
  readonly apiKey: string;
}

/** The target as it will be used. @throws {JobError} when it cannot be right */
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
      'The API key holds a blank, a line break or another character that no key has.',
      'Copy it again; a file that it comes from may have Windows line ends.',
    );
  for (const [name, value] of [
    ['app id', target.appId],
    ['base URL', target.baseUrl ?? ''],
  ] as const)
    if (holdsKey(value, target.apiKey))
      throw new JobError(
        'key-in-target',
        `The ${name} holds an API key.`,
        'Keep the key out of it. If it was stored or printed somewhere, replace it.',
      );
  // It becomes part of the host name: a slash in it would send the key to another host.
  if (!/^[\w-]+$/.test(target.appId))
    throw new JobError(
      'bad-app-id',
      `The app id is '${target.appId}', and app ids are made of letters, digits, - and _.`,
      'Copy it from the dashboard of the service.',
    );
  if (target.region === undefined && target.baseUrl === undefined)
    throw new JobError(
      'no-region',
      'Nothing says where the app lives.',
      'Give its region (us, eu or in), or the base URL of a server of your own.',
    );
  return target.baseUrl === undefined
    ? target
    : { ...target, baseUrl: checkedAddress(target.baseUrl) };
}

/** Whether a text that is stored and printed holds this key, or what has the form of one. */
function holdsKey(text: string, apiKey: string): boolean {
  return text.includes(apiKey) || /[0-9a-f]{40}/i.test(text);
}

function checkedAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new JobError(
      'bad-base-url',
      `The base URL is '${baseUrl}', and needs to be a whole address such as http://127.0.0.1:8787/v3.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new JobError(
      'bad-base-url',
      'The base URL holds a name or a password.',
      'Leave them out of the address.',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new JobError(
      'bad-base-url',
      `The base URL is '${baseUrl}': without TLS the key and every message could be read on the way.`,
      'Use https; plain http is for this machine only.',
    );
  return baseUrl.replace(/\/+$/, '');
}
