import type { Row } from '@chatferry/contract';
import { decoded, type FoundFile, mediaFile, type MediaFolder } from '../reading/media-folder.ts';
import { text, wholeNumber } from '../reading/values.ts';

/** A file of a message. @param folder of the file that contains the message, with its `/` */
export function fileOf(attachment: Row, folder: string, media: MediaFolder): FoundFile {
  const address = text(attachment['url']) ?? '';
  const name = text(attachment['fileName']) ?? decoded(address).split(/[\\/]/).at(-1)!;
  if (/^https?:\/\//.test(address))
    return {
      name,
      note: 'at addresses of Discord, which end after about a day: messages have their names; export again with the media',
    };
  return mediaFile(
    address,
    folder,
    { name, size: wholeNumber(attachment['fileSizeBytes']) },
    media,
  );
}
