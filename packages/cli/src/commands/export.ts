import { exportApp, jobFolder, knownTarget, readsPerMinute } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { targetOptions } from '../arguments/option-groups.ts';
import { readConfiguration } from '@chatferry/configuration';
import { settingsFrom } from '../configuration/settings.ts';
import { targetFrom } from '../configuration/target.ts';
import { exportMedia } from '../exporting/export-media.ts';
import { ExportView } from '../exporting/export-view.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { programName } from '../printing/program-name.ts';
import { givenReadingRate } from '../repairing/reading-rate.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';

export const exportCommand = command({
  details: [
    'Reads roles, users, groups, members, bans, messages, replies, reactions, friends, blocks, calls and the tags of conversations, and changes nothing in the app. What no import takes is listed by its cause.',
    'The service signs the addresses of its files. No signature is written: with --media, the files are copied while theirs last. Ends with status 1 when a file could not be copied.',
    'Reading does not use the quota of the import. Its default is 500 requests per minute, without a limit for a server on this machine. An export that was interrupted or killed continues where it was.',
  ],
  options: [
    'job',
    'config',
    ...targetOptions,
    'since',
    'media',
    'public-base',
    'private-host',
    'requests-per-minute',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, positionals, io) => {
    const folder = folderIn(positionals, io);
    const given = givenReadingRate(values, 'export');
    const configuration = await readConfiguration(values.config);
    const setting = settingsFrom(values, configuration, io.env);
    const { job } = values;
    const media = exportMedia(values, io);
    const target = targetFrom(setting, configuration, io.env, (apiKey) =>
      job === undefined ? undefined : knownTarget(jobFolder(job), apiKey),
    );
    warnOfNpx(values, io);
    const requestsPerMinute = given ?? readsPerMinute(target);
    using view = new ExportView(folder, target.appId, values, io, requestsPerMinute);
    using interruption = listenForInterrupts(io, () => view.stopping());
    const signal = interruption.finish;
    const exporting = exportApp({
      folder,
      target,
      job,
      since: values.since,
      media,
      requestsPerMinute,
      signal,
      onEvent: (event) => view.show(event),
    });
    try {
      return view.end(await exporting);
    } catch (error) {
      if (signal.aborted) return view.interrupted();
      view.failed(error);
      throw error;
    }
  },
});

/** @returns the only argument @throws {Refusal} */
function folderIn([folder, ...others]: readonly string[], io: Io): string {
  if (folder !== undefined && others.length === 0) return folder;
  throw new Refusal(
    folder === undefined ? 'No folder is named.' : 'An export has one folder.',
    `Name the folder to write, such as: ${programName(io.env)} export ./app`,
  );
}
