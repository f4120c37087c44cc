import type { Row } from '@chatferry/contract';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED } from '../../reading/media-folder.ts';
import { text, wholeNumber } from '../../reading/values.ts';

/** What the table of attachments contains about a file, by its path. */
export type AttachmentTable = ReadonlyMap<string, Row>;

export interface LinkedFile {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address. */
  readonly attachment?: Row;
}

/** A file that a text links to. @param path after `/user_uploads/` */
export function linkedFile(
  path: string,
  label: string,
  table: AttachmentTable,
  isInExport: (name: string) => boolean,
  url: string | undefined,
  files: FileAddresses,
): LinkedFile {
  const plain = decoded(path);
  const known = table.get(plain);
  const name = text(known?.['file_name']) ?? (label === '' ? plain.split('/').at(-1)! : label);
  if (!isInExport(`uploads/${plain}`))
    return { name, note: 'not in the export; messages have their names' };
  const { extension, mimeType: usual } = fileTypeOf(name);
  const mimeType = text(known?.['content_type'])?.split(';')[0] ?? usual;
  const size = wholeNumber(known?.['size']);
  const encoded = plain.split('/').map(encodeURIComponent).join('/');
  const address =
    url === undefined
      ? files.copyOfEntry(`uploads/${plain}`, { name, mimeType })
      : `${url.replace(/\/$/, '')}/${encoded}`;
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
