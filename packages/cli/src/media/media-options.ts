import { type HostHeaders, type MediaOf, readHostHeaders } from '@chatferry/job/media';
import type { OptionName, OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { optionsIn, configuredDatabases } from '@chatferry/configuration/inputs';
import { inputRules } from '../planning/named-inputs.ts';
import { planSettingsFrom } from '../planning/plan-settings-from.ts';
import type { Io } from '@chatferry/output/terms/io';

/** The options of `media`. Each action uses some of them. */
export const mediaOptionNames = [
  'job',
  'config',
  'to',
  'public-base',
  'sample',
  'private-host',
  'max-files',
  'max-bytes',
  'max-file-bytes',
  'max-bandwidth',
  'kind',
  'format',
  'from',
  'follow-links',
  'json',
  'quiet',
  'help',
] as const satisfies OptionName[];

/** The environment variable with headers for hosts that require a token or a cookie. */
const HEADERS = 'CHATFERRY_MEDIA_HEADERS';

/** Where to find the files: in the plan of a job, or in inputs, which are read as by `plan`. */
export function mediaOf(
  { configuration, setting, job }: Workspace,
  inputs: readonly string[],
  values: OptionValues,
  io: Io,
  signal: AbortSignal,
): MediaOf {
  const databases = inputs.length > 0 ? [] : configuredDatabases(configuration, io.env);
  const noChanges = { editMessages: undefined, removeGone: undefined, newerThan: undefined };
  return {
    job: job.path,
    inputs,
    ...planSettingsFrom(setting, configuration, noChanges),
    rules: inputRules(values, configuration, databases),
    followLinks: values['follow-links'],
    from: setting('from'),
    sources: optionsIn(configuration.sources),
    stdin: io.stdin,
    signal,
  };
}

/** The allowed hosts of private networks, and the headers for each host. @throws {MediaError} */
export function webOptions(
  { 'private-host': hosts }: OptionValues,
  { env }: Io,
): { readonly headers: HostHeaders; readonly privateHosts: readonly string[] } {
  const privateHosts = hosts?.split(',').map((host) => withoutPort(host.trim())) ?? [];
  return { headers: readHostHeaders(env[HEADERS]), privateHosts };
}

/** The host without its port: reports name hosts with their ports, and a host is allowed with every port. */
function withoutPort(host: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(host)?.[1] ?? host.replace(/^([^:]+):\d+$/, '$1');
}
