import type { Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { COPIED, type FoundFile } from '../../reading/media-folder.ts';
import { objects, text, wholeNumber } from '../../reading/values.ts';
import { isSid } from './ids.ts';

/** The saved media of messages, in files next to them, by SID. */
export type SavedMedia = ReadonlyMap<string, SavedFile>;

interface SavedFile {
  /** The name of the file without its folders. */
  readonly file: string;
  /** The name of the file in the export. */
  readonly entry: string;
}

const named = /(?:^|\/)((ME[\da-f]{32})(?:[._-][^/]*)?)$/i;

/** The SID in the name of a file. */
export function mediaSid({ name }: Entry): string | undefined {
  return named.exec(name)?.[2]?.toUpperCase();
}

/** The files whose names contain the SID of media. */
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

/** The places where the media of a message are available. */
export interface MediaPlaces {
  readonly saved: SavedMedia;
  /** The address before `/SID`, if the operator serves the media. */
  readonly url: string | undefined;
  /** The address of media at Twilio, which requires a login. */
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
