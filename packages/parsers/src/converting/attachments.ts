import { isObject, type Row } from '@chatferry/contract';

/** MIME types by extension, of the most common file types. */
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

/** The first extension of each type. */
const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries(types)
    .toReversed()
    .map(([extension, type]) => [type, extension]),
);

/** Words that exports write instead of a MIME type for a kind of file. */
const families: Readonly<Record<string, string>> = {
  image: 'image',
  photo: 'image',
  picture: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
};

/**
 * Fills in the fields of attachments that follow from their addresses and types: `name`, `extension` and `mimeType`, and the `type` of a
 * message without one. Positions of the list without a value are left out.
 */
export function fillInAttachments(row: Row): void {
  const data = row['data'] as Row | undefined;
  const attachments = data?.['attachments'];
  if (!Array.isArray(attachments)) return;
  const filled = Array.from(attachments)
    .filter((each) => each !== undefined)
    .map((each: unknown) => (typeof each === 'string' ? { url: each } : each));
  data!['attachments'] = filled;
  const found = filled.filter(isObject).map(fillIn);
  if (found.length > 0 && row['category'] !== 'custom') row['type'] ??= found[0];
}

/** @returns the type of a message with this attachment */
function fillIn(attachment: Row): string {
  const { url, mimeType } = attachment;
  const [word] = textIn(mimeType).trim().toLowerCase().split(/\s*;/, 1) as [string];
  if (typeof mimeType === 'string') {
    if (word.includes('/')) attachment['mimeType'] = mimeType.split(/\s*;/, 1)[0];
    else delete attachment['mimeType'];
  }
  const address = typeof url === 'string' ? URL.parse(url, NO_SITE) : null;
  const ending = address === null ? '' : decoded(address.pathname.replace(/^.*\//, ''));
  const name = attachment['name'] ?? ending;
  const extension = extensionOf(textIn(name)) ?? extensionOf(ending);
  if (name !== '') attachment['name'] = name;
  else if (address !== null && address.origin !== NO_SITE) attachment['name'] = address.hostname;
  attachment['extension'] ??= extension?.toLowerCase() ?? extensions.get(word) ?? 'bin';
  attachment['mimeType'] ??= types[String(attachment['extension']).toLowerCase()] ?? UNKNOWN;
  const [family] = String(attachment['mimeType']).split('/', 1);
  const known = ['image', 'audio', 'video'].find((each) => each === family);
  return known ?? (attachment['mimeType'] === UNKNOWN ? families[word] : undefined) ?? 'file';
}

/** The base that relative addresses are parsed with. */
const NO_SITE = 'https://site.invalid';

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
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
