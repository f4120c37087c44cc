import type { Row } from '@chatferry/contract';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { COPIED } from '../../reading/media-folder.ts';
import { entryOf, object, objects, text, wholeNumber } from '../../reading/values.ts';
import { shownCards } from './cards.ts';

/**
 * How the bytes of a file are available:
 * - `login`: only to a member of the workspace, or with a token, which is never planned
 * - `link`: at an address outside Slack, whose rules are not known
 * - `archive`: the export contains them
 * - `copy`: they were copied
 */
type FileAccess = 'login' | 'link' | 'archive' | 'copy';

/** Facts for the report. */
export const fileNotes: Readonly<Record<FileAccess, string>> = {
  login: 'behind the login of Slack: copy them before the workspace is closed',
  link: 'at an address outside Slack',
  archive: 'in the export itself: copy them, or upload them to an address of your own',
  copy: COPIED,
};

/** A file that becomes a media message. */
export interface SharedFile {
  readonly attachment: Row;
  /** Type of the media message. */
  readonly type: 'image' | 'audio' | 'video' | 'file';
  readonly access: FileAccess;
  readonly id: string | undefined;
}

/** A file without an address in the export. */
export interface MissingFile {
  readonly reason: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/** The files of a message, then the files of cards with forwarded messages. Exports of 2016 have a single file. */
export function filesOf(message: Row): readonly Row[] {
  const files = objects(message['files']);
  const own = files.length > 0 ? files : objects([message['file']]);
  return [...own, ...shownCards(message).flatMap((card) => objects(card['files']))];
}

const stubs: Readonly<Record<string, string>> = {
  tombstone: 'deleted in Slack',
  hidden_by_limit: 'hidden by the limit of the plan',
  access_denied: 'not accessible to the export',
  file_not_found: 'not found by the export',
  check_file_info: 'not described by the export',
};

/** @param uploads the names of entries with the bytes of files, by the ids of the files */
export function sharedFile(
  file: Row,
  uploads: ReadonlyMap<string, string>,
  files: FileAddresses,
): SharedFile | MissingFile {
  const id = text(file['id']);
  const name = text(file['name']) ?? text(file['title']);
  const stub = entryOf(stubs, file['mode']) ?? entryOf(stubs, file['file_access']);
  if (stub !== undefined) return { reason: stub, id, name };
  const address = text(file['url_private']) ?? text(file['url_private_download']);
  const url = address === undefined ? undefined : withoutToken(address);
  if (url === undefined) return { reason: 'without an address', id, name };
  const mimeType = text(file['mimetype']) ?? 'application/octet-stream';
  const shown = name ?? id ?? 'file';
  const size = wholeNumber(file['size']);
  const entry = uploads.get(id ?? '');
  const copy = files.instead(address!, entry, { name: shown, mimeType });
  return {
    id,
    access: copy === undefined ? accessOf(url, entry !== undefined) : 'copy',
    type: typeOf(mimeType),
    attachment: {
      url: copy ?? url,
      name: shown,
      mimeType: mimeType.includes('/') ? mimeType : 'application/octet-stream',
      extension: extensionOf(shown) ?? text(file['filetype']) ?? 'bin',
      ...(size === undefined ? {} : { size }),
    },
  };
}

function accessOf(url: string, isInArchive: boolean): FileAccess {
  if (isInArchive) return 'archive';
  return isOfSlack(new URL(url)) ? 'login' : 'link';
}

/** The address without the token that an export adds; undefined for anything but a web address. */
function withoutToken(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  for (const [key, value] of Array.from(url.searchParams))
    if (isToken(value) || (isOfSlack(url) && (key === 't' || key === 'token')))
      url.searchParams.delete(key);
  url.username = '';
  url.password = '';
  return url.href;
}

function isOfSlack({ hostname }: URL): boolean {
  return hostname === 'slack.com' || hostname.endsWith('.slack.com');
}

const slackToken = /xox[a-z](?:\.xox[a-z])?-[\w-]+/g;

function isToken(value: string): boolean {
  return value.search(slackToken) >= 0;
}

/** A text without tokens of Slack. */
export function withoutTokens(value: string): string {
  return value.replaceAll(slackToken, '(token removed)');
}

function typeOf(mimeType: string): SharedFile['type'] {
  const [type] = mimeType.split('/');
  return type === 'image' || type === 'audio' || type === 'video' ? type : 'file';
}

function extensionOf(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1];
}

/** The sender's text about the file. Old exports have it as a comment of the file. */
export function captionOf(message: Row): string | undefined {
  for (const file of filesOf(message)) {
    const comment = text(object(file['initial_comment'])['comment']);
    if (comment !== undefined) return comment;
  }
  return undefined;
}

/** A text without the tokens that an export adds to addresses of files. */
export function withoutFileTokens(markup: string): string {
  return markup.includes('xoxe')
    ? markup.replaceAll(/([?&](?:t|token)=)xoxe[^&\s>|]*/g, '$1')
    : markup;
}
