import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { outermostFirst, recogniseJson } from '../../reading/json-entries.ts';
import { object, text } from '../../reading/values.ts';
import { SourceError } from '../../errors/source-error.ts';

const jsonFile = /\.json$/i;

/** The folder of media that the exporter puts next to a file; an attachment in it may be JSON too. */
const inMedia = /_Files\//;

/** Whether a folder with these names can be an export; it may have a folder for each server. */
export function mayBeDiscord(names: readonly string[]): boolean {
  const isPackage = names.some((name) => /^messages$/i.test(name));
  return (
    isPackage ||
    names.some((name) => jsonFile.test(name)) ||
    names.every((name) => !name.includes('.'))
  );
}

/** Whether a single file with this beginning can be a channel. */
export function beginsDiscord(head: string): boolean {
  return /^\uFEFF?\s*\{/.test(head) && /"guild"\s*:/.test(head) && /"channel"\s*:/.test(head);
}

/** The files that may be of channels, in their order. */
export function candidates({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => jsonFile.test(name) && !inMedia.test(name));
}

/** Whether an entry is a file of a message: it is in a folder, and has no format of the exporter. */
export function isMedia({ name }: Entry): boolean {
  return inMedia.test(name) || (name.includes('/') && !/\.(?:json|html|txt|csv)$/i.test(name));
}

/** The types of channels. They show that another program wrote the file, without the range of dates. */
const channelType = /^(?:Guild|Direct)[A-Z]\w+$/;

/** Whether a document with this beginning is a channel of DiscordChatExporter. */
export function isChannelFile(document: unknown): document is Row {
  if (!isObject(document) || !('guild' in document)) return false;
  const { channel, dateRange, messages } = document;
  const { id, type } = object(channel);
  const isTyped = Array.isArray(messages) && channelType.test(text(type) ?? '');
  if (dateRange === undefined && !isTyped) return false;
  // Numeric ids have lost digits. Such channels are rejected, but still recognised.
  const hasId = text(id) !== undefined || typeof id === 'number';
  return hasId && type !== undefined;
}

/**
 * The rule by which an export is recognised; undefined for anything else.
 * @throws {SourceError} for the package that Discord sends to a user
 */
export async function recogniseDiscord(archive: Archive): Promise<string | undefined> {
  const rule = await recogniseJson(archive, outermostFirst(candidates(archive)), ({ value }) =>
    isChannelFile(value)
      ? 'the channel and the messages that DiscordChatExporter writes'
      : undefined,
  );
  if (rule !== undefined) return rule;
  const names = archive.entries.map(({ name }) => name.toLowerCase());
  const isPackage = names.includes('messages/index.json') && names.includes('account/user.json');
  if (!isPackage) return undefined;
  throw new SourceError(
    'unknown-system',
    `${archive.path} is the data package that Discord sends to a user. It has only the messages of this user.`,
    'Export the channels with DiscordChatExporter, with the format Json and with media.',
  );
}
