import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { outermostFirst, recogniseJson } from '../../reading/json-entries.ts';
import { object, text } from '../../reading/values.ts';
import { SourceError } from '../../errors/source-error.ts';

const jsonFile = /\.json$/i;

/** What the exporter puts next to a file for its media; an attachment there may be JSON too. */
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

/** Whether a single file that begins so can be a channel. */
export function beginsDiscord(head: string): boolean {
  return /^\uFEFF?\s*\{/.test(head) && /"guild"\s*:/.test(head) && /"channel"\s*:/.test(head);
}

/** The files that may be of channels, in their order. */
export function candidates({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => jsonFile.test(name) && !inMedia.test(name));
}

/** Whether an entry is what messages have as a file: it is in a folder, and not of a format that the exporter has. */
export function isMedia({ name }: Entry): boolean {
  return inMedia.test(name) || (name.includes('/') && !/\.(?:json|html|txt|csv)$/i.test(name));
}

/** The types of channels, by which one is known that another program wrote without the range of dates. */
const channelType = /^(?:Guild|Direct)[A-Z]\w+$/;

/** Whether a document that begins so is a channel as DiscordChatExporter writes it. */
export function isChannelFile(document: unknown): document is Row {
  if (!isObject(document) || !('guild' in document)) return false;
  const { channel, dateRange, messages } = document;
  const { id, type } = object(channel);
  const isTyped = Array.isArray(messages) && channelType.test(text(type) ?? '');
  if (dateRange === undefined && !isTyped) return false;
  // Ids that are numbers have lost digits: these are rejected, and not taken for something else.
  const hasId = text(id) !== undefined || typeof id === 'number';
  return hasId && type !== undefined;
}

/**
 * The rule by which an export is recognised; undefined for what is not one.
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
