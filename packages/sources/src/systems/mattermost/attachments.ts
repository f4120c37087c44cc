import type { Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED } from '../../reading/media-folder.ts';

/** The locations of the bytes of attachments. */
export interface AttachmentFiles {
  /** Sizes of the files of the export by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Address at which the folder `data` is served. */
  readonly url: string | undefined;
  readonly files: FileAddresses;
}

export function filesIn(
  { entries }: Archive,
  url: string | undefined,
  files: FileAddresses,
): AttachmentFiles {
  return { sizes: new Map(entries.map(({ name, bytes }) => [name, bytes])), url, files };
}

interface FoundAttachment {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address. */
  readonly attachment?: Row;
}

/** A file of a post. The export has its path, and perhaps its bytes, but no address. */
export function attachmentOf(
  path: string | undefined,
  { sizes, url, files }: AttachmentFiles,
): FoundAttachment {
  const name = path?.split('/').at(-1) ?? 'without a name';
  if (path === undefined) return { name, note: 'without a path' };
  const inside = path.replace(/^data\//, '');
  const entry = [`data/${inside}`, path].find((each) => sizes.has(each));
  if (entry === undefined) return { name, note: 'not in the export; posts have their names' };
  const type = fileTypeOf(name);
  const encoded = inside.split('/').map(encodeURIComponent).join('/');
  const address =
    url === undefined
      ? files.copyOfEntry(entry, { name, mimeType: type.mimeType })
      : `${url.replace(/\/$/, '')}/${encoded}`;
  if (address === undefined)
    return {
      name,
      note: 'in the export itself; posts have their names, and with copies or filesUrl their addresses',
    };
  return {
    name,
    note: url === undefined ? COPIED : 'in the export itself, and at filesUrl',
    attachment: { url: address, name, ...type, size: sizes.get(entry)! },
  };
}
