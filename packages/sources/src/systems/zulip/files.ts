import type { Row } from '@chatferry/contract';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileOfExport, type FoundFile, NOT_IN_EXPORT } from '../../reading/media-folder.ts';
import { decoded, text, wholeNumber } from '../../reading/values.ts';

/** The facts in the table of attachments about files, by path. */
export type AttachmentTable = ReadonlyMap<string, Row>;

/** A file that a text links to. @param path after `/user_uploads/` */
export function linkedFile(
  path: string,
  label: string,
  table: AttachmentTable,
  isInExport: (name: string) => boolean,
  url: string | undefined,
  files: FileAddresses,
): FoundFile {
  const plain = decoded(path);
  const entry = `uploads/${plain}`;
  const known = table.get(plain);
  const name = text(known?.['file_name']) ?? (label === '' ? plain.split('/').at(-1)! : label);
  if (!isInExport(entry)) return { name, note: NOT_IN_EXPORT };
  const mimeType = text(known?.['content_type'])?.split(';')[0];
  const size = wholeNumber(known?.['size']);
  return fileOfExport(entry, plain, { name, size, mimeType }, { url, files });
}
