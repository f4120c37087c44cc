import { count, type Row } from '@chatferry/contract';
import { html, type Html, type HtmlValue, localMinute } from '@chatferry/job/viewing';
import { firstLine, written } from './written.ts';

/** `<@uid:ada>`, the service's mark of a mentioned user. */
const MENTION = /<@uid:([^>\s]+)>/;
const LONG = 4000;

interface Data {
  readonly text?: unknown;
  readonly attachments?: readonly Attachment[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Attachment {
  readonly url?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly extension?: string;
  readonly size?: number;
}

/** A message in the list of its conversation. */
export interface MessageItem {
  /** The number of the message in the conversation, from 1. */
  readonly n: number;
  /** A name, or an id; undefined for a message of the server. */
  readonly sender: string | undefined;
  /** UNIX seconds; 0 without a time. */
  readonly at: number;
  /** IANA name. */
  readonly timeZone: string;
  /** The message to which it replies. */
  readonly parent: Html | undefined;
  readonly record: Row;
  /** The name of a mentioned user. Default: the id. */
  readonly nameOf?: (uid: string) => string | undefined;
  /** Content after the message, such as a link. */
  readonly after?: Html;
}

export function messageItem(item: MessageItem): Html {
  const { n, sender, at, timeZone, parent, record, after } = item;
  const { data = {}, type, category } = record as { data?: Data; type?: string; category?: string };
  const time = at === 0 ? undefined : new Date(at * 1000).toISOString();
  return html`<li value="${n}">
    <p class="who">
      <b>${written(sender ?? 'the server', 100)}</b>
      ${
        time === undefined
          ? undefined
          : html`<time class="soft" datetime="${time}" title="${time}"
              >${localMinute(at * 1000, timeZone).slice(11)}</time
            >`
      }
    </p>
    <div class="bubble">
      ${parent} ${(data.attachments ?? []).map(attachment)}
      ${
        typeof data.text === 'string'
          ? html`<p class="text">${withMentions(data.text, item)}</p>`
          : category === 'message' && data.attachments !== undefined
            ? undefined
            : html`<p class="soft">${category ?? 'message'} of type ${type ?? 'unknown'}</p>`
      }
    </div>
    ${after}
  </li> `;
}

/** A text in which mentions are names. A long text is shown unchanged. */
function withMentions(text: string, { nameOf }: MessageItem): HtmlValue {
  if (text.length > LONG) return written(text);
  return text
    .split(MENTION)
    .map((part, index) =>
      index % 2 === 0
        ? written(part)
        : html`<b class="mention">${written(`@${nameOf?.(part) ?? part}`)}</b>`,
    );
}

/** The beginning of a message to which another message replies. */
export function quoted(sender: string | undefined, record: Row): Html {
  return html`<blockquote>
    <b>${written(sender ?? 'the server', 100)}</b>
    <span>${firstLine(previewOf(record))}</span>
  </blockquote>`;
}

/** The id of the message that a message replies to. */
export function parentOf(record: Row): string | undefined {
  const { metadata } = (record['data'] ?? {}) as Data;
  const parent = metadata?.['parentMuid'] ?? record['parent'];
  return typeof parent === 'string' ? parent : undefined;
}

/** The line between the messages of two days; undefined within a day. @param at and before in UNIX seconds */
export function dayLine(
  timeZone: string,
  at: number,
  before: number | undefined,
): Html | undefined {
  if (at === 0) return undefined;
  const day = dayOf(at, timeZone);
  if (before !== undefined && dayOf(before, timeZone) === day) return undefined;
  return html`<li class="day">${day}</li> `;
}

function dayOf(at: number, timeZone: string): string {
  return new Date(at * 1000).toLocaleDateString('en-GB', { timeZone, dateStyle: 'full' });
}

/** The name, type, size and host of a file: nothing is loaded. */
function attachment({
  url = '',
  name: file = 'attachment',
  mimeType,
  extension = '',
  size,
}: Attachment): Html {
  const kind = (extension === '' ? 'file' : extension).slice(0, 5).toUpperCase();
  const about = [
    ...(mimeType === undefined ? [] : [mimeType]),
    ...(size === undefined ? [] : [`${count(Math.ceil(size / 1000))} kB`]),
  ].join(', ');
  return html`<p class="attachment">
    <span class="type" aria-hidden="true">${kind}</span>
    <span>${written(file, 120)} <span class="soft">${about} · ${hostOf(url)}</span></span>
  </p> `;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'no address';
}

/** The text of a message, for lists. */
export function previewOf(record: Row): string {
  const { data = {}, type } = record as {
    data?: { text?: unknown; attachments?: { name?: string }[] };
    type?: string;
  };
  if (typeof data.text === 'string' && data.text !== '') return data.text;
  return data.attachments?.[0]?.name ?? `(${type ?? 'message'})`;
}
