import { isObject, type Row } from '@chatferry/contract';
import { cleanAddress } from '../../reading/addresses.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED, type FoundFile } from '../../reading/media-folder.ts';
import { ownFields } from '../../reading/secrets.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { CustomPart } from '../../rows/message-rows.ts';
import type { PubnubOptions } from './options.ts';

/** The parts of a message that an app wrote. */
export interface MessageContent {
  readonly body: string;
  /** Parts without text, unchanged. */
  readonly custom: readonly CustomPart[];
  /** Fields of the app next to the text. */
  readonly fields: Row | undefined;
  /** Names of the fields that are too long to be carried. */
  readonly tooLong: readonly string[] | undefined;
  readonly files: readonly Row[];
}

const usual = ['text', 'content', 'body', 'message'];

/** Fields of the Chat SDK, and of messages with files. */
const known = new Set(['text', 'content', 'body', 'message', 'type', 'file', 'files']);

export function contentOf(
  { message, customMessageType }: Row,
  { text: path }: PubnubOptions,
): MessageContent {
  const file = object(object(message)['file']);
  const isOfFile = text(file['id']) !== undefined;
  const all = objects(object(message)['files']);
  const files = isOfFile ? [file, ...all] : all;
  const inner =
    isOfFile && isObject(object(message)['message']) ? object(message)['message'] : message;
  const shown = textIn(inner, path);
  const own = ownFields(object(inner), known);
  const hasOwn = own.tooLong !== undefined;
  const hasText = shown !== undefined && (shown.trim() !== '' || !hasOwn);
  if (!hasText && files.length === 0) {
    const type = text(customMessageType) ?? 'pubnub';
    const { fields, tooLong } = ownFields({ message }, new Set());
    const customData = isObject(fields?.['message']) ? fields['message'] : fields;
    const custom = customData === undefined ? [] : [{ custom: type, customData }];
    return { body: '', custom, fields: undefined, tooLong, files };
  }
  return { body: shown ?? '', custom: [], files, ...own };
}

function textIn(message: unknown, path: string | undefined): string | undefined {
  if (path !== undefined) {
    const found = path.split('.').reduce((value: unknown, key) => object(value)[key], message);
    if (typeof found === 'string') return found;
  }
  if (typeof message === 'string' || typeof message === 'number') return String(message);
  const name = usual.find((each) => typeof object(message)[each] === 'string');
  return name === undefined ? undefined : String(object(message)[name]);
}

/** @param url the address before `/CHANNEL/ID/NAME` */
export function fileOf(
  file: Row,
  channel: string,
  url: string | undefined,
  files: FileAddresses,
): FoundFile {
  const name = text(file['name']) ?? 'file';
  const address = cleanAddress(file['url']);
  const isServed = url !== undefined;
  const needsKey = address === undefined || address.hadSecret || address.url.includes('/v1/files/');
  const copy = isServed || !needsKey ? undefined : files.copyOfWeb(file['url']);
  if (!isServed && needsKey && copy === undefined)
    return {
      name,
      note: 'at PubNub, with a key; messages have their names, and with filesUrl their addresses',
    };
  const path = [channel, String(file['id']), name].map(encodeURIComponent).join('/');
  const { extension, mimeType } = fileTypeOf(name);
  const size = wholeNumber(file['size']);
  return {
    name,
    note: isServed ? 'at filesUrl' : copy === undefined ? 'at their addresses' : COPIED,
    attachment: {
      url: isServed ? `${url.replace(/\/$/, '')}/${path}` : (copy ?? address!.url),
      name,
      mimeType: text(file['mime-type']) ?? text(file['type']) ?? mimeType,
      extension,
      ...(size === undefined ? {} : { size }),
    },
  };
}
