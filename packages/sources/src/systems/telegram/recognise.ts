import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { outermostFirst, recogniseJson } from '../../reading/json-entries.ts';
import { SourceError } from '../../errors/source-error.ts';
import { classOf } from './ids.ts';

const page = /^(?:.*\/)?(?:messages\d*|export_results)\.html$/;

/** Whether a folder with these names can be an export. */
export function mayBeTelegram(names: readonly string[]): boolean {
  return names.some(
    (name) => name.endsWith('.json') || /^(?:Chat|Data)Export_/.test(name) || page.test(name),
  );
}

/** Whether a single file with this beginning can be an export. */
export function beginsTelegram(head: string): boolean {
  const isChat = /"type"\s*:\s*"(\w+)"/.exec(head)?.[1];
  return (
    (classOf(isChat) !== undefined && head.includes('"messages"')) ||
    head.includes('"personal_information"') ||
    (head.includes('"about"') && /"(?:chats|left_chats|contacts)"/.test(head))
  );
}

/** The files that may be results, in their order. */
export function candidates({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => name.endsWith('.json'));
}

/** Whether a document with this beginning is one conversation, or a whole account. */
export function isResult(document: unknown): document is Row {
  if (!isObject(document)) return false;
  if (classOf(document['type']) !== undefined && 'id' in document)
    return Array.isArray(document['messages']);
  const { chats, left_chats: left, contacts, personal_information: owner, about } = document;
  const hasChats = [chats, left].some((each) => isObject(each) && Array.isArray(each['list']));
  const isAccount = isObject(owner) && 'user_id' in owner;
  // The list of contacts may be longer than the beginning.
  return about === undefined ? hasChats && isAccount : hasChats || isAccount || isObject(contacts);
}

/**
 * The rule by which an export is recognised; undefined for anything else.
 * @throws {SourceError} for an export in the format HTML
 */
export async function recogniseTelegram(archive: Archive): Promise<string | undefined> {
  const rule = await recogniseJson(archive, outermostFirst(candidates(archive)), ({ value }) => {
    if (!isResult(value)) return undefined;
    const what = 'messages' in value ? 'a conversation' : 'the conversations of an account';
    return `${what} as Telegram Desktop writes it`;
  });
  if (rule !== undefined) return rule;
  const pages = archive.entries.filter(({ name }) => page.test(name));
  const isHtml =
    pages.length > 0 && archive.entries.some(({ name }) => /(^|\/)css\/style\.css$/.test(name));
  if (!isHtml) return undefined;
  throw new SourceError(
    'unknown-system',
    `${archive.placeOf(pages[0]!)} is a page of an export of Telegram in the format HTML.`,
    'Export again with the format "Machine-readable JSON".',
  );
}
