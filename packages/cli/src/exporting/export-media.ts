import type { ExportAppOptions, ExportManifest, ExportOutcome } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import { copyLines } from '../media/media-lines.ts';
import { webOptions } from '../media/media-options.ts';
import type { Io } from '../terms/io.ts';
import { Refusal } from '../terms/refusal.ts';

/** The options for copies, from --media. @throws {Refusal} for options of copies without --media @throws {MediaError} */
export function exportMedia(values: OptionValues, io: Io): ExportAppOptions['media'] {
  const { media: to, 'public-base': publicBase, 'private-host': host } = values;
  if (to !== undefined) return { to, publicBase, ...webOptions(values, io) };
  if (publicBase === undefined && host === undefined) return undefined;
  throw new Refusal(
    `--${publicBase === undefined ? 'private-host' : 'public-base'} is for copies of files, and no folder for them is named.`,
    'Name one: --media ./media.',
  );
}

/** The files that were copied, or the command that copies files whose addresses end. @param again the command that was typed */
export function mediaLines(
  { notExported }: ExportManifest,
  to: string | undefined,
  copied: ExportOutcome['media'],
  again: string,
): string[] {
  if (to !== undefined && copied !== undefined) return copyLines(to, { ...copied, rejected: 0 });
  return notExported.signature === undefined
    ? []
    : [`Copy the files with: ${again} --media ./media`];
}
