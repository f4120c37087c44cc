/** Extensions by MIME type, for the most frequent types in chats. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html',
};

const types: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(extensions).map(([type, extension]) => [extension, type])),
  jpeg: 'image/jpeg',
  oga: 'audio/ogg',
};

/** What the host's answer and the record state about a file. */
interface Stated {
  readonly answered: string | undefined;
  readonly mimeType: string | null;
  readonly name: string | null;
  /** The path in the address of the file. */
  readonly path: string;
}

/** The MIME type of a file: the type of the answer, unless it is meaningless. */
export function typeOf({ answered, mimeType, name, path }: Stated): string {
  const own = plain(answered);
  if (own !== undefined && !/^(?:application|binary)\/octet-stream$/.test(own)) return own;
  return (
    plain(mimeType ?? undefined) ??
    types[extensionIn(name ?? '') ?? ''] ??
    types[extensionIn(path) ?? ''] ??
    'application/octet-stream'
  );
}

/** The file ending with which a copy is served as its type; empty when none is known. */
export function endingOf(type: string, { name, path }: Pick<Stated, 'name' | 'path'>): string {
  const extension = extensions[type] ?? extensionIn(name ?? '') ?? extensionIn(path);
  return extension === undefined ? '' : `.${extension}`;
}

function plain(type: string | undefined): string | undefined {
  const found = type?.split(';')[0]!.trim().toLowerCase();
  return found !== undefined && /^[a-z]+\/[\w.+-]+$/.test(found) ? found : undefined;
}

function extensionIn(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
}
