import type { Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { fileTypeOf } from '../../reading/file-type.ts';

/** Where the bytes of attachments are. */
export interface AttachmentFiles {
  /** Sizes of the files of the export by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Address at which the folder `data` is served. */
  readonly url: string | undefined;
}

export function filesIn({ entries }: Archive, url: string | undefined): AttachmentFiles {
  return { sizes: new Map(entries.map(({ name, bytes }) => [name, bytes])), url };
}

interface FoundAttachment {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address. */
  readonly attachment?: Row;
}

/** A file of a post: the export has its path, and perhaps its bytes, and no address. */
export function attachmentOf(
  path: string | undefined,
  { sizes, url }: AttachmentFiles,
): FoundAttachment {
  const name = path?.split('/').at(-1) ?? 'without a name';
  if (path === undefined) return { name, note: 'without a path' };
  const inside = path.replace(/^data\//, '');
  const size = sizes.get(`data/${inside}`) ?? sizes.get(path);
  if (url === undefined)
    return {
      name,
      note:
        size === undefined
          ? 'not in the export; posts have their names'
          : 'in the export itself; posts have their names, and with filesUrl their addresses',
    };
  if (size === undefined) return { name, note: 'not in the export; posts have their names' };
  const encoded = inside.split('/').map(encodeURIComponent).join('/');
  return {
    name,
    note: 'in the export itself, and at filesUrl',
    attachment: {
      url: `${url.replace(/\/$/, '')}/${encoded}`,
      name,
      ...fileTypeOf(name),
      size,
    },
  };
}
