import type { ExportAppOptions } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import { webOptions } from '../media/media-options.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';

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
