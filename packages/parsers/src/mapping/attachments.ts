import { isObject, type Row } from '@chatferry/contract';

/** MIME types by extension, of the files that people send most. */
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/opus',
  wav: 'audio/wav',
  aac: 'audio/aac',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const UNKNOWN = 'application/octet-stream';

/**
 * Fills in what follows from the addresses of attachments: `name`, `extension` and `mimeType`, and the `type` of a message
 * without one. Positions of the list that have no value are left out.
 */
export function fillInAttachments(row: Row): void {
  const data = row['data'] as Row | undefined;
  const attachments = data?.['attachments'];
  if (!Array.isArray(attachments)) return;
  const filled = Array.from(attachments)
    .filter((each) => each !== undefined)
    .map((each: unknown) => (typeof each === 'string' ? { url: each } : each));
  data!['attachments'] = filled;
  const objects = filled.filter(isObject);
  for (const each of objects) fillIn(each);
  const [first] = objects;
  const mimeType = first?.['mimeType'];
  if (typeof mimeType !== 'string' || row['category'] === 'custom') return;
  const [family] = mimeType.split('/', 1);
  row['type'] ??= ['image', 'audio', 'video'].includes(family!) ? family : 'file';
}

function fillIn(attachment: Row): void {
  const { url } = attachment;
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed === null) return;
  const name = decoded(parsed.pathname.slice(parsed.pathname.lastIndexOf('/') + 1));
  attachment['name'] ??= name === '' ? parsed.hostname : name;
  const extension = extensionOf(String(attachment['name'])) ?? extensionOf(parsed.pathname);
  attachment['extension'] ??= extension?.toLowerCase() ?? 'bin';
  attachment['mimeType'] ??= types[String(attachment['extension']).toLowerCase()] ?? UNKNOWN;
}

function extensionOf(name: string): string | undefined {
  return /\.([A-Za-z\d]{1,10})$/.exec(name)?.[1];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
