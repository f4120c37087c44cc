import type { OptionValues } from '../arguments/options.ts';
import { type JobFolder, rememberedOptions, rememberedTarget } from '@chatferry/job';
import { type KnownOptions, type NextCommand, nextCommands } from './command-line.ts';

/**
 * Commands that continue, for a job, its target and its sending options.
 *
 * @param values what the current command was given
 */
export function jobCommands(
  job: JobFolder,
  values: OptionValues,
  isConfigured: KnownOptions['isConfigured'],
  env: Readonly<Record<string, string | undefined>>,
): NextCommand {
  const known = {
    isConfigured,
    target: targetOf(job),
    sending: (): OptionValues => rememberedOptions(job),
  };
  return nextCommands(values, known, env);
}

function targetOf(job: JobFolder): OptionValues | undefined {
  const target = rememberedTarget(job);
  if (target === undefined) return undefined;
  const { appId, region, baseUrl } = target;
  return {
    'app-id': appId,
    ...(region === undefined ? {} : { region }),
    ...(baseUrl === undefined ? {} : { 'base-url': baseUrl }),
  };
}
