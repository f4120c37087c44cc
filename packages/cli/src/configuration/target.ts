import { isLoopback, type Region } from '@chatferry/contract';
import type { JobTarget } from '@chatferry/runner';
import { Refusal } from '../refusal.ts';
import { expand } from './environment.ts';
import type { Configuration } from './schema.ts';
import type { Settings } from './settings.ts';

/** Where to send to. */
export interface Target {
  readonly appId: string;
  readonly region?: Region;
  /** Address of the chat API with its `/v3`; plain http only for this machine. */
  readonly baseUrl?: string;
  readonly apiKey: string;
}

const KEY_VARIABLE = 'CHATFERRY_API_KEY';

/**
 * @param remembered where the job was sent to before; used when neither app nor address is given
 * @throws {Refusal} for whatever is missing or cannot be right
 */
export function targetFrom(
  setting: Settings,
  { apiKey }: Pick<Configuration, 'apiKey'>,
  env: Readonly<Record<string, string | undefined>>,
  remembered?: JobTarget,
): Target {
  const given = {
    appId: setting('app-id'),
    region: setting('region'),
    baseUrl: setting('base-url'),
  };
  const isGiven = Object.values(given).some((value) => value !== undefined);
  const { appId, region, baseUrl } = isGiven ? given : (remembered ?? given);
  if (appId === undefined)
    throw new Refusal(
      'Nothing says which app to send to.',
      'Give --app-id ID, or appId in the configuration.',
    );
  const where = {
    ...(region === undefined ? {} : { region }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  return checkedTarget({ appId, ...where, apiKey: keyFrom(apiKey, env) });
}

/** The target as it will be used. @throws {Refusal} when it cannot be right */
export function checkedTarget(target: Target): Target {
  if (target.apiKey === '') throw withoutKey();
  if (!/^[\x21-\x7e]+$/.test(target.apiKey))
    throw new Refusal(
      'The API key holds a blank, a line break or another character that no key has.',
      'Copy it again; a file that it comes from may have Windows line ends.',
    );
  for (const [name, value] of [
    ['app id', target.appId],
    ['base URL', target.baseUrl ?? ''],
  ] as const)
    if (holdsKey(value, target.apiKey))
      throw new Refusal(
        `The ${name} holds an API key.`,
        `Keep the key out of it, and set ${KEY_VARIABLE}. If it was stored or printed somewhere, replace it.`,
      );
  // It becomes part of the host name: a slash in it would send the key to somebody else.
  if (!/^[\w-]+$/.test(target.appId))
    throw new Refusal(
      `The app id is '${target.appId}', and app ids are made of letters, digits, - and _.`,
      'Copy it from the dashboard of the service.',
    );
  if (target.region === undefined && target.baseUrl === undefined)
    throw new Refusal(
      'Nothing says where the app lives.',
      'Give --region us, eu or in, or region in the configuration; for a server of your own --base-url URL.',
    );
  return target.baseUrl === undefined
    ? target
    : { ...target, baseUrl: checkedAddress(target.baseUrl) };
}

/** Whether a text that is stored and printed holds this key, or what has the form of one. */
function holdsKey(text: string, apiKey: string): boolean {
  return text.includes(apiKey) || /[0-9a-f]{40}/i.test(text);
}

function keyFrom(
  configured: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (configured !== undefined) return expand(configured, env, 'apiKey in the configuration');
  const key = env[KEY_VARIABLE];
  if (key === undefined) throw withoutKey();
  return key;
}

function withoutKey(): Refusal {
  return new Refusal(
    'There is no API key to send with.',
    `Set it in this shell: export ${KEY_VARIABLE}=…; or name another variable in the configuration: apiKey: \${NAME}. It needs the scope fullAccess.`,
  );
}

function checkedAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new Refusal(
      `The base URL is '${baseUrl}', and needs to be a whole address such as http://127.0.0.1:8787/v3.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Refusal('The base URL holds a name or a password.', 'Leave them out of the address.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Refusal(
      `The base URL is '${baseUrl}': without TLS the key and every message could be read on the way.`,
      'Use https; plain http is for this machine only.',
    );
  return baseUrl.replace(/\/+$/, '');
}
