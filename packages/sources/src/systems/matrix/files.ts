import type { Row } from '@chatferry/contract';
import { fileTypeOf } from '../../reading/file-type.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { COPIED, type FoundFile } from '../../reading/media-folder.ts';
import { object, text, wholeNumber } from '../../reading/values.ts';
import type { MatrixOptions } from './options.ts';

const media = /^mxc:\/\/([^/]+)\/([^/?#]+)$/;

const types = new Set(['m.image', 'm.file', 'm.audio', 'm.video', 'm.sticker']);

/** The file of a message, and its caption. */
export function fileOf(
  { type, content }: { readonly type: unknown; readonly content: Row },
  { mediaUrl, homeserver }: Pick<MatrixOptions, 'mediaUrl' | 'homeserver'>,
  files: FileAddresses,
): (FoundFile & { readonly caption: string | undefined }) | undefined {
  const kind = type === 'm.sticker' ? type : content['msgtype'];
  if (!types.has(String(kind))) return undefined;
  const body = text(content['body']);
  const filename = text(content['filename']);
  const name = filename ?? body ?? 'file';
  const caption = filename !== undefined && filename !== body ? body : undefined;
  if (content['file'] !== undefined)
    return { name, caption, note: 'encrypted; messages have their names' };
  const [, server, id] = media.exec(text(content['url']) ?? '') ?? [];
  if (server === undefined || id === undefined)
    return { name, caption, note: 'without an address; messages have their names' };
  const place = `${encodeURIComponent(server)}/${encodeURIComponent(id)}`;
  const base = (mediaUrl ?? homeserver ?? `https://${server}`).replace(/\/$/, '');
  const url =
    mediaUrl === undefined
      ? files.copyOfWeb(`${base}/_matrix/client/v1/media/download/${place}`)
      : `${base}/${place}`;
  if (url === undefined)
    return {
      name,
      caption,
      note: 'on their servers, with a login; messages have their names, and with copies or mediaUrl their addresses',
    };
  const info = object(content['info']);
  const { extension, mimeType } = fileTypeOf(name);
  const size = wholeNumber(info['size']);
  return {
    name,
    caption,
    note: mediaUrl === undefined ? COPIED : 'at mediaUrl',
    attachment: {
      url,
      name,
      mimeType: text(info['mimetype']) ?? mimeType,
      extension,
      ...(size === undefined ? {} : { size }),
    },
  };
}
