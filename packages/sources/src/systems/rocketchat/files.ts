import type { Row } from '@chatferry/contract';
import { nameInAddress } from '../../reading/addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';

export interface FileNames {
  /** Descriptions of uploads by their ids. */
  readonly descriptions: ReadonlyMap<string, string>;
  /** Whether the dump has the bytes of uploads. */
  readonly hasBytes: boolean;
  readonly url: string | undefined;
}

export interface FoundFile {
  readonly name: string;
  readonly caption: string | undefined;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address. */
  readonly attachment?: Row;
}

const upload = /\/file-upload\/([^/?#]+)\/([^/?#]*)/;

/** Attachments quote another message, or are files or cards. */
export function isQuote(attachment: Row): boolean {
  return 'message_link' in attachment;
}

function linkOf(attachment: Row): string | undefined {
  const link = ['title_link', 'image_url', 'audio_url', 'video_url'].find(
    (name) => text(attachment[name]) !== undefined,
  );
  return link === undefined ? undefined : text(attachment[link]);
}

/** The attachments that are files of the server, with the ids of these. */
function uploadsIn(message: Row): { readonly id: string; readonly attachment: Row }[] {
  return objects(message['attachments']).flatMap((attachment) => {
    const id = upload.exec(linkOf(attachment) ?? '')?.[1];
    return id === undefined || isQuote(attachment) ? [] : [{ id, attachment }];
  });
}

export function isFileCard(attachment: Row): boolean {
  return attachment['type'] === 'file' || upload.test(linkOf(attachment) ?? '');
}

/** The files of a message without their thumbnails. */
export function filesOf(message: Row, names: FileNames): FoundFile[] {
  const attached = uploadsIn(message);
  const listed = objects(message['files']);
  const old = text(object(message['file'])['_id']) === undefined ? [] : [object(message['file'])];
  const all = listed.length > 0 ? listed : old;
  const originals = new Set(all.map(({ name }) => `thumb-${String(name)}`));
  const files = all.filter(
    ({ typeGroup, name }) => typeGroup !== 'thumb' && !originals.has(String(name)),
  );
  const known = files.map((each) => {
    const id = text(each['_id']) ?? '';
    return fileOf(id, each, attached.find((other) => other.id === id)?.attachment ?? {}, names);
  });
  // Old messages have only the attachment.
  const ids = new Set(all.map(({ _id: id }) => id));
  const others = attached
    .filter(({ id }) => !ids.has(id))
    .map(({ id, attachment }) => fileOf(id, {}, attachment, names));
  return [...known, ...others, ...linkedFiles(message)];
}

function fileOf(id: string, file: Row, attachment: Row, names: FileNames): FoundFile {
  const name = text(file['name']) ?? text(attachment['title']) ?? id;
  const caption = text(attachment['description']) ?? names.descriptions.get(id);
  if (names.url === undefined) {
    const note = names.hasBytes
      ? 'in the dump in pieces of GridFS; messages have their names, and with filesUrl their addresses'
      : 'not in the dump; messages have their names, and with filesUrl their addresses';
    return { name, caption, note };
  }
  const path = `${encodeURIComponent(id)}/${encodeURIComponent(name.toWellFormed())}`;
  const { extension, mimeType } = fileTypeOf(name);
  const size = wholeNumber(file['size']) ?? wholeNumber(attachment['image_size']);
  return {
    name,
    caption,
    note: 'at filesUrl',
    attachment: {
      url: `${names.url.replace(/\/$/, '')}/file-upload/${path}`,
      name,
      mimeType: text(file['type']) ?? text(attachment['image_type']) ?? mimeType,
      extension,
      ...(size === undefined ? {} : { size }),
    },
  };
}

/** Pictures, sounds and films elsewhere, which integrations show. */
function linkedFiles(message: Row): FoundFile[] {
  return objects(message['attachments']).flatMap((attachment) => {
    if (isQuote(attachment) || isFileCard(attachment)) return [];
    const link =
      text(attachment['image_url']) ??
      text(attachment['audio_url']) ??
      text(attachment['video_url']);
    const url = link === undefined ? undefined : publicAddress(link);
    if (url === undefined) return [];
    const name = nameInAddress(url) ?? 'file';
    const { extension, mimeType } = fileTypeOf(name);
    const caption = text(attachment['description']);
    const note = 'on other servers, at their addresses without what follows a question mark';
    return [{ name, caption, note, attachment: { url, name, mimeType, extension } }];
  });
}

/** Without what may be secret. */
function publicAddress(link: string): string | undefined {
  const url = URL.parse(link);
  return url === null || !url.protocol.startsWith('http')
    ? undefined
    : `${url.origin}${url.pathname}`;
}
