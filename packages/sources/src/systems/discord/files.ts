import type { Row } from '@chatferry/contract';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED, type FoundFile, mediaFile, type MediaFolder } from '../../reading/media-folder.ts';
import { decoded, text, wholeNumber } from '../../reading/values.ts';

/** A file of a message. @param folder of the file that contains the message, with its `/` */
export function fileOf(attachment: Row, folder: string, media: MediaFolder): FoundFile {
  const address = text(attachment['url']) ?? '';
  const isAddress = /^https?:\/\//.test(address);
  const path = isAddress ? address.split(/[?#]/)[0]! : address;
  const name = text(attachment['fileName']) ?? decoded(path).split(/[\\/]/).at(-1)!;
  const size = wholeNumber(attachment['fileSizeBytes']);
  if (isAddress) {
    const url = media.files.copyOfWeb(address);
    if (url !== undefined)
      return {
        name,
        note: COPIED,
        attachment: { url, name, ...fileTypeOf(name), ...(size === undefined ? {} : { size }) },
      };
    return {
      name,
      note: 'at addresses on the web, of which those of Discord end after about a day: messages have their names; copy them, or export again with the media',
    };
  }
  return mediaFile(address, folder, { name, size }, media);
}
