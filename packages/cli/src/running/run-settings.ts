import { sendingOptions } from '../arguments/option-groups.ts';
import type { RunOptions } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import type { Configuration } from '@chatferry/configuration';
import { rateFrom, type Settings } from '../configuration/settings.ts';
import { defaultRunOptions } from '@chatferry/job/planned';

/** The settings of the command line and the configuration, with defaults for other settings. */
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

/** The options that the ledger keeps for suggested commands: sending options, not the target. */
export function typedOptions(values: OptionValues): OptionValues {
  return Object.fromEntries(
    sendingOptions.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}
