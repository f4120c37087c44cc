import { count, counted } from '@chatferry/contract';
import {
  conversationOf,
  html,
  type Html,
  localMinute,
  type ViewedConversation,
  type ViewedRecord,
} from '@chatferry/job/viewing';
import { numberIn, type Query } from '../serving/address.ts';
import { bubble, views } from './bubble.ts';
import { type Page, waitingFor } from './layout.ts';
import { dayLine, previewOf } from './message-item.ts';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';
import { firstLine, written } from './written.ts';

const LISTED = 30;
const MESSAGES = 50;

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
        <ul class="list" id="conversations" aria-label="Conversations">
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
        ${conversation === undefined ? html`<p class="note">${all === 0 ? 'The plan has no messages.' : 'There is no such conversation. Choose one of the list.'}</p>` : talk(context, conversation)}
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
  const go = (page: Query): string => link(['conversations'], { conversation: id, view, ...page });
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
    ${view === 'compared' ? comparedNote(context) : undefined}
    ${from > 1 ? html`<p><a href="${go({ from: Math.max(from - MESSAGES, 1) })}">Earlier messages</a></p>` : undefined}
    <ol class="talk" start="${from}">
      ${messages.map((message, index) => [
        dayLine(context.timeZone, message.at, messages[index - 1]?.at),
        gaps
          .filter(({ at }) => at >= (messages[index - 1]?.at ?? 0) && at < message.at)
          .map(({ html: gap }) => gap),
        bubble(context, message, view, states[index]),
      ])}
    </ol>
    ${from + MESSAGES <= conversation.messages ? html`<p><a href="${go({ from: from + MESSAGES })}">Later messages</a></p>` : undefined}`;
}

/** When the app was compared with the plan, and whether it has changed since. */
function comparedNote(context: PageContext): Html {
  const { proved } = jobNow(context).conclusion;
  const said = proved.filter(({ step }) => step.endsWith('ompared')).map(({ text }) => text);
  return html`<p class="note">${said[0] ?? 'Nothing was compared yet.'}</p>`;
}

/** Rejected rows of the conversation, as far as they can be read: there may be more. */
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

/** A link from other pages to the position of a message in its conversation. */
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
