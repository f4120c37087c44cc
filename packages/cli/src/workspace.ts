import type { OptionValues } from './arguments/options.ts';
import { readConfiguration } from './configuration/configuration-file.ts';
import type { Configuration } from './configuration/schema.ts';
import { type Settings, settingsFrom } from './configuration/settings.ts';
import type { Io } from './io.ts';
import { type JobFolder, jobFolder } from './job/job-folder.ts';

/** What nearly every command begins with. */
export interface Workspace {
  readonly configuration: Configuration;
  readonly setting: Settings;
  readonly job: JobFolder;
}

/** Reads the configuration and names the job folder. @throws {Refusal} */
export function openWorkspace(values: OptionValues, io: Io): Workspace {
  const configuration = readConfiguration(values.config);
  const setting = settingsFrom(values, configuration, io.env);
  return { configuration, setting, job: jobFolder(setting('job')) };
}
