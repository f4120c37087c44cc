import type { Row } from '@chatferry/contract';
import { type FoundFile, mediaFile, type MediaFolder } from '../../reading/media-folder.ts';
import { text, wholeNumber } from '../../reading/values.ts';

/** A file that the export mentions but does not contain. */
export interface LostFile {
  readonly name: string;
  readonly reason: string;
}

/** The texts that the exporter writes in place of a path. */
const reasons: readonly (readonly [beginning: string, reason: string])[] = [
  ['(File not included', 'the export was made without files of its type'],
  ['(File exceeds', 'the export was made without files of its size'],
  ['(File unavailable', 'Telegram could not load it'],
];

function pathOf(message: Row): string | undefined {
  return text(message['photo']) ?? text(message['file']);
}

/** Whether the export contains the file of a message. */
export function hasFile(message: Row): boolean {
  return pathOf(message)?.startsWith('(') === false;
}

/** Identifies the file of a message in all exports. The path does not, because each export has its own numbers for files. Empty without a file. */
export function mediaKey(message: Row): string {
  if (pathOf(message) === undefined) return '';
  const { photo, media_type: type, width, height, duration_seconds: seconds } = message;
  return JSON.stringify([photo !== undefined, type, width, height, seconds, message['mime_type']]);
}

/** Whether two messages can have the same file: not all exports have names and sizes. */
export function isSameFile(one: Row, other: Row): boolean {
  return ['file_name', 'file_size', 'photo_file_size'].every((name) => {
    const [value, same] = [one[name], other[name]];
    return value === undefined || same === undefined || value === same;
  });
}

/** The file of a message, if it has one. @param folder of the file that contains the message, with its `/` */
export function fileOf(
  message: Row,
  folder: string,
  media: MediaFolder,
): FoundFile | LostFile | undefined {
  const isPhoto = message['photo'] !== undefined;
  const path = pathOf(message);
  if (path === undefined) return undefined;
  const kind = isPhoto ? 'photo' : (text(message['media_type'])?.replace('_', ' ') ?? 'file');
  const isLost = path.startsWith('(');
  const name = text(message['file_name']) ?? (isLost ? kind : path.split(/[\\/]/).at(-1)!);
  if (isLost) {
    const reason = reasons.find(([beginning]) => path.startsWith(beginning))?.[1];
    return { name, reason: reason ?? 'it is not in the export' };
  }
  const size = wholeNumber(message[isPhoto ? 'photo_file_size' : 'file_size']);
  const mimeType = isPhoto ? 'image/jpeg' : text(message['mime_type']);
  return mediaFile(path, folder, { name, size, mimeType }, media);
}
