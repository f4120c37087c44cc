import type { Row } from '@chatferry/contract';
import { nameInAddress } from '../../reading/addresses.ts';
import { nameInGrid } from '../../reading/export-files.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED } from '../../reading/media-folder.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';

export interface FileNames {
  /** Descriptions of uploads by their ids. */
  readonly descriptions: ReadonlyMap<string, string>;
  /** The collection with the bytes of uploads, if the dump has it. Its chunks can be read one by one only in a plain BSON file. */
  readonly chunks: { readonly name: string; readonly isPlain: boolean } | undefined;
  /** Uploads whose bytes are not in the dump: a server can change its storage of files. */
  readonly elsewhere: ReadonlySet<string>;
  readonly url: string | undefined;
  /** The address of the server, which has all files but requires a login. */
  readonly server: string | undefined;
  readonly addresses: FileAddresses;
}

export interface FoundFile {
  readonly name: string;
  readonly caption: string | undefined;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no address. */
  readonly attachment?: Row;
}

const PLAIN_CHUNKS = 'rocketchat_uploads.chunks.bson';

const upload = /\/file-upload\/([^/?#]+)\/([^/?#]*)/;

/** Whether an attachment quotes another message. Other attachments are files or cards. */
export function isQuote(attachment: Row): boolean {
  return 'message_link' in attachment;
}

function linkOf(attachment: Row): string | undefined {
  const link = ['title_link', 'image_url', 'audio_url', 'video_url'].find(
    (name) => text(attachment[name]) !== undefined,
  );
  return link === undefined ? undefined : text(attachment[link]);
}

/** The attachments that are files of the server, with the ids of the files. */
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
  const { extension, mimeType: ofName } = fileTypeOf(name);
  const mimeType = text(file['type']) ?? text(attachment['image_type']) ?? ofName;
  const url = addressOf(id, { name, mimeType }, names);
  if (url === undefined) return { name, caption, note: noteOn(id, names) };
  const size = wholeNumber(file['size']) ?? wholeNumber(attachment['image_size']);
  return {
    name,
    caption,
    note: names.url === undefined ? COPIED : 'at filesUrl',
    attachment: { url, name, mimeType, extension, ...(size === undefined ? {} : { size }) },
  };
}

/** The address of an upload: of its copy, or where the operator serves the dump's or the server's file. */
function addressOf(
  id: string,
  stated: { readonly name: string; readonly mimeType: string },
  { url, server, chunks, elsewhere, addresses }: FileNames,
): string | undefined {
  const path = `file-upload/${encodeURIComponent(id)}/${encodeURIComponent(stated.name.toWellFormed())}`;
  const at = (base: string): string => `${base.replace(/\/$/, '')}/${path}`;
  if (url !== undefined) return at(url);
  if (chunks !== undefined && chunks.isPlain && !elsewhere.has(id))
    return addresses.copyOfEntry(nameInGrid(chunks.name, id), stated);
  return server === undefined ? undefined : addresses.copyOfWeb(at(server));
}

function noteOn(id: string, { chunks, elsewhere, server }: FileNames): string {
  const otherwise = 'messages have their names, and with copies or filesUrl their addresses';
  if (chunks !== undefined && !elsewhere.has(id))
    return chunks.isPlain
      ? `in the dump in pieces of GridFS; ${otherwise}`
      : `in the dump in pieces of GridFS, which are copied from a folder with ${PLAIN_CHUNKS}; ${otherwise}`;
  return server === undefined
    ? 'not in the dump; messages have their names, with server and copies or with filesUrl their addresses'
    : `on the server, with a login; ${otherwise}`;
}

/** Linked pictures, sounds and films, which integrations show. */
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

/** The address without possible secrets. */
function publicAddress(link: string): string | undefined {
  const url = URL.parse(link);
  return url === null || !url.protocol.startsWith('http')
    ? undefined
    : `${url.origin}${url.pathname}`;
}
