import type { FollowerOptions } from '@chatferry/follow';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { configuredDatabases } from '@chatferry/configuration/inputs';
import { inputRules } from '../planning/named-inputs.ts';
import { planSettingsFrom } from '../planning/plan-settings-from.ts';
import { runOptionsFrom, typedOptions } from '../running/run-settings.ts';
import type { Io } from '@chatferry/output/terms/io';

const EVERY_MS = 20_000;

/** The common options of follow and cut-over, from the command line and the configuration. */
export function followerOptions(
  { configuration, setting, job, target, next }: Workspace,
  values: OptionValues,
  io: Io,
): Omit<FollowerOptions, 'signal'> {
  const rules = inputRules(values, configuration, configuredDatabases(configuration, io.env));
  const changes = { editMessages: undefined, removeGone: undefined, newerThan: undefined };
  const run = runOptionsFrom(setting, configuration);
  return {
    job: job.path,
    sources: {
      settings: planSettingsFrom(setting, configuration, changes),
      databases: rules.databases,
      mappingOf: rules.mappingOf,
      declared: rules.declared([]),
    },
    target: target(),
    run: {
      ...run,
      // A record with other content in the app is listed, and the other records are sent.
      maxDifferent: run.maxDifferent ?? Number.MAX_SAFE_INTEGER,
      // A refused record stops nothing either.
      maxFailures: run.maxFailures ?? 'none',
      allowsLive: true,
      codesOnly: values['codes-only'],
    },
    remember: typedOptions(values),
    maxRemovals: values['max-removals'],
    everyMs: values.every ?? EVERY_MS,
    stepName: next,
  };
}
