import { bytes } from '@chatferry/disk';
import { counted } from '@chatferry/contract';
import {
  checkMedia,
  type CopyOptions,
  copyMedia,
  type MediaOf,
  verifyMedia,
} from '@chatferry/job/media';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { quoted } from '../printing/quoted.ts';
import { resultJson } from '../printing/result-json.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { Interrupted } from '../terms/interrupted.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '../terms/io.ts';
import { Refusal } from '../terms/refusal.ts';
import { checkJson, copyJson, verifyJson } from './media-json.ts';
import { checkLines, copyLines, verifyLines } from './media-lines.ts';
import { mediaOf, webOptions } from './media-options.ts';

type Action = (
  workspace: Workspace,
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
) => Promise<CommandOutcome>;

const PROGRESS_MS = 10_000;

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
    print(values, io, checkJson(result, next), checkLines(result));
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
    print(
      values,
      io,
      copyJson(to, result, isDone ? [verify] : [again, verify]),
      copyLines(to, result),
    );
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
    print(values, io, verifyJson(folder, result, next), verifyLines(folder, result));
    return isSound ? 'done' : 'losses';
  },
};

function print(
  { json }: OptionValues,
  io: Io,
  result: Parameters<typeof resultJson>[0],
  lines: readonly string[],
): void {
  if (json === true) io.out(resultJson(result));
  else for (const line of lines) io.out(line);
}

async function copy(
  of: MediaOf,
  to: string,
  values: OptionValues,
  io: Io,
): ReturnType<typeof copyMedia> {
  const isQuiet = values.quiet === true || values.json === true;
  let shownAt = Date.now();
  const onProgress: CopyOptions['onProgress'] = ({ files, bytes: size, failed }) => {
    if (isQuiet || Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    io.err(`copied ${counted(files, 'file')}, ${bytes(size)}; not copied: ${failed}`);
  };
  return await copyMedia(of, {
    to,
    publicBase: values['public-base'],
    maxFiles: values['max-files'],
    maxBytes: values['max-bytes'],
    maxFileBytes: values['max-file-bytes'],
    bytesPerSecond: values['max-bandwidth'],
    ...webOptions(values, io),
    onProgress,
  });
}

/** @throws {Interrupted} after Ctrl-C */
async function interruptible<Result>(
  io: Io,
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using interruption = listenForInterrupts(io, () => {});
  try {
    return await work(interruption.finish);
  } catch (error) {
    if (!interruption.finish.aborted) throw error;
    throw new Interrupted(message, { cause: error });
  }
}
