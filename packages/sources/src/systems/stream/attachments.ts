import type { Row } from '@chatferry/contract';
import { cleanAddress, nameInAddress, servedAddress } from '../../reading/addresses.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { COPIED } from '../../reading/media-folder.ts';
import { withoutSecretFields } from '../../reading/secrets.ts';
import { object, text, wholeNumber } from '../../reading/values.ts';
import type { CustomPart, MessageFile } from '../../rows/message-rows.ts';

/** The result for an attachment. */
export interface FoundAttachment {
  /** A fact for the report. */
  readonly note: string;
  readonly file?: MessageFile | CustomPart;
  /** The text in place of a file without an address. */
  readonly name?: string;
  /** The address of a page, if the attachment is its preview. */
  readonly link?: string | undefined;
}

export function attachmentOf(
  attachment: Row,
  filesUrl: string | undefined,
  files: FileAddresses,
): FoundAttachment {
  const file = text(attachment['asset_url']) ?? text(attachment['image_url']);
  const giphy = object(object(attachment['giphy'])['original']);
  const picture = cleanAddress(giphy['url'] ?? text(attachment['thumb_url']));
  if (file === undefined && attachment['type'] === 'giphy' && picture !== undefined)
    return {
      note: 'pictures of Giphy',
      file: { attachment: fileAt(picture.url, { title: attachment['title'] ?? 'giphy.gif' }) },
    };
  const page = text(attachment['og_scrape_url']);
  if (page !== undefined || (file === undefined && text(attachment['title_link']) !== undefined)) {
    const link = cleanAddress(text(attachment['title_link']) ?? page)?.url;
    return { note: 'previews of links, which are in the text', link };
  }
  const address = cleanAddress(file);
  if (address === undefined) {
    const type = text(attachment['type']) ?? 'attachment';
    const customData = JSON.parse(withoutSecretFields(attachment)) as Row;
    return {
      note: 'of types without a file, as custom messages',
      file: { custom: type, customData },
    };
  }
  const name = text(attachment['title']) ?? nameInAddress(address.url) ?? 'file';
  if (filesUrl !== undefined)
    return {
      note: 'at filesUrl',
      file: { attachment: fileAt(servedAddress(filesUrl, address.url), attachment, name) },
    };
  const copy = address.hadSecret ? files.copyOfWeb(file) : undefined;
  if (copy !== undefined)
    return { note: COPIED, file: { attachment: fileAt(copy, attachment, name) } };
  return address.hadSecret
    ? {
        note: 'at signed addresses, which end; messages have their names, and with copies or filesUrl their addresses',
        name,
      }
    : {
        note: 'at their addresses',
        file: { attachment: fileAt(address.url, attachment, name) },
      };
}

function fileAt(url: string, attachment: Row, given?: string): Row {
  const name = given ?? text(attachment['title']) ?? 'file';
  const inName = fileTypeOf(name);
  const { extension, mimeType } =
    inName.extension === 'bin' ? fileTypeOf(nameInAddress(url) ?? '') : inName;
  const size = wholeNumber(attachment['file_size']);
  const type = text(attachment['mime_type']);
  return {
    url,
    name,
    mimeType: type?.includes('/') === true ? type : mimeType,
    extension,
    ...(size === undefined ? {} : { size }),
  };
}
