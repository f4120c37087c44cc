import path from 'node:path';
import type { Archive, Entry } from '../../archive/archive.ts';
import { SourceError } from '../../errors/source-error.ts';
import { chatLines } from './chat-lines.ts';
import { chatNameIn } from './chat-names.ts';
import { DateOrderTally } from './date-order.ts';
import { FileForm } from './file-form.ts';
import type { FoundChat } from './found-chat.ts';
import { headerOf } from './header.ts';
import { candidates, isChat } from './recognise.ts';
import { Senders } from './senders.ts';
import { hourOfDay } from './day-periods.ts';
import type { WhatsappOptions } from './options.ts';

/** The number of first headers that two exports of a chat share. */
const BEGINNING = 20;

/**
 * The chats of an export, with the form of each. Each file is read twice: for its form, and for the order of its dates.
 * @throws {SourceError} for a file with an unknown order of dates, or an unknown word for half of a day
 */
export async function findChats(
  archive: Archive,
  options: WhatsappOptions,
): Promise<readonly FoundChat[]> {
  const found: FoundChat[] = [];
  for (const entry of candidates(archive))
    if (await isChat(archive, entry)) found.push(await formOf(archive, entry, options));
  return found;
}

async function formOf(
  archive: Archive,
  entry: Entry,
  { dateOrder }: WhatsappOptions,
): Promise<FoundChat> {
  const place = archive.placeOf(entry);
  const form = new FileForm();
  for await (const { text } of chatLines(archive, entry)) {
    const header = headerOf(text);
    if (header !== undefined) form.note(header);
  }
  const dates = new DateOrderTally();
  const senders = new Senders();
  const periods = new Map<string, string>();
  const beginning: string[] = [];
  let hasDayOf24 = false;
  for await (const { text } of chatLines(archive, entry)) {
    const header = headerOf(text);
    if (header === undefined || !form.has(header)) continue;
    const rest = text.slice(header.end);
    dates.note(header);
    senders.note(rest);
    if (header.period !== '') {
      hasDayOf24 ||= Number(header.hour) > 12 && hourOfDay(12, header.period) === undefined;
      if (periods.size < BEGINNING) periods.set(header.period, header.hour);
    }
    if (beginning.length < BEGINNING)
      beginning.push(text.slice(0, header.end) + rest.split(': ', 1)[0]!);
  }
  const order = dates.decide(dateOrder);
  if (order === undefined) throw openOrder(place, dates.example ?? []);
  if (!hasDayOf24)
    for (const [word, hour] of periods)
      if (hourOfDay(Number(hour), word) === undefined) throw unknownWord(place, word);
  const folder = entry.name.slice(0, entry.name.lastIndexOf('/') + 1);
  const name = chatNameIn(place);
  return { ...name, entry, place, folder, form, order, senders, hasDayOf24, beginning };
}

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function openOrder(place: string, date: readonly string[]): SourceError {
  const [first = 1, second = 1] = date.map(Number);
  return new SourceError(
    'open-question',
    `${place} has dates such as ${date.join('/')}, and nothing in the file shows whether this is ${first} ${month(second)} or ${second} ${month(first)}.`,
    'Set the order in the configuration, `sources: { whatsapp: { dateOrder: day-first } }` or `month-first`, and plan again.',
  );
}

function unknownWord(place: string, word: string): SourceError {
  return new SourceError(
    'open-question',
    `${place} has times with "${word}", which is not a known word for a half of the day.`,
    'Set the phone to a clock of 24 hours, and export the chat again.',
  );
}

function month(number: number): string {
  return months.format(Date.UTC(2024, number - 1, 1));
}

/** The keys of chats, in the order of the chats. Files of one name belong to one chat only if they have the same beginning. */
export function keysOf(chats: readonly FoundChat[]): readonly string[] {
  const used = new Map<string, FoundChat>();
  const keys = new Map<FoundChat, string>();
  // The name without a number is the key of its copies with numbers.
  const shortestFirst = chats.toSorted((one, other) => one.name.length - other.name.length);
  for (const chat of shortestFirst) {
    const [same] =
      [...used].find(([, other]) => other.title === chat.title && beginAlike(other, chat)) ?? [];
    const inFolder = path.posix.join(chat.folder, chat.name);
    const free = [chat.name, inFolder, chat.entry.name].find((each) => !used.has(each))!;
    keys.set(chat, same ?? free);
    if (same === undefined) used.set(free, chat);
  }
  return chats.map((chat) => keys.get(chat)!);
}

function beginAlike(one: FoundChat, other: FoundChat): boolean {
  const length = Math.min(one.beginning.length, other.beginning.length);
  return one.beginning.slice(0, length).every((each, index) => each === other.beginning[index]);
}
