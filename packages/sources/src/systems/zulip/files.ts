import type { Row } from '@chatferry/contract';
import { fileTypeOf } from '../../reading/file-type.ts';
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
): LinkedFile {
  const plain = decoded(path);
  const known = table.get(plain);
  const name = text(known?.['file_name']) ?? (label === '' ? plain.split('/').at(-1)! : label);
  if (!isInExport(`uploads/${plain}`))
    return { name, note: 'not in the export; messages have their names' };
  if (url === undefined)
    return {
      name,
      note: 'in the export itself; messages have their names, and with filesUrl their addresses',
    };
  const { extension, mimeType } = fileTypeOf(name);
  const size = wholeNumber(known?.['size']);
  const encoded = plain.split('/').map(encodeURIComponent).join('/');
  return {
    name,
    note: 'in the export itself, and at filesUrl',
    attachment: {
      url: `${url.replace(/\/$/, '')}/${encoded}`,
      name,
      mimeType: text(known?.['content_type'])?.split(';')[0] ?? mimeType,
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
