import path from 'node:path';
import type { Archive, Entry } from '../../archive/archive.ts';
import { withInnerArchives } from '../../archive/with-inner-archives.ts';
import { withFilesBeside } from '../../archive/with-files-beside.ts';
import { SourceError } from '../../errors/source-error.ts';
import { firstLines } from './chat-lines.ts';
import { ownName } from './content.ts';
import { headerOf } from './header.ts';
import { isEncryptionNotice } from './markers.ts';

/** Lines of a file that are searched for headers. */
const LOOKED_AT = 50;

/** The number of headers of one form that a file without another sign must have. */
const ENOUGH = 3;

/** Files of a folder that are read when no name is from WhatsApp. */
const MOST_FILES = 20;

const chatName = /(?:^|\/)_chat\.txt$|whatsapp[^/]*\.txt$/i;
const backup = /(?:^|\/)(?:msgstore[^/]*\.db(?:\.crypt\d+)?|[^/]+\.crypt\d+|ChatStorage\.sqlite)$/i;

/** Levels of programs that write logs in the form of chats. */
const logLevel = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)$/i;

/** Whether a folder with these names can be an export. */
export function mayBeWhatsapp(names: readonly string[]): boolean {
  return names.some(
    (name) => /\.(?:txt|zip)$/i.test(name) || backup.test(name) || /whatsapp/i.test(name),
  );
}

/** Whether a single file with this beginning can be an export. */
export function beginsWhatsapp(head: string, file: string): boolean {
  return backup.test(file) || head.split('\n').some((line) => headerOf(line) !== undefined);
}

function isNamed(name: string): boolean {
  return /whatsapp[^/]*$/i.test(name);
}

/** An export whose chats may be in ZIP archives of a folder, or a chat with its files next to it. */
export async function openChats(archive: Archive): Promise<Archive> {
  const [only] = archive.entries;
  if (archive.entries.length === 1 && archive.fileOf(only!) === archive.path)
    return withFilesBeside(archive, (name) => ownName.test(name));
  return await withInnerArchives(
    archive,
    (name, entries) => isNamed(name) || entries.some((entry) => chatName.test(entry.name)),
    isNamed,
  );
}

/**
 * The rule by which an export is recognised; undefined for anything else.
 * @throws {SourceError} for the encrypted backup and for the database of a phone
 */
export async function recogniseWhatsapp(archive: Archive): Promise<string | undefined> {
  const { entries } = archive;
  // Next to files with rows, a text under another name is a note.
  const isOther = entries.some(isRows) && !entries.some(({ name }) => chatName.test(name));
  for (const entry of isOther ? [] : candidates(archive).slice(0, MOST_FILES))
    if (await isChat(archive, entry)) return `${entry.name} has messages as WhatsApp exports them`;
  const found = entries.find(({ name }) => backup.test(name));
  if (found === undefined) return undefined;
  const isEncrypted = /\.crypt\d+$/i.test(found.name);
  throw new SourceError(
    'unknown-system',
    `${archive.placeOf(found)} is ${isEncrypted ? 'an encrypted backup' : 'the database'} of WhatsApp, not an exported chat.`,
    'On the phone, open each chat, choose "Export chat" in its menu, and name the files that result.',
  );
}

/** Whether a plan reads a file at the root as rows. */
function isRows({ name }: Entry): boolean {
  return /^[^/]+\.(?:csv|tsv|json|jsonl|ndjson|sql|xml|sqlite|db)(?:\.gz)?$/i.test(name);
}

/** Whether a file is a chat, by its first lines. */
export async function isChat(archive: Archive, entry: Entry): Promise<boolean> {
  const lines = await firstLines(archive, entry, LOOKED_AT);
  const counts = new Map<string, number>();
  let names = 0;
  let isSure = chatName.test(archive.placeOf(entry));
  for (const line of lines) {
    const header = headerOf(line);
    if (header === undefined) continue;
    counts.set(header.form, (counts.get(header.form) ?? 0) + 1);
    const rest = line.slice(header.end);
    isSure ||= isEncryptionNotice(rest);
    const [, name] = /^(.{1,100}?):(?: |$)/.exec(rest) ?? [];
    if (name !== undefined && !logLevel.test(name.trim())) names++;
  }
  const most = Math.max(0, ...counts.values());
  return isSure ? most > 0 : most >= ENOUGH && names > 0;
}

/**
 * The files that may be chats, files with a name of WhatsApp first. In a folder with such a file, other texts are files of
 * messages.
 */
export function candidates({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  const texts = entries.filter(({ name }) => /\.txt$/i.test(name));
  const named = texts.filter(({ name }) => chatName.test(name));
  const chats = named.filter(({ name }) => path.posix.basename(name) === '_chat.txt');
  const [ofChats, ofNamed] = [foldersOf(chats), foldersOf(named)];
  return [
    ...chats,
    ...named.filter((each) => !chats.includes(each) && !ofChats.has(folderOf(each))),
    ...texts.filter((each) => !named.includes(each) && !ofNamed.has(folderOf(each))),
  ];
}

function foldersOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.map(folderOf));
}

function folderOf({ name }: Entry): string {
  return path.posix.dirname(name);
}
