import type { Archive } from '../../archive/archive.ts';
import { chatLines } from './chat-lines.ts';
import { dateIn } from './date-order.ts';
import { hourOfDay } from './day-periods.ts';
import type { FoundChat } from './found-chat.ts';
import { type Header, headerOf } from './header.ts';

/** A header with all its lines. */
export interface ChatRecord {
  /** The line of the header. */
  readonly line: number;
  /** The header as the file shows it. */
  readonly header: string;
  /** The local time of the phone, as the UNIX time in seconds at which UTC clocks show the same time. */
  readonly localSeconds: number;
  /** The text after the header: sender and text, or a line of WhatsApp. */
  readonly text: string;
}

/** The lines of a file by sort. */
export interface LineCounts {
  lines: number;
  beginning: number;
  continuing: number;
  /** Lines that continue a message although they look like a header. */
  alike: number;
  empty: number;
}

/** Characters of a message that are kept. The service takes fewer, so that a longer message is rejected. */
const MOST_CHARACTERS = 1024 * 1024;

/** Reads the records of a chat one after the other. @param onStray takes a line before the first header */
export async function* readChat(
  archive: Archive,
  chat: FoundChat,
  counts: LineCounts,
  onStray: (line: number) => void,
): AsyncGenerator<ChatRecord> {
  let open:
    | { header: string; localSeconds: number; line: number; parts: string[]; size: number }
    | undefined;
  let last = 0;
  const onEnd = (lines: number): void => {
    counts.lines = lines;
  };
  let seen = 0;
  for await (const { number, text } of chatLines(archive, chat.entry, onEnd)) {
    const header = headerOf(text);
    const localSeconds =
      header === undefined || !chat.form.has(header) ? undefined : localSecondsOf(header, chat);
    const skipped = number - last - 1;
    seen++;
    last = number;
    if (localSeconds !== undefined) {
      if (open !== undefined) yield recordOf(open);
      counts.beginning++;
      const end = header!.end;
      open = {
        header: text.slice(0, end).trimEnd(),
        localSeconds,
        line: number,
        parts: [text.slice(end)],
        size: text.length,
      };
      continue;
    }
    if (open === undefined) {
      onStray(number);
      continue;
    }
    counts.continuing++;
    if (header !== undefined) counts.alike++;
    if (open.size > MOST_CHARACTERS) continue;
    open.parts.push(...Array.from({ length: Math.min(skipped, 100) }, () => ''), text);
    open.size += text.length;
  }
  counts.empty = counts.lines - seen;
  if (open !== undefined) yield recordOf(open);
}

function recordOf({
  header,
  localSeconds,
  line,
  parts,
}: {
  header: string;
  localSeconds: number;
  line: number;
  parts: string[];
}): ChatRecord {
  return { header, localSeconds, line, text: parts.join('\n') };
}

/** @returns undefined when the header cannot be a time of this file */
function localSecondsOf(header: Header, { order, hasDayOf24 }: FoundChat): number | undefined {
  const date = dateIn(header, order);
  const shown = Number(header.hour);
  const hour =
    header.period === '' || hasDayOf24 || shown > 12 ? shown : hourOfDay(shown, header.period);
  const [minute, second] = [Number(header.minute), Number(header.second ?? 0)];
  if (date === undefined || hour === undefined || hour > 23 || minute > 59 || second > 59)
    return undefined;
  return Date.UTC(date.year, date.month - 1, date.day, hour, minute, second) / 1000;
}
