import { limits, type Row } from '@chatferry/contract';
import { mediaType } from '../reading/file-type.ts';
import { filled } from '../reading/values.ts';
import type { ExportRows, Place } from './export-rows.ts';

/** A file of a message that has an address. */
export interface MessageFile {
  readonly attachment: Row;
  /** Its own text. */
  readonly caption?: string | undefined;
}

/** A message of an export. It becomes one row, or one for each of its files. */
export interface MessageContent {
  readonly muid: string;
  /** What all of its rows have: sender, receiver and time. */
  readonly common: Row;
  /** See `mentionedDetails`. */
  readonly mentioned: Row;
  readonly text: string;
  readonly files: readonly MessageFile[];
  readonly metadata: Row | undefined;
}

/** Writes the rows of a message; the first one has its id and its text. @param json as the export contains it */
export function writeMessageRows(
  { muid, common, mentioned, text, files, metadata }: MessageContent,
  place: Place,
  json: Uint8Array,
  out: ExportRows,
): void {
  const first = { muid, ...common, ...mentioned };
  if (files.length === 0)
    return out.row('messages', place, { ...first, data: { text, ...filled({ metadata }) } }, json);
  for (const [index, { attachment, caption = '' }] of files.entries()) {
    const own = [index === 0 ? text : '', caption].filter((each) => each !== '').join('\n');
    const data = {
      ...(own === '' ? {} : { text: own }),
      attachments: [attachment],
      ...filled({ metadata }),
    };
    const row = { category: 'message', type: mediaType(attachment['mimeType']), data };
    if (index > 0) out.note('messages', 'made for further files of a message');
    const begin = index === 0 ? first : { ...common, muid: fileMuid(muid, index + 1) };
    out.row('messages', place, { ...begin, ...row }, json);
  }
}

/**
 * The id of the further messages that one message with several files becomes; `number` counts from 2. It belongs to the
 * rule of the ids of each system.
 */
export function fileMuid(muid: string, number: number): string {
  return `${muid}-f${number}`;
}

/** The field of a message for those whom it mentions. */
export function mentionedDetails(
  mentioned: Iterable<string>,
  nameOf: (uid: string) => string | undefined,
): Row {
  const uids = [...mentioned].slice(0, limits.mentionsPerMessage);
  if (uids.length === 0) return {};
  const details = uids.map((uid) => [uid, { uid, name: nameOf(uid) }]);
  return { mentionedUserDetails: Object.fromEntries(details) as Row };
}
