import type { WallClock } from '@chatferry/parsers';
import type { Archive } from '../../archive/archive.ts';
import { SourceError } from '../../errors/source-error.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { TimeSorter } from '../../rows/time-sorter.ts';
import { contentOf, type ContentRules } from './content.ts';
import type { Conversation } from './conversations.ts';
import type { ChatMedia } from './files.ts';
import { groupEventIn } from './group-events.ts';
import { isEncryptionNotice } from './markers.ts';
import { type ReadChat, sortKey } from './messages-in-order.ts';
import type { WhatsappOptions } from './options.ts';
import type { People } from './people.ts';
import { type ChatRecord, type LineCounts, readChat } from './read-chat.ts';
import { RepeatedTexts } from './repeated-texts.ts';
import type { StoredMessage } from './stored-message.ts';

/** The state that the reading of all files shares. */
export interface Reading {
  readonly people: People;
  readonly media: ChatMedia;
  readonly messages: TimeSorter;
  readonly clock: WallClock;
  readonly out: ExportRows;
  readonly options: WhatsappOptions;
  /** Texts of deleted messages, in the form in which texts are compared. */
  readonly deletedTexts: ReadonlySet<string>;
}

/**
 * Stores the messages of a file, and notes the people that its lines name.
 * @param number of the file @throws {SourceError} when a text may be the marker of deleted messages
 */
export async function storeMessages(
  archive: Archive,
  chat: ReadChat,
  number: number,
  reading: Reading,
): Promise<void> {
  const { out, media, options, deletedTexts } = reading;
  const file = chat.place;
  const counts: LineCounts = { lines: 0, beginning: 0, continuing: 0, alike: 0, empty: 0 };
  const repeated = new RepeatedTexts();
  let isKnownLanguage = false;
  const rules: ContentRules = {
    hasFile: (name) => media.has(chat.folder, name),
    deletedTexts,
    onMarker: () => {
      isKnownLanguage = true;
    },
  };
  const onStray = (line: number): void =>
    out.leaveOut('lines', 'before the first message of the file', { file, line }, {});
  for await (const record of readChat(archive, chat, counts, onStray)) {
    out.count('messages');
    const place = { file, line: record.line };
    const message = noteRecord(record, chat, place, rules, reading);
    const reason = typeof message === 'string' ? message : reasonOf(message, options);
    if (typeof message !== 'string') {
      if (message.isSystem) isKnownLanguage ||= isEncryptionNotice(message.text);
      else if (message.file === undefined) repeated.note(message.text, message.sender);
      else if ('name' in message.file) media.note(chat.folder, message.file.name);
    }
    if (reason !== undefined) out.filter('messages', reason);
    else store(message as StoredMessage, chat.conversation, [number, record.line], reading);
  }
  noteLines(counts, out);
  const { suspect } = repeated;
  if (suspect !== undefined && !isKnownLanguage && options.deletedTexts === undefined)
    throw deletedQuestion(file, suspect.text, suspect.count);
}

/** @returns why the message is filtered, if it has no content */
function noteRecord(
  { header, localSeconds, text: whole }: ChatRecord,
  { senders, conversation }: ReadChat,
  place: Place,
  rules: ContentRules,
  { people, clock, options }: Reading,
): StoredMessage | string {
  const base = { header, localSeconds, isEdited: false, file: undefined };
  const seconds = clock.toUnixMs(localSeconds * 1000) / 1000;
  const sent = senders.split(whole);
  const content =
    sent === undefined
      ? ({ is: 'system', text: whole.trim() } as const)
      : contentOf(sent.text, rules);
  if (content.is === 'system') {
    if (sent !== undefined) conversation.addNameOfLine(sent.name);
    const event = groupEventIn(content.text);
    if (event !== undefined) conversation.addEvent(event, place, seconds);
    return { ...base, sender: '', text: content.text, isSystem: true };
  }
  const sender = sent!.name === 'You' && options.me !== undefined ? options.me : sent!.name;
  conversation.addWriter(people.add(sender, place, seconds), place);
  if (content.is === 'deleted') return 'the message was deleted';
  const { is: _is, ...fields } = content;
  return { ...base, ...fields, sender, isSystem: false };
}

function reasonOf(
  { isSystem, file, text }: StoredMessage,
  { systemMessages }: WhatsappOptions,
): string | undefined {
  if (isSystem)
    return systemMessages === 'skip' ? 'a line of WhatsApp, and systemMessages is skip' : undefined;
  if (file !== undefined) return undefined;
  if (text === '') return 'there is neither text nor file';
  return text === 'null' ? 'the text is null, as for media to be viewed once' : undefined;
}

function store(
  message: StoredMessage,
  { order: conversation }: Conversation,
  numbers: readonly [file: number, line: number],
  { messages, clock, out }: Reading,
): void {
  const seconds = clock.toUnixMs(message.localSeconds * 1000) / 1000;
  if (clock.change !== undefined)
    out.note('messages', 'with a time at a clock change, which may be an hour off');
  const [file, line] = numbers;
  messages.add(sortKey(conversation, seconds), [file, line, seconds], JSON.stringify(message));
}

function noteLines(
  { lines, beginning, continuing, alike, empty }: LineCounts,
  out: ExportRows,
): void {
  out.count('lines', lines);
  out.note('lines', 'begin a message', beginning);
  if (continuing > 0) out.note('lines', 'continue the message before them', continuing);
  if (empty > 0) out.note('lines', 'empty', empty);
  if (alike > 0)
    out.note(
      'lines that continue a message',
      'look like the beginning of one, in another form than that of the file',
      alike,
    );
}

function deletedQuestion(file: string, text: string, count: number): SourceError {
  return new SourceError(
    'open-question',
    `${file} has "${text}" ${count} times, by several people, in a language whose words for a deleted message are not known.`,
    `If WhatsApp writes this for a deleted message, set \`sources: { whatsapp: { deletedTexts: ["${text}"] } }\`; if people wrote it, \`deletedTexts: []\`. Then plan again.`,
  );
}
