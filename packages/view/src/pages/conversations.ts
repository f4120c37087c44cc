import { count, counted, type Row } from '@chatferry/contract';
import {
  conversationOf,
  html,
  type Html,
  type HtmlValue,
  localMinute,
  name,
  type RecordState,
  type ViewedConversation,
  type ViewedRecord,
} from '@chatferry/job/viewing';
import { numberIn } from '../serving/address.ts';
import { type Page, waitingFor } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { firstLine, written } from './written.ts';

const LISTED = 40;
const MESSAGES = 50;
const REACTIONS = 200;

const views = ['planned', 'sent', 'compared'] as const;
type View = (typeof views)[number];

export function conversationsPage(context: PageContext): Page {
  const { reader, address, link } = context;
  const title = 'Conversations as they will look';
  if (reader.index === undefined)
    return {
      title,
      body: html`<h1>${title}</h1>
        ${waitingFor(context.indexing)}`,
    };
  const order = address.query.get('order') === 'last' ? 'last_at' : 'messages';
  const list = conversationList(context, order);
  const chosen = numberIn(address.query, 'conversation') ?? list[0]?.conversation;
  const conversation = chosen === undefined ? undefined : reader.conversation(chosen);
  const all = reader.index.conversationCount;
  const last = list.at(-1);
  const body = html`<h1>${title}</h1>
    <p class="lead">
      ${counted(all, 'conversation')}, by
      ${order === 'messages' ? html`size · <a href="${link(['conversations'], { order: 'last' })}">by last message</a>` : html`last message · <a href="${link(['conversations'])}">by size</a>`}.
      Attachments are named, never loaded.
    </p>
    <div class="split">
      <div>
        <ul class="list" aria-label="Conversations">
          ${list.map((each) => listItem(context, each, each.conversation === chosen, order))}
        </ul>
        ${
          list.length < LISTED || last === undefined
            ? undefined
            : html`<p>
                <a
                  href="${link(['conversations'], {
                    order: order === 'last_at' ? 'last' : undefined,
                    before: order === 'messages' ? last.messages : last.lastAt,
                    than: last.conversation,
                  })}"
                  >Next ${LISTED}</a
                >
              </p>`
        }
      </div>
      <section aria-label="The conversation" id="conversation">
        ${conversation === undefined ? html`<p class="note">The plan has no messages.</p>` : talk(context, conversation)}
      </section>
    </div>`;
  return { title, body };
}

function conversationList(
  { reader, address: { query } }: PageContext,
  order: 'messages' | 'last_at',
): ViewedConversation[] {
  const of = query.get('of');
  if (of !== null) return reader.conversationsOf(of, LISTED);
  const before = numberIn(query, 'before');
  const than = numberIn(query, 'than') ?? 0;
  return reader.conversations(order, LISTED, before === undefined ? undefined : [before, than]);
}

function listItem(
  { link, timeZone, address }: PageContext,
  { conversation, title, messages, lastAt, last }: ViewedConversation,
  isChosen: boolean,
  order: string,
): Html {
  const query = {
    conversation,
    order: order === 'last_at' ? 'last' : undefined,
    before: address.query.get('before') ?? undefined,
    than: address.query.get('than') ?? undefined,
    of: address.query.get('of') ?? undefined,
  };
  return html`<li>
    <a href="${link(['conversations'], query)}" ${isChosen ? html`aria-current="true"` : undefined}
      ><b>${firstLine(title, 60)}</b
      ><time class="soft"
        >${lastAt === 0 ? '' : localMinute(lastAt * 1000, timeZone).slice(0, 10)}</time
      ><span class="soft">${firstLine(previewOf(last.record), 50)}</span
      ><span class="number">${count(messages)}</span></a
    >
  </li> `;
}

function previewOf(record: Row): string {
  const { data = {}, type } = record as {
    data?: { text?: unknown; attachments?: { name?: string }[] };
    type?: string;
  };
  if (typeof data.text === 'string' && data.text !== '') return data.text;
  return data.attachments?.[0]?.name ?? `(${type ?? 'message'})`;
}

/** Fifty messages of a conversation. */
function talk(context: PageContext, conversation: ViewedConversation): Html {
  const { reader, address, link } = context;
  const { query } = address;
  const view = views.find((each) => each === query.get('view')) ?? 'planned';
  const id = conversation.conversation;
  const day = query.get('day');
  const since = day === null ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000;
  const from =
    (since === undefined || Number.isNaN(since)
      ? numberIn(query, 'from')
      : reader.index!.firstSince(id, since)) ?? Math.max(conversation.messages - MESSAGES + 1, 1);
  const messages = reader.messages(id, from, MESSAGES);
  const states = view === 'planned' ? [] : reader.states(messages);
  const gaps = gapsIn(context, id, messages);
  const go = (query: Record<string, string | number | undefined>): string =>
    link(['conversations'], { conversation: id, view, ...query });
  return html`<div class="talk-head">
      <h2>${written(conversation.title, 200)}</h2>
      <p class="soft">
        ${conversation.isGroup ? 'group' : 'two people'},
        ${counted(conversation.messages, 'message')}
      </p>
      <p class="tabs">
        ${views.map(
          (each) =>
            html`<a
              href="${link(['conversations'], { conversation: id, from, view: each })}"
              ${each === view ? html`aria-current="true"` : undefined}
              >${each[0]!.toUpperCase()}${each.slice(1)}</a
            >`,
        )}
      </p>
      <form action="${link(['conversations'])}" method="get">
        <input type="hidden" name="conversation" value="${id}" />
        <input type="hidden" name="view" value="${view}" />
        <label>Jump to <input type="date" name="day" value="${day ?? ''}" /></label>
        <button>Go</button>
      </form>
    </div>
    ${from > 1 ? html`<p><a href="${go({ from: Math.max(from - MESSAGES, 1) })}">Earlier messages</a></p>` : undefined}
    <ol class="talk" start="${from}">
      ${messages.map((message, index) => [
        dayLine(context, message.at, messages[index - 1]?.at),
        gaps
          .filter(({ at }) => at >= (messages[index - 1]?.at ?? 0) && at < message.at)
          .map(({ html: gap }) => gap),
        bubble(context, message, view, states[index]),
      ])}
    </ol>
    ${from + MESSAGES <= conversation.messages ? html`<p><a href="${go({ from: from + MESSAGES })}">Later messages</a></p>` : undefined}`;
}

function dayLine({ timeZone }: PageContext, at: number, before: number | undefined): HtmlValue {
  if (at === 0) return undefined;
  const day = dayOf(at, timeZone);
  if (before !== undefined && dayOf(before, timeZone) === day) return undefined;
  return html`<li class="day">${day}</li> `;
}

function dayOf(at: number, timeZone: string): string {
  return new Date(at * 1000).toLocaleDateString('en-GB', { timeZone, dateStyle: 'full' });
}

/** Rows of the conversation that were rejected, where they can be read: there may be more. */
function gapsIn(
  { reader, link }: PageContext,
  conversation: number,
  messages: readonly { readonly at: number }[],
): { at: number; html: Html }[] {
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined || reader.index === undefined) return [];
  const lines = reader.index.rejectsIn(conversation, first.at, last.at, MESSAGES);
  const rows = reader.rejects(lines);
  const groups = Map.groupBy(lines.keys(), (index) =>
    messages.findLastIndex(({ at }) => at <= lines[index]!.at),
  );
  return [...groups.values()].map((indexes) => {
    const [index = 0] = indexes;
    const row = rows[index]!;
    return {
      at: lines[index]!.at,
      html: html`<li class="gap">
        <b
          >At least ${counted(indexes.length, 'message')} of the export
          ${indexes.length === 1 ? 'is' : 'are'} not here</b
        >
        <span>${row.message}</span>
        <a href="${link(['problems'], { cause: lines[index]!.cause })}">Show the cause</a>
      </li> `,
    };
  });
}

type Message = ViewedRecord & { readonly n: number; readonly at: number };

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

function bubble(
  context: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): Html {
  const { reader, link, timeZone } = context;
  const { id, record, at } = message;
  const {
    sender,
    data = {},
    type,
    category,
  } = record as {
    sender?: string;
    data?: Data;
    type?: string;
    category?: string;
  };
  const parent = data.metadata?.['parentMuid'] ?? record['parent'];
  const time = at === 0 ? undefined : new Date(at * 1000);
  return html`<li value="${message.n}">
    <p class="who">
      <b>${written(sender === undefined ? 'the server' : reader.nameOf('users', sender), 100)}</b>
      ${
        time === undefined
          ? undefined
          : html`<time class="soft" datetime="${time.toISOString()}" title="${time.toISOString()}"
              >${localMinute(at * 1000, timeZone).slice(11)}</time
            >`
      }
    </p>
    <div class="bubble">
      ${typeof parent === 'string' ? quote(context, parent) : undefined}
      ${(data.attachments ?? []).map(attachment)}
      ${
        typeof data.text === 'string'
          ? html`<p class="text">${written(data.text)}</p>`
          : category === 'message' && data.attachments !== undefined
            ? undefined
            : html`<p class="soft">${category ?? 'message'} of type ${type ?? 'unknown'}</p>`
      }
    </div>
    <p class="after">
      ${markOf(context, message, view, state)}
      <a href="${link(['record', message.kind, id])}">Record</a>
    </p>
    ${reactionsTo(context, id)}
  </li> `;
}

/** The message that is replied to. */
function quote({ reader }: PageContext, muid: string): Html {
  const found = reader.find('messages', muid);
  if (found === undefined)
    return html`<blockquote>A message that is not in the plan: ${name(muid)}</blockquote>`;
  const { sender } = found.record as { sender?: string };
  return html`<blockquote>
    <b>${written(sender === undefined ? 'the server' : reader.nameOf('users', sender), 100)}</b>
    <span>${firstLine(previewOf(found.record))}</span>
  </blockquote>`;
}

/** Its name, type, size and host: nothing is loaded. */
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

function reactionsTo({ reader }: PageContext, muid: string): Html | undefined {
  const places = reader.index?.about(muid, REACTIONS) ?? [];
  const found = places
    .map((place) => reader.record(place))
    .filter(({ kind, record }) => kind === 'reactions' && record['muid'] === muid);
  if (found.length === 0) return undefined;
  const byReaction = Map.groupBy(found, ({ record }) => String(record['reaction']));
  return html`<ul class="reactions" aria-label="Reactions">
    ${[...byReaction].map(([reaction, those]) => html`<li>${written(reaction, 40)} ${those.length}</li> `)}
  </ul>`;
}

const outcomes: Readonly<Record<RecordState['outcome'], string>> = {
  created: '✓ stored',
  present: '✓ stored, was there',
  failed: '✕ refused',
  skipped: '– skipped',
  unresolved: '? not known',
  pending: '○ not sent yet',
};

function markOf(
  { reader, link }: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): HtmlValue {
  if (view === 'planned' || state === undefined) return undefined;
  const code = state.code === undefined ? '' : `: ${state.code}`;
  const sent = html`<span class="is-${state.outcome}">${outcomes[state.outcome]}${code}</span>`;
  if (view === 'sent') return sent;
  const differences = reader.differencesOf(message);
  if (differences.length === 0) return sent;
  const fields = differences.map(({ field }) => (field === '' ? 'missing' : field)).join(', ');
  return html`<span class="is-failed">≠ differs: ${fields}</span>
    <a href="${link(['record', message.kind, message.id])}">Compare</a>`;
}

/** Where a message is in its conversation: for links from other pages. */
export function conversationLink(
  { reader, link }: PageContext,
  record: ViewedRecord,
): string | undefined {
  const key = conversationOf(record.record);
  const n = key === undefined ? undefined : reader.index?.numberOf(key.conversation, record.place);
  return key === undefined || n === undefined
    ? undefined
    : link(['conversations'], { conversation: key.conversation, from: Math.max(n - 5, 1) });
}
