import { counted } from '@chatferry/contract';
import { html, type Html } from '@chatferry/job/viewing';
import type { Page } from '../pages/layout.ts';
import { written } from '../pages/written.ts';
import type { DraftContext } from './draft-context.ts';
import type { Decision, ViewedDraft } from './viewed-draft.ts';

export function decisionsPage({ draft }: DraftContext): Page {
  const { decisions, acceptNeeded, plan } = draft;
  const needed = decisions.filter(({ isNeeded }) => isNeeded);
  const others = decisions.filter(({ isNeeded }) => !isNeeded);
  const title =
    decisions.length === 0
      ? 'Nothing is left to decide'
      : `${counted(decisions.length, 'decision')}, of which a plan needs ${needed.length === 0 ? 'none' : needed.length}`;
  const body = html`<h1>${title}</h1>
    <p class="lead">
      Each one is a proposal. It counts once it is accepted. Run its command in another terminal,
      then reload this page.
    </p>
    ${editedNote(draft)}
    ${
      acceptNeeded === undefined
        ? html`<h2>Plan it</h2>
            ${command(plan)}`
        : html`<h2>Needed before a plan</h2>
            <p>All of them, with examples as values:</p>
            ${command(acceptNeeded)} ${decisionList(needed)}`
    }
    ${
      others.length === 0
        ? undefined
        : html`<h2>Worth a look</h2>
            ${decisionList(others)}`
    }`;
  return { title, body };
}

export function decisionList(decisions: readonly Decision[]): Html {
  return html`<ol class="decisions">
    ${decisions.map(
      ({ number, name, line, reason, command: accept, alike }) =>
        html`<li value="${number}">
          <p><b>${written(name, 200)}</b></p>
          <p>Why: ${written(reason, 1000)}</p>
          ${line === undefined ? undefined : html`<p class="soft">Adds <code>${written(line, 400)}</code></p>`}
          ${command(accept)}
          ${
            alike === undefined
              ? undefined
              : html`<p>And ${counted(alike.others, 'more', 'more')} of this name. All of them:</p>
                  ${command(alike.command)}`
          }
        </li> `,
    )}
  </ol>`;
}

/** A command to copy: one click selects the whole of it. */
export function command(text: string): Html {
  return html`<pre class="command" tabindex="0"><code>${text}</code></pre>`;
}

export function editedNote({ isEdited, configuration }: ViewedDraft): Html | undefined {
  return isEdited
    ? html`<p class="note">
        ${configuration} was edited since it was drafted. Conversations and records are read with
        the file as it is now; columns and decisions are those of the draft. The commands print
        lines to add, and do not change the file.
      </p>`
    : undefined;
}
