import type { JobTarget } from '@chatferry/runner';
import { Refusal } from '@chatferry/contract/refusal';
import { checkedPlace, checkedTarget, type Target } from '@chatferry/job/planned';
import { expand, type Configuration } from '@chatferry/configuration';
import type { Settings } from './settings.ts';
import type { Io } from '@chatferry/output/terms/io';

const KEY_VARIABLE = 'CHATFERRY_API_KEY';

/**
 * @param remembered the earlier target of the job, if the key may be sent to it; used when neither app nor address is given
 * @throws {Refusal} for a missing value @throws {JobError} for an invalid value
 */
export function targetFrom(
  setting: Settings,
  { apiKey }: Pick<Configuration, 'apiKey'>,
  env: Io['env'],
  remembered: (apiKey: string) => JobTarget | undefined,
): Target {
  const key = keyFrom(apiKey, env);
  const { appId, region, baseUrl } = placeFrom(setting, () => remembered(key));
  const where = {
    ...(region === undefined ? {} : { region }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  return checkedTarget({ appId, ...where, apiKey: key });
}

/**
 * The target for workers, which have the key.
 *
 * @param remembered the earlier target of the job
 * @throws {Refusal} for a missing value @throws {JobError} for an invalid value
 */
export function jobTargetFrom(
  setting: Settings,
  remembered: () => JobTarget | undefined,
): JobTarget {
  return checkedPlace(placeFrom(setting, remembered));
}

function placeFrom(setting: Settings, remembered: () => JobTarget | undefined): JobTarget {
  const given = {
    appId: setting('app-id'),
    region: setting('region'),
    baseUrl: setting('base-url'),
  };
  const isGiven = Object.values(given).some((value) => value !== undefined);
  const { appId, region, baseUrl } = isGiven ? given : (remembered() ?? given);
  if (appId === undefined)
    throw new Refusal('The app id is not set.', 'Give --app-id ID, or appId in the configuration.');
  return { appId, region, baseUrl };
}

function keyFrom(configured: string | undefined, env: Io['env']): string {
  if (configured !== undefined) return expand(configured, env, 'apiKey in the configuration');
  const key = env[KEY_VARIABLE];
  if (key === undefined || key === '') throw withoutKey();
  return key;
}

function withoutKey(): Refusal {
  return new Refusal(
    'There is no API key to send with.',
    `Set it in this shell: export ${KEY_VARIABLE}=…; or name another variable in the configuration: apiKey: \${NAME}. It needs the scope fullAccess.`,
  );
}
