import { limits } from '@chatferry/contract';
import { ServiceProblem } from '../terms/service-problem.ts';
import { isJsonObject } from './present.ts';

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'file']);
const ATTACHMENT_FIELDS = ['url', 'name', 'mimeType', 'extension'] as const;

/** A message's content, in its stored form. */
export interface Content {
  readonly category: string;
  readonly type: string;
  /** JSON text of `data`. */
  readonly data: string;
}

/**
 * Checks that category, type and `data` of a message fit together. The default category is `message`, and the default type of this
 * category is `text`.
 * @throws {ServiceProblem} with the code for the invalid part
 */
export function readContent(message: Record<string, unknown>): Content {
  const category = message['category'] ?? 'message';
  if (category !== 'message' && category !== 'custom')
    throw new ServiceProblem('ERR_INVALID_MESSAGE_CATEGORY', 'category must be message or custom.');
  const type = message['type'] ?? (category === 'message' ? 'text' : '');
  if (type === '') throw new ServiceProblem('ERR_EMPTY_MESSAGE_TYPE', 'type is required.');
  if (typeof type !== 'string' || (category === 'message' && type !== 'text' && !MEDIA.has(type)))
    throw new ServiceProblem(
      'ERR_INVALID_MESSAGE_TYPE',
      'type must be text, image, audio, video or file; of a custom message any string.',
    );
  const data = message['data'];
  if (!isJsonObject(data))
    throw new ServiceProblem('ERR_INVALID_MESSAGE_DATA', 'data must be an object.');
  if (category === 'custom') checkCustom(data);
  else if (type === 'text') checkText(data['text']);
  else checkMedia(data);
  const metadata = data['metadata'] ?? undefined;
  if (metadata !== undefined && !isJsonObject(metadata) && !isEmptyList(metadata))
    throw new ServiceProblem('ERR_INVALID_METADATA', 'data.metadata must be an object.');

  const json = JSON.stringify(data);
  if (Buffer.byteLength(json) > limits.messageDataBytes)
    throw new ServiceProblem(
      'ERR_INVALID_MESSAGE_DATA',
      `data must not be larger than ${limits.messageDataBytes} bytes as JSON.`,
    );
  return { category, type, data: json };
}

function checkText(text: unknown): void {
  if (text !== undefined && text !== null && typeof text !== 'string')
    throw new ServiceProblem('ERR_INVALID_MESSAGE_TEXT', 'data.text must be a string.');
  if ((text ?? '') === '' || (text as string).trim() === '')
    throw new ServiceProblem('ERR_EMPTY_MESSAGE_TEXT', 'data.text must not be blank.');
}

function checkMedia({ attachments, text }: Record<string, unknown>): void {
  if (text !== undefined && text !== null && typeof text !== 'string')
    throw new ServiceProblem('ERR_INVALID_MESSAGE_TEXT', 'data.text must be a string.');
  if (!Array.isArray(attachments) || attachments.length === 0)
    throw new ServiceProblem('ERR_EMPTY_MESSAGE_FILE', 'data.attachments needs at least one file.');
  for (const file of attachments as unknown[]) {
    const given = (field: string): boolean =>
      isJsonObject(file) && typeof file[field] === 'string' && file[field] !== '';
    const missing = ATTACHMENT_FIELDS.filter((field) => !given(field));
    if (missing.length > 0)
      throw new ServiceProblem(
        'ERR_INVALID_MEDIA_MESSAGE',
        `Each attachment needs ${ATTACHMENT_FIELDS.join(', ')}; one lacks ${missing.join(', ')}.`,
      );
  }
}

function checkCustom({ customData }: Record<string, unknown>): void {
  if (customData === undefined || customData === null || isEmpty(customData))
    throw new ServiceProblem('ERR_EMPTY_CUSTOM_DATA', 'data.customData must not be empty.');
  if (!isJsonObject(customData))
    throw new ServiceProblem('ERR_INVALID_CUSTOM_DATA', 'data.customData must be an object.');
}

function isEmpty(value: unknown): boolean {
  return isEmptyList(value) || (isJsonObject(value) && Object.keys(value).length === 0);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
