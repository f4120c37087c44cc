import { sendingOptions } from '../arguments/sending-options.ts';
import type { RunOptions } from '@chatferry/runner';
import type { OptionName } from '../arguments/options.ts';
import { rateFrom } from '../configuration/rate.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Settings } from '../configuration/settings.ts';
import { defaultRunOptions } from '@chatferry/job/planned';

/** The options of every command that calls the service. */
export const targetOptions = ['app-id', 'region', 'base-url'] as const satisfies OptionName[];

/** The options of every command that sends. */
export const runOptions = [
  ...targetOptions,
  ...sendingOptions,
  'yes',
] as const satisfies OptionName[];

/** The settings of the command line and the configuration, with defaults for the others. */
export function runOptionsFrom(setting: Settings, { routes }: Configuration): RunOptions {
  const defaults = defaultRunOptions;
  return {
    requestsPerMinute: rateFrom(setting),
    sharedQuota: setting('shared-quota') ?? defaults.sharedQuota,
    concurrency: setting('concurrency') ?? defaults.concurrency,
    maxFailures: setting('max-failures'),
    maxDifferent: setting('max-different'),
    giveUpAfterMs: setting('give-up-after') ?? defaults.giveUpAfterMs,
    routes,
  };
}
