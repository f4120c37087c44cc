const mimeTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  zip: 'application/zip',
};

/** The type of a file, by its name. */
export function fileTypeOf(name: string): {
  readonly extension: string;
  readonly mimeType: string;
} {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? 'bin';
  return { mimeType: mimeTypes[extension.toLowerCase()] ?? 'application/octet-stream', extension };
}

/** The type of a message with a file of this type. */
export function mediaType(mimeType: unknown): string {
  const [type = ''] = String(mimeType).split('/');
  return ['image', 'audio', 'video'].includes(type) ? type : 'file';
}
