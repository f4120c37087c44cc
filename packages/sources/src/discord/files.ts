import type { Row } from '@chatferry/contract';
import { fileTypeOf } from '../reading/file-type.ts';
import { text, wholeNumber } from '../reading/values.ts';

/** Where the files of attachments are. */
export interface MediaFolder {
  /** The path in the export of a file that the export contains. @param folder of the file that names it */
  readonly find: (folder: string, path: string) => string | undefined;
  /** Address at which the export is served. */
  readonly url: string | undefined;
}

/** @param names of all files of the export */
export function mediaFolder(names: ReadonlySet<string>, url: string | undefined): MediaFolder {
  return {
    url,
    find: (folder, path) => {
      const plain = decoded(path).replaceAll('\\', '/');
      if (plain.split('/').includes('..')) return undefined;
      const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(plain);
      if (!isAbsolute) return [`${folder}${plain}`, plain].find((each) => names.has(each));
      // The export may have been moved: the end of the path is what it contains.
      const parts = plain.split('/');
      return parts
        .map((_part, index) => parts.slice(index).join('/'))
        .find((each) => each !== '' && (names.has(`${folder}${each}`) || names.has(each)));
    },
  };
}

export interface FoundFile {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address that lasts. */
  readonly attachment?: Row;
}

/** A file of a message. @param folder of the file that contains the message, with its `/` */
export function fileOf(attachment: Row, folder: string, media: MediaFolder): FoundFile {
  const address = text(attachment['url']) ?? '';
  const name = text(attachment['fileName']) ?? decoded(address).split(/[\\/]/).at(-1)! ?? 'file';
  if (/^https?:\/\//.test(address))
    return {
      name,
      note: 'at addresses of Discord, which end after about a day: messages have their names; export again with the media',
    };
  const path = media.find(folder, address);
  if (path === undefined) return { name, note: 'not in the export; messages have their names' };
  if (media.url === undefined)
    return {
      name,
      note: 'in the export itself; messages have their names, and with filesUrl their addresses',
    };
  const { extension, mimeType } = fileTypeOf(name);
  const size = wholeNumber(attachment['fileSizeBytes']);
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return {
    name,
    note: 'in the export itself, and at filesUrl',
    attachment: {
      url: `${media.url.replace(/\/$/, '')}/${encoded}`,
      name,
      mimeType,
      extension,
      ...(size === undefined ? {} : { size }),
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
