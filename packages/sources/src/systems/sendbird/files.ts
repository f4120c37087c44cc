import type { Row } from '@chatferry/contract';
import { cleanAddress, nameInAddress, servedAddress } from '../../reading/addresses.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED } from '../../reading/media-folder.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { CustomPart, MessageFile } from '../../rows/message-rows.ts';

/** The files of a message. Without a file, the field `file` is empty. */
export function filesOf(message: Row): readonly Row[] {
  const several = objects(message['files']);
  return (several.length > 0 ? several : [object(message['file'])]).filter(
    ({ url }) => text(url) !== undefined,
  );
}

interface FoundFile {
  readonly name: string;
  /** A fact for the report. */
  readonly note: string;
  /** Absent when the file has no working address. */
  readonly file?: MessageFile;
}

export function fileOf(
  file: Row,
  message: Row,
  filesUrl: string | undefined,
  files: FileAddresses,
): FoundFile {
  const address = cleanAddress(file['url']);
  const name = text(file['name']) ?? text(file['file_name']) ?? nameInAddress(address?.url ?? '');
  if (address === undefined) return { name: name ?? 'file', note: 'without an address' };
  const needsKey = address.hadSecret || message['require_auth'] === true;
  const copy = needsKey && filesUrl === undefined ? files.copyOfWeb(file['url']) : undefined;
  if (needsKey && filesUrl === undefined && copy === undefined)
    return {
      name: name ?? 'file',
      note: 'at addresses that need a key of Sendbird; messages have their names, and with copies or filesUrl their addresses',
    };
  const url = copy ?? (filesUrl === undefined ? address.url : servedAddress(filesUrl, address.url));
  const inName = fileTypeOf(name ?? '');
  const { extension, mimeType } =
    inName.extension === 'bin' ? fileTypeOf(nameInAddress(address.url) ?? '') : inName;
  const given = text(file['type']) ?? text(file['file_type']);
  const isGiven = given?.includes('/') === true && given !== 'application/octet-stream';
  const size = wholeNumber(file['size']) ?? wholeNumber(file['file_size']);
  const attachment = {
    url,
    name: name ?? 'file',
    mimeType: isGiven ? given : mimeType,
    extension,
    ...(size === undefined ? {} : { size }),
  };
  const note =
    copy !== undefined
      ? COPIED
      : filesUrl === undefined
        ? 'at addresses of Sendbird, which end with the application: copy them'
        : 'at filesUrl';
  return { name: attachment.name, note, file: { attachment } };
}

export function pollOf(message: Row): CustomPart[] {
  const poll = object(message['poll']);
  if (text(poll['title']) === undefined) return [];
  const options = objects(poll['options']).map(({ text: option, vote_count: votes }) => ({
    text: option,
    votes: votes ?? 0,
  }));
  return [{ custom: 'poll', customData: { name: poll['title'], options } }];
}
