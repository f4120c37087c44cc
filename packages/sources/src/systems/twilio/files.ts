import type { Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { COPIED, type FoundFile } from '../../reading/media-folder.ts';
import { objects, text, wholeNumber } from '../../reading/values.ts';
import { isSid } from './ids.ts';

/** The media of messages that were saved next to them, by SID. */
export type SavedMedia = ReadonlyMap<string, SavedFile>;

interface SavedFile {
  /** Its name without the folders around it. */
  readonly file: string;
  /** Its name in the export. */
  readonly entry: string;
}

const named = /(?:^|\/)((ME[\da-f]{32})(?:[._-][^/]*)?)$/i;

/** The SID that a file is named after. */
export function mediaSid({ name }: Entry): string | undefined {
  return named.exec(name)?.[2]?.toUpperCase();
}

/** The names of files that are named after media. */
export function savedMedia({ entries }: Archive): SavedMedia {
  const found = new Map<string, SavedFile>();
  for (const { name } of entries) {
    const [, file, sid] = named.exec(name) ?? [];
    if (sid !== undefined) found.set(sid.toUpperCase(), { file: file!, entry: name });
  }
  return found;
}

/** The media of a message: a list in Conversations, one object in Programmable Chat. */
export function mediaOf({ media }: Row): readonly Row[] {
  return objects(Array.isArray(media) ? media : [media]).filter(({ sid }) => isSid(sid));
}

/** Where the media of a message can be had. */
export interface MediaPlaces {
  readonly saved: SavedMedia;
  /** Before `/SID`, where the operator serves them. */
  readonly url: string | undefined;
  /** Their addresses at Twilio, which ask for a login. */
  readonly atTwilio: (sid: string) => string | undefined;
  readonly files: FileAddresses;
}

export function fileOf(media: Row, { saved, url, atTwilio, files }: MediaPlaces): FoundFile {
  const sid = String(media['sid']);
  const name = text(media['filename']) ?? sid;
  const found = saved.get(sid.toUpperCase());
  const inName = fileTypeOf(name);
  const mimeType = text(media['content_type']) ?? inName.mimeType;
  const address =
    url === undefined
      ? found === undefined
        ? files.copyOfWeb(atTwilio(sid))
        : files.copyOfEntry(found.entry, { name, mimeType })
      : `${url.replace(/\/$/, '')}/${encodeURIComponent(found?.file ?? sid)}`;
  if (address === undefined) {
    const note =
      found === undefined
        ? 'at Twilio, with a login; messages have their names, and with copies or mediaUrl their addresses'
        : 'in the export itself; messages have their names, and with copies or mediaUrl their addresses';
    return { name, note };
  }
  const size = wholeNumber(media['size']);
  const attachment = {
    url: address,
    name,
    mimeType,
    extension: inName.extension,
    ...(size === undefined ? {} : { size }),
  };
  return { name, note: url === undefined ? COPIED : 'at mediaUrl', attachment };
}
