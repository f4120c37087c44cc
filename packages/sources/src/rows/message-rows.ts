import { limits, type Row } from '@chatferry/contract';
import { mediaType } from '../reading/file-type.ts';
import { filled } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';
import { shortName } from './short-texts.ts';

/** A file of a message that has an address. */
export interface MessageFile {
  readonly attachment: Row;
  /** The caption of the file. */
  readonly caption?: string | undefined;
}

/** A part of a message that only the app understands, such as a poll. */
export interface CustomPart {
  /** The type of its row. */
  readonly custom: string;
  readonly customData: Row;
}

/** A message of an export. It becomes one row, or one for each of its files and custom parts. */
export interface MessageContent {
  readonly muid: string;
  /** The fields of all its rows: sender, receiver and time. */
  readonly common: Row;
  /** See `mentionedDetails`. */
  readonly mentioned: Row;
  readonly text: string;
  readonly files: readonly (MessageFile | CustomPart)[];
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
  const [firstFile] = files;
  // A custom message has no text.
  const isAlone = firstFile === undefined || (text !== '' && 'custom' in firstFile);
  if (isAlone)
    out.row('messages', place, { ...first, data: { text, ...filled({ metadata }) } }, json);
  for (const [index, file] of files.entries()) {
    const number = index + (isAlone ? 2 : 1);
    const row = rowOf(file, number === 1 ? text : '', metadata);
    if (number > 1) out.note('messages', 'made for further files of a message');
    const begin = number === 1 ? first : { ...common, muid: fileMuid(muid, number) };
    out.row('messages', place, { ...begin, ...row }, json);
  }
}

function rowOf(file: MessageFile | CustomPart, text: string, metadata: Row | undefined): Row {
  if ('custom' in file) {
    const { custom: type, customData } = file;
    return { category: 'custom', type, data: { customData, ...filled({ metadata }) } };
  }
  const { attachment, caption = '' } = file;
  const own = [text, caption].filter((each) => each !== '').join('\n');
  const data = {
    ...(own === '' ? {} : { text: own }),
    attachments: [attachment],
    ...filled({ metadata }),
  };
  return { category: 'message', type: mediaType(attachment['mimeType']), data };
}

/**
 * The id of a further message, when one message with several files becomes several. `number` counts from 2. This id belongs to the
 * rule of the ids of each system.
 */
export function fileMuid(muid: string, number: number): string {
  return `${muid}-f${number}`;
}

/** The field of a message with the users whom it mentions. */
export function mentionedDetails(
  mentioned: Iterable<string>,
  nameOf: (uid: string) => string | undefined,
): Row {
  const uids = [...mentioned].slice(0, limits.mentionsPerMessage);
  if (uids.length === 0) return {};
  // A hash table: as an object, each user would be a new shape of objects.
  const details = Object.create(null) as Row;
  for (const uid of uids) details[uid] = { uid, name: shortName(nameOf(uid) ?? uid) };
  return { mentionedUserDetails: details };
}
