import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import type { Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { jsonFiles, type JsonFile, type JsonPart } from '../../reading/json-files.ts';
import { mediaFolder } from '../../reading/media-folder.ts';
import { unreadable } from '../../reading/secrets.ts';
import { object, text, wholeNumber } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { TimeSorter } from '../../rows/time-sorter.ts';
import { type Chat, senderWithoutName, writeGroups } from './chats.ts';
import { candidates, isResult } from './recognise.ts';
import { classOf } from './ids.ts';
import { type MessageContext, writeMessage } from './messages.ts';
import { messagesInOrder, storedForm } from './stored-messages.ts';
import type { TelegramOptions } from './options.ts';
import { addOwner, addPerson, noteNames } from './people.ts';
import { secondsIn } from '../../reading/times.ts';
import { ExportTimes, localSeconds } from './times.ts';

/*
 * The whole reading:
 *
 *   for each file, for each of its conversations: store the messages, and note whom they name
 *   write the groups with their members, then the users
 *   later, for each message in the order of the times: write its rows
 */

/** The content of the files so far, until all files are read. */
interface FoundFiles {
  readonly chats: Chat[];
  readonly messages: TimeSorter;
  readonly users: KnownUsers;
  readonly times: ExportTimes;
  readonly out: ExportRows;
}

/** Reads exports of Telegram Desktop: of one conversation, of a whole account, or several of them together. */
export async function readTelegram(
  archive: Archive,
  options: TelegramOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const messages = new TimeSorter(out.workFile('messages'), 2);
  const users = new KnownUsers();
  const times = new ExportTimes(options.zone);
  const found: FoundFiles = { chats: [], messages, users, times, out };
  const read = new Set<string>();
  for await (const file of jsonFiles(archive, candidates(archive)))
    if (isResult(file.beginning?.value)) {
      read.add(file.entry.name);
      await readFile(file, options, found);
    }
  const names = new Set(archive.entries.map(({ name }) => name));
  const media = mediaFolder(names, options.filesUrl, out.files);
  const members = new Set<string>();
  const context: MessageContext = { users, members, times, media, out, options };
  const write = function* write(): Generator<void> {
    for (const message of messagesInOrder(messages, found.chats, out))
      yield writeMessage(message, context);
  };
  out.makeLater('messages', write(), messages);
  writeGroups(found.chats, users, members, out);
  users.write(out, options.deletedUsers);
  for (const entry of archive.entries) {
    // Media are in folders, and HTML pages repeat the same messages.
    if (read.has(entry.name) || entry.name.includes('/')) continue;
    leaveOutFile(archive.placeOf(entry), 'not a result in the format JSON', out);
  }
  return noOriginals;
}

const lists = ['chats', 'left_chats'];

const paths = [
  'personal_information',
  'name',
  'type',
  'id',
  'messages[*]',
  'contacts.list[*]',
  ...lists.flatMap((list) =>
    ['name', 'type', 'id', 'messages[*]'].map((each) => `${list}.list[*].${each}`),
  ),
];

async function readFile(
  file: JsonFile,
  { owner }: TelegramOptions,
  found: FoundFiles,
): Promise<void> {
  const own = new Map<string, number>();
  let account: string | undefined;
  let messages = 0;
  const { chats, out } = found;
  const chatOf = (part: JsonPart): number => {
    const key = part.path.startsWith('left_chats') ? `left ${part.within}` : String(part.within);
    const known = own.get(key);
    if (known !== undefined) return known;
    const number = chats.push(newChat(file, key.startsWith('left'))) - 1;
    own.set(key, number);
    return number;
  };
  for await (const batch of file.parts(paths))
    for (const part of batch) {
      const field = part.path.split('.').at(-1)!;
      if (part.path === 'personal_information') {
        const place = { file: file.file, line: 1 };
        account = addOwner(object(part.value), place, found.users);
      } else if (part.path === 'contacts.list[*]') {
        out.count('contacts');
        const place = { file: file.file, line: part.line };
        out.leaveOut('contacts', 'an address book of one person', place, {});
      } else if (field === 'messages[*]')
        storeMessage(part, { chat: chatOf(part), line: ++messages }, found);
      else setField(chats[chatOf(part)]!, field, part.value);
    }
  for (const number of own.values()) finish(chats[number]!, { account, owner }, found);
}

function newChat({ file, entry }: JsonFile, isLeft: boolean): Chat {
  return {
    place: { file, line: 1 },
    file,
    folder: entry.name.slice(0, entry.name.lastIndexOf('/') + 1),
    name: undefined,
    type: '',
    key: '',
    owner: undefined,
    isLeft,
    last: 0,
    people: new Map(),
    unsigned: undefined,
    leavers: [],
    joiners: [],
    topics: new Map(),
  };
}

function setField(chat: Chat, field: string, value: unknown): void {
  if (field === 'name') chat.name = text(value);
  else if (field === 'type') chat.type = text(value) ?? '';
  else chat.key = String(wholeNumber(value) ?? '');
}

/** Completes a conversation whose fields are all known. */
function finish(
  chat: Chat,
  { account, owner }: { readonly account: string | undefined; readonly owner: string | undefined },
  { users }: FoundFiles,
): void {
  const { type, place, name, people } = chat;
  const group = classOf(type);
  chat.key = group === undefined || chat.key === '' ? '' : `${group}${chat.key}`;
  const channel = senderWithoutName(chat);
  if (channel !== undefined && chat.unsigned !== undefined)
    addPerson(channel, name, chat.unsigned, chat, users);
  const writers = [...people.keys()].filter((uid) => uid.startsWith('user'));
  const isOfTwo = type === 'personal_chat' || type === 'bot_chat';
  // A conversation has the id of the other person, unless a program replaced the ids.
  const isReplaced =
    isOfTwo && chat.key !== '' && writers.length === 2 && !writers.includes(chat.key);
  if (isReplaced) chat.key = writers.find((uid) => uid !== (account ?? owner))!;
  const others = writers.filter((uid) => uid !== chat.key);
  const other = isOfTwo && others.length === 1 ? others[0] : undefined;
  // The setting is for files that do not show their exporter. Other files may be from other people.
  chat.owner = isReplaced ? other : (account ?? other ?? owner);
  if (chat.owner !== undefined) users.addNamed(chat.owner, place, 0, {});
  if (!isOfTwo || chat.key === '') return;
  const tags = [
    ...(type === 'bot_chat' ? ['bot'] : []),
    ...(name === undefined ? ['deleted'] : []),
  ];
  users.addNamed(chat.key, place, 0, {
    ...(name === undefined ? { isDeleted: true } : { name }),
    ...(tags.length === 0 ? {} : { tags }),
  });
}

/** Control characters in a form that JSON does not have. */
const hexEscape = /\\(\\|x([0-9A-Fa-f]{2}))/g;

/** Telegram Desktop writes control characters as `\x01`. */
function repaired(json: string): Row | undefined {
  try {
    return object(
      JSON.parse(
        json.replaceAll(hexEscape, (whole, _kind, hex?: string) =>
          hex === undefined ? whole : `\\u00${hex}`,
        ),
      ),
    );
  } catch {
    return undefined;
  }
}

function storeMessage(
  { value, broken }: JsonPart,
  { chat: number, line }: { readonly chat: number; readonly line: number },
  found: FoundFiles,
): void {
  const { out, chats, messages, times } = found;
  const chat = chats[number]!;
  const message = broken === undefined ? object(value) : repaired(broken);
  out.count('messages');
  const place = { file: chat.file, line };
  if (message === undefined || !Number.isSafeInteger(message['id'])) {
    const shown = message === undefined ? unreadable(broken!) : storedForm(message);
    return out.brokenRow('messages', place, shown);
  }
  times.note(chat.file, message['date'], message['date_unixtime']);
  const { date, date_unixtime: unixTime } = message;
  const time = wholeNumber(unixTime) ?? secondsIn(date) ?? localSeconds(date) ?? 0;
  chat.last = Math.max(chat.last, time);
  noteNames(message, place, time, chat, found.users);
  messages.add(time, [number, line], storedForm(message));
}
