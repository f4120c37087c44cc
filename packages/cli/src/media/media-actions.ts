import { systemClock } from '@chatferry/client';
import { checkMedia, copyMedia, type MediaOf, verifyMedia } from '@chatferry/job/media';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { print } from '@chatferry/output/printing/print';
import { collectEarly } from '../terms/collect-early.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { interruptible } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { live } from '@chatferry/output/screens/live';
import {
  copyDrawing,
  copyLine,
  type CopyProgressOfCall,
} from '@chatferry/output/media/copy-drawing';
import { checkJson, copyJson, verifyJson } from '@chatferry/output/media/media-json';
import { checkLines, copyLines, verifyLines } from '@chatferry/output/media/media-lines';
import { mediaOf, webOptions } from './media-options.ts';

type Action = (
  workspace: Workspace,
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
) => Promise<CommandOutcome>;

/** The actions of `media`, by its first argument. */
export const mediaActions: Readonly<Record<'check' | 'copy' | 'verify', Action>> = {
  check: async (workspace, inputs, values, io) => {
    const result = await interruptible(io, 'Stopped; nothing was changed.', (signal) =>
      checkMedia(mediaOf(workspace, inputs, values, io, signal), {
        sample: values.sample,
        ...webOptions(values, io),
        signal,
      }),
    );
    const copyAll = workspace.next('media', 'copy', ...inputs.map(quoted), '--to', 'media');
    const next = result.files === 0 ? [] : [copyAll];
    print(checkJson(result, next), checkLines(result), values, io);
    return 'done';
  },
  copy: async (workspace, inputs, values, io) => {
    const { to } = values;
    if (to === undefined)
      throw new Refusal('No folder for the copies is named.', 'Name one: --to media.');
    const again = workspace.next('media', 'copy', ...inputs.map(quoted), '--to', quoted(to));
    const result = await interruptible(
      io,
      `Stopped. What was copied is kept; the same command continues.`,
      (signal) => copy(mediaOf(workspace, inputs, values, io, signal), to, values, io),
    );
    const isDone = result.pending === 0 && result.failed.length === 0;
    const verify = workspace.next('media', 'verify', quoted(to));
    const next = [...(isDone ? [] : [again]), ...(result.copied === 0 ? [] : [verify])];
    print(copyJson(to, result, next), copyLines(to, result), values, io);
    return isDone ? 'done' : 'losses';
  },
  verify: async (workspace, [folder, ...more], values, io) => {
    if (folder === undefined || more.length > 0)
      throw new Refusal('One folder with copies is needed.', 'Name it: media verify media.');
    const result = await interruptible(io, 'Stopped; nothing was changed.', (signal) =>
      verifyMedia(folder, { signal }),
    );
    const isSound = result.counts.missing === 0 && result.counts.changed === 0;
    const next = isSound ? [] : [workspace.next('media', 'copy', '--to', quoted(folder))];
    print(verifyJson(folder, result, next), verifyLines(folder, result), values, io);
    return isSound ? 'done' : 'losses';
  },
};

async function copy(
  of: MediaOf,
  to: string,
  values: OptionValues,
  io: Io,
): ReturnType<typeof copyMedia> {
  collectEarly(); // The command runs for days next to other programs.
  const progress: CopyProgressOfCall = { startedAt: systemClock.now(), latest: undefined };
  using screen = live(io, values, {
    drawing: (frame) => copyDrawing(progress, to, frame),
    line: () => copyLine(progress),
  });
  return await copyMedia(of, {
    to,
    publicBase: values['public-base'],
    maxFiles: values['max-files'],
    maxBytes: values['max-bytes'],
    maxFileBytes: values['max-file-bytes'],
    bytesPerSecond: values['max-bandwidth'],
    ...webOptions(values, io),
    onProgress: (latest) => {
      progress.latest = latest;
      screen.progressed();
    },
  });
}
