import { targetOptions } from '../arguments/option-groups.ts';
import {
  exportApp,
  ExportProgress,
  jobFolder,
  knownTarget,
  readsPerMinute,
} from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { givenReadingRate } from '../repairing/reading-rate.ts';
import { readConfiguration } from '../configuration/configuration-file.ts';
import { settingsFrom } from '../configuration/settings.ts';
import { targetFrom } from '../configuration/target.ts';
import { exportLines } from '../exporting/export-lines.ts';
import { exportDrawing, exportLine } from '../exporting/export-drawing.ts';
import { exportMedia, mediaLines } from '../exporting/export-media.ts';
import { ApiError, systemClock } from '@chatferry/client';
import { exportAgain } from '../printing/command-line.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { programName } from '../printing/program-name.ts';
import { quoted } from '../printing/quoted.ts';
import { print } from '../printing/print.ts';
import { live } from '../screens/live.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import { Refusal } from '../terms/refusal.ts';

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
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0)
      throw new Refusal(
        folder === undefined ? 'No folder is named.' : 'An export has one folder.',
        `Name the folder to write, such as: ${programName(io.env)} export ./app`,
      );
    const given = givenReadingRate(values, 'export');
    const configuration = await readConfiguration(values.config);
    const setting = settingsFrom(values, configuration, io.env);
    const { job, since } = values;
    const media = exportMedia(values, io);
    const target = targetFrom(setting, configuration, io.env, (apiKey) =>
      job === undefined ? undefined : knownTarget(jobFolder(job), apiKey),
    );
    warnOfNpx(values, io);
    const requestsPerMinute = given ?? readsPerMinute(target);
    const again = exportAgain(io.env, folder, values);
    const progress = new ExportProgress(systemClock.now());
    const title = `${target.appId} → ${folder}`;
    using screen = live(io, values, {
      drawing: (frame) => exportDrawing(progress, requestsPerMinute, title, frame),
      line: (now) => exportLine(progress, requestsPerMinute, now),
      silentMs: (now) => progress.silentMs(now, requestsPerMinute),
    });
    using interruption = listenForInterrupts(io, () =>
      screen.stopping('stopping: what was read is kept'),
    );
    const signal = interruption.finish;
    try {
      const {
        manifest,
        media: copied,
        ...outcome
      } = await exportApp({
        folder,
        target,
        job,
        since,
        media,
        requestsPerMinute,
        signal,
        onEvent: (event) => {
          progress.take(event, systemClock.now());
          screen.progressed();
        },
      }).finally(() => screen[Symbol.dispose]());
      // The files of a way back are for the old system, and not for a plan.
      const next = job === undefined ? [`${programName(io.env)} plan ${quoted(folder)}`] : [];
      const { upTo, files, notExported, incomplete } = manifest;
      const found = { upTo, files, notExported, incomplete };
      const copies = copied && { media: { folder: values.media!, ...copied } };
      print(
        { type: 'export', end: 'finished', folder, ...found, ...copies, ...outcome, next },
        [
          ...exportLines(folder, manifest, outcome, next),
          ...mediaLines(manifest, values.media, copied, again),
        ],
        values,
        io,
      );
      return copied === undefined || copied.failed.length === 0 ? 'done' : 'losses';
    } catch (error) {
      if (!signal.aborted) {
        const isKept = error instanceof ApiError && error.code !== 'unauthorized';
        if (isKept) io.err(`What was read is kept. Continue with: ${again}`);
        throw error;
      }
      print({ type: 'export', end: 'interrupted', folder, next: [again] }, [], values, io);
      io.err(`The export was interrupted. Continue with: ${again}`);
      return 'interrupted';
    }
  },
});
