import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip, type ZipPart } from '../../zip-file.ts';
import { channels, slackParts } from './example.ts';

/** Reads an export with these files. */
export async function readParts(parts: readonly ZipPart[], options = {}): Promise<WholeExport> {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), parts);
  return await readAll(folder.file('a.zip'), { options });
}

/** Reads an export with these messages in one channel. */
export function readMessages(
  messages: readonly unknown[] | string,
  options = {},
  lists: Readonly<Record<string, unknown>> = {},
): Promise<WholeExport> {
  const parts = slackParts({ 'general/2025-01-10': messages }, { channels: [general], ...lists });
  return readParts(parts, options);
}

export const general = { ...channels[0]!, name: 'general', pins: [] };

/** A message of the first user. */
export function message(fields: object = {}): Record<string, unknown> {
  return { type: 'message', user: 'U0AAA1', text: 'Hi', ts: '1736478630.000100', ...fields };
}

/** The texts of the messages. */
export function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}
