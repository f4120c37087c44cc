import type { Row } from '@chatferry/contract';
import type { FileAddresses } from './file-addresses.ts';
import { fileTypeOf } from './file-type.ts';
import { decoded } from './values.ts';

/** The files of messages in an export, named by paths relative to the file of the messages. */
export interface MediaFolder {
  /** The path of a file in the export, if the export contains it. @param folder of the file that names it, with its `/` */
  readonly find: (folder: string, path: string) => string | undefined;
  /** Address at which the export is served. */
  readonly url: string | undefined;
  readonly files: FileAddresses;
}

/** @param names of all files of the export */
export function mediaFolder(
  names: ReadonlySet<string>,
  url: string | undefined,
  files: FileAddresses,
): MediaFolder {
  const findPlain = (folder: string, path: string): string | undefined => {
    const plain = path.replaceAll('\\', '/');
    const parts = plain.split('/');
    if (parts.includes('..')) return undefined;
    const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(plain);
    // The export may have been moved: the end of an absolute path may still be a path in the export.
    const paths = isAbsolute ? parts.map((_part, index) => parts.slice(index).join('/')) : [plain];
    return paths
      .flatMap((each) => (each === '' ? [] : [`${folder}${each}`, each]))
      .find((each) => names.has(each));
  };
  return {
    url,
    files,
    find: (folder, path) => findPlain(folder, path) ?? findPlain(folder, decoded(path)),
  };
}

/** A file of a message. */
export interface FoundFile {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no lasting address. */
  readonly attachment?: Row;
}

interface MediaFile {
  readonly name: string;
  readonly size: number | undefined;
  readonly mimeType?: string | undefined;
}

/** A file that a message names by its path. */
export function mediaFile(
  path: string,
  folder: string,
  { name, size, mimeType }: MediaFile,
  { find, url, files }: MediaFolder,
): FoundFile {
  const found = find(folder, path);
  if (found === undefined) return { name, note: NOT_IN_EXPORT };
  return fileOfExport(found, found, { name, size, mimeType }, { url, files });
}

/** A file that the export contains. @param served the path of the file below the address at which the export is served */
export function fileOfExport(
  entry: string,
  served: string,
  { name, size, mimeType: stated }: MediaFile,
  { url, files }: Pick<MediaFolder, 'url' | 'files'>,
): FoundFile {
  const { extension, mimeType: usual } = fileTypeOf(name);
  const mimeType = stated ?? usual;
  const address =
    url === undefined
      ? files.copyOfEntry(entry, { name, mimeType })
      : `${url.replace(/\/$/, '')}/${served.split('/').map(encodeURIComponent).join('/')}`;
  if (address === undefined)
    return {
      name,
      note: 'in the export itself; messages have their names, and with copies or filesUrl their addresses',
    };
  return {
    name,
    note: url === undefined ? COPIED : 'in the export itself, and at filesUrl',
    attachment: {
      url: address,
      name,
      mimeType,
      extension,
      ...(size === undefined ? {} : { size }),
    },
  };
}

export const NOT_IN_EXPORT = 'not in the export; messages have their names';

/** The fact about files whose copies messages point to. */
export const COPIED = 'copied; messages point to the copies';

/** The text for a file without an address. */
export function nameWithoutAddress({ name, attachment }: FoundFile): readonly string[] {
  return attachment === undefined ? [`[file ${name}]`] : [];
}
