import { count, counted } from '@chatferry/contract';
import { html, type Html, type HtmlValue } from '@chatferry/job/viewing';
import type { Page } from '../pages/layout.ts';
import { dayLine, messageItem, previewOf, quoted } from '../pages/message-item.ts';
import { firstLine, written } from '../pages/written.ts';
import { numberIn } from '../serving/address.ts';
import { editedNote } from './decisions.ts';
import type { DraftContext } from './draft-context.ts';
import type { ViewedDraft, ViewedTalk } from './viewed-draft.ts';

export function firstConversationsPage(context: DraftContext): Page {
  const { draft, address, link } = context;
  const { conversations, problems, lacksZone } = draft;
  const chosen = numberIn(address.query, 'conversation') ?? 0;
  const talk = conversations[chosen] ?? conversations[0];
  const title =
    conversations.length === 0
      ? 'No message can be read yet'
      : 'The first conversations as they would look';
  const body = html`<h1>${title}</h1>
    <p class="lead">
      Of the first rows of each file. Names that are further down in their file are shown as ids.
      ${lacksZone ? 'Times name no zone, and are shown as if they were UTC, until zone is decided.' : undefined}
    </p>
    ${editedNote(draft)}
    ${
      problems.length === 0
        ? undefined
        : html`<h2>Before these can be planned</h2>
            <ul>
              ${problems.map((problem) => html`<li>${written(problem, 1000)}</li> `)}
            </ul>`
    }
    ${
      talk === undefined
        ? html`<p>
            <a href="${link(['decisions'])}">Decide</a> what is needed first, or see
            <a href="${link([])}">what each column becomes</a>.
          </p>`
        : html`<div class="split">
            <ul class="list" id="conversations" aria-label="Conversations">
              ${conversations.map(
                (each, index) =>
                  html`<li>
                    <a
                      href="${link(['conversations'], { conversation: index })}"
                      ${each === talk ? html`aria-current="true"` : undefined}
                      ><b>${firstLine(each.title, 60)}</b
                      ><span class="number">${count(each.messages)}</span
                      ><span class="soft"
                        >${firstLine(previewOf(each.first.at(-1)!.record), 50)}</span
                      ></a
                    >
                  </li> `,
              )}
            </ul>
            <section aria-label="The conversation">${oneTalk(context, talk)}</section>
          </div>`
    }
    ${records(draft)}`;
  return { title, body };
}

function oneTalk(
  { timeZone }: DraftContext,
  { title, isGroup, messages, first }: ViewedTalk,
): Html {
  const at = (index: number): number => {
    const { sentAt } = first[index]?.record ?? {};
    return typeof sentAt === 'number' ? Math.floor(sentAt) : 0;
  };
  return html`<div class="talk-head">
      <h2>${written(title, 200)}</h2>
      <p class="soft">
        ${isGroup ? 'group' : 'two people'}, ${counted(messages, 'message')} in the rows that were
        looked at
      </p>
    </div>
    <ol class="talk">
      ${first.map(({ sender, record, parent }, index): HtmlValue => [
        dayLine(timeZone, at(index), index === 0 ? undefined : at(index - 1)),
        messageItem({
          n: index + 1,
          sender,
          at: at(index),
          timeZone,
          parent: parent === undefined ? undefined : quoted(parent.sender, parent.record),
          record,
        }),
      ])}
    </ol>`;
}

function records({ records: all }: ViewedDraft): Html {
  return html`<h2>The first records</h2>
    ${[...all].map(([kind, rows]) =>
      rows.length === 0
        ? html`<p>No ${kind} can be read yet.</p> `
        : html`<details>
            <summary>${kind}</summary>
            ${rows.map((row) => html`<pre tabindex="0"><code>${written(row, 4000)}</code></pre> `)}
          </details> `,
    )}`;
}
