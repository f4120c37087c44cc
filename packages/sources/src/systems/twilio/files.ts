import type { Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import type { FoundFile } from '../../reading/media-folder.ts';
import { objects, text, wholeNumber } from '../../reading/values.ts';
import { isSid } from './ids.ts';

/** The media of messages that were saved next to them, by SID. */
export type SavedMedia = ReadonlyMap<string, string>;

const named = /(?:^|\/)((ME[\da-f]{32})(?:[._-][^/]*)?)$/i;

/** The SID that a file is named after. */
export function mediaSid({ name }: Entry): string | undefined {
  return named.exec(name)?.[2]?.toUpperCase();
}

/** The names of files that are named after media. */
export function savedMedia({ entries }: Archive): SavedMedia {
  const found = new Map<string, string>();
  for (const { name } of entries) {
    const [, file, sid] = named.exec(name) ?? [];
    if (sid !== undefined) found.set(sid.toUpperCase(), file!);
  }
  return found;
}

/** The media of a message: a list in Conversations, one object in Programmable Chat. */
export function mediaOf({ media }: Row): readonly Row[] {
  return objects(Array.isArray(media) ? media : [media]).filter(({ sid }) => isSid(sid));
}

/** @param url before `/SID` */
export function fileOf(media: Row, saved: SavedMedia, url: string | undefined): FoundFile {
  const sid = String(media['sid']);
  const name = text(media['filename']) ?? sid;
  const file = saved.get(sid.toUpperCase());
  if (url === undefined) {
    const where = file === undefined ? 'at Twilio, with a login' : 'in the export itself';
    return {
      name,
      note: `${where}; messages have their names, and with mediaUrl their addresses`,
    };
  }
  const inName = fileTypeOf(name);
  const size = wholeNumber(media['size']);
  const attachment = {
    url: `${url.replace(/\/$/, '')}/${encodeURIComponent(file ?? sid)}`,
    name,
    mimeType: text(media['content_type']) ?? inName.mimeType,
    extension: inName.extension,
    ...(size === undefined ? {} : { size }),
  };
  return { name, note: 'at mediaUrl', attachment };
}
