import { existsSync } from 'node:fs';
import type { OptionValues } from '../arguments/options.ts';
import { readConfiguration, type Configuration } from '@chatferry/configuration';
import { isConfigured, type Settings, settingsFrom } from './settings.ts';
import { targetFrom } from './target.ts';
import {
  checkJobFiles,
  type JobFolder,
  jobFolder,
  knownTarget,
  requirePlan,
  secureJobFolder,
  type Target,
} from '@chatferry/job/planned';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { jobCommands } from '../printing/job-commands.ts';

/** Configuration and job folder of a command. */
export interface Workspace {
  readonly configuration: Configuration;
  readonly setting: Settings;
  readonly job: JobFolder;
  /** The given or configured target, otherwise the earlier target of the job. @throws {Refusal} */
  readonly target: () => Target;
  /** Formats the commands that continue this job. */
  readonly next: NextCommand;
  /** Like `next`, without the given app: the app does not exist. */
  readonly nextElsewhere: NextCommand;
}

/** Reads the configuration and names the job folder. @throws {Refusal} */
export async function openWorkspace(values: OptionValues, io: Io): Promise<Workspace> {
  const configuration = await readConfiguration(values.config);
  const setting = settingsFrom(values, configuration, io.env);
  const job = jobFolder(setting('job'));
  const nextWith = (known: OptionValues): NextCommand =>
    jobCommands(job, known, (name) => isConfigured(configuration, name), io.env);
  const { 'app-id': _app, region: _region, 'base-url': _address, ...elsewhere } = values;
  const target = (): Target =>
    targetFrom(setting, configuration, io.env, (apiKey) => knownTarget(job, apiKey));
  return {
    configuration,
    setting,
    job,
    target,
    next: nextWith(values),
    nextElsewhere: nextWith(elsewhere),
  };
}

/** Opens the workspace of a command that needs a plan and writes into the job folder. @throws {Refusal} */
export async function openPlannedWorkspace(values: OptionValues, io: Io): Promise<Workspace> {
  const workspace = await openPlannedWorkspaceToRead(values, io);
  secureJobFolder(workspace.job, io.err);
  return workspace;
}

/** Opens the workspace of a command that needs a plan and only reads. @throws {Refusal} */
export async function openPlannedWorkspaceToRead(values: OptionValues, io: Io): Promise<Workspace> {
  const workspace = await openWorkspace(values, io);
  requirePlan(workspace.job, workspace.next('plan', 'INPUT'));
  checkJobFiles(workspace.job);
  return workspace;
}

/**
 * Like `openPlannedWorkspaceToRead`, for a job that is named by its folder or with `--job`.
 *
 * @param otherwise a sentence about the other possible meanings of the name @throws {Refusal}
 */
export async function openNamedWorkspaceToRead(
  name: string | undefined,
  values: OptionValues,
  io: Io,
  otherwise: string,
): Promise<Workspace> {
  if (name === undefined) return await openPlannedWorkspaceToRead(values, io);
  if (!existsSync(name))
    throw new Refusal(`There is no job folder '${name}'.`, `Name one that exists. ${otherwise}`);
  if (values.job !== undefined)
    throw new Refusal(
      `The job folder is given twice: ${name}, and --job ${values.job}.`,
      'Give one.',
    );
  return await openPlannedWorkspaceToRead({ ...values, job: name }, io);
}
