import type { OptionValues } from '../arguments/options.ts';
import { type JobFolder, rememberedOptions, rememberedTarget } from '@chatferry/job/planned';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { type KnownOptions, nextCommands } from './command-line.ts';
import type { Io } from '@chatferry/output/terms/io';

/**
 * Formats the commands that continue a job, with its target and its sending options.
 *
 * @param values the options of the current command
 */
export function jobCommands(
  job: JobFolder,
  values: OptionValues,
  isConfigured: KnownOptions['isConfigured'],
  env: Io['env'],
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
