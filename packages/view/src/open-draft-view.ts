import { explainError, html, name } from '@chatferry/job/viewing';
import { decisionsPage } from './drafted/decisions.ts';
import type { DraftContext } from './drafted/draft-context.ts';
import { firstConversationsPage } from './drafted/first-conversations.ts';
import { mappingPage } from './drafted/mapping.ts';
import type { ViewedDraft } from './drafted/viewed-draft.ts';
import { type Frame, framed, noPage, type Page, type Section } from './pages/layout.ts';
import { linkFrom } from './pages/page-context.ts';
import { script } from './pages/script.ts';
import { style } from './pages/style.ts';
import { systemZone } from './pages/system-zone.ts';
import type { Address } from './serving/address.ts';
import { type Answer, type LocalServer, serveSite } from './serving/server.ts';

export interface DraftViewOptions {
  /** Returns the present draft; called for each page. */
  readonly read: () => Promise<ViewedDraft>;
  /** The file of the draft. */
  readonly configuration: string;
  /** 0, the default: a free port. */
  readonly port?: number;
  /** IANA name; the zone of the machine unless given. */
  readonly timeZone?: string;
}

/** Serves the pages of a draft until it is disposed of. Writes nothing. */
export function openDraftView(options: DraftViewOptions): Promise<LocalServer> {
  return serveSite(
    { answer: (address, base) => answered(options, address, base), news: () => '{}' },
    options.port ?? 0,
  );
}

const sections: readonly Section[] = [
  { path: '', name: 'Mapping' },
  { path: 'decisions', name: 'Decisions' },
  { path: 'conversations', name: 'Conversations' },
];

const pages: Readonly<Record<string, (context: DraftContext) => Page>> = {
  '': mappingPage,
  decisions: decisionsPage,
  conversations: firstConversationsPage,
};

async function answered(
  { read, configuration, timeZone = systemZone() }: DraftViewOptions,
  address: Address,
  base: string,
): Promise<Answer> {
  const [page = ''] = address.path;
  if (page === 'style.css') return { type: 'text/css', body: style };
  if (page === 'script.js') return { type: 'text/javascript', body: script };
  const link = linkFrom(base);
  const made = await read().then(
    (draft) => pages[page]?.({ draft, address, link, timeZone }) ?? noPage,
    failedPage,
  );
  const frame: Frame = {
    sections,
    subject: html`<b>${name(configuration)}</b>`,
    state: 'Draft, not planned yet',
    hasSearch: false,
    source: 'the draft and the first rows of the export',
  };
  return {
    status: made.status ?? 200,
    type: 'text/html',
    body: framed(made, { link, address }, frame),
  };
}

function failedPage(error: unknown): Page {
  const title = 'The draft cannot be shown';
  const { lines, fix } = explainError(error) ?? saidBy(error);
  return {
    title,
    status: 500,
    body: html`<h1>${title}</h1>
      ${lines.map((line) => html`<p>${line}</p> `)}
      <p>${fix}</p>`,
  };
}

/** The message of an error, and the fix of an error that has one. */
function saidBy(error: unknown): { readonly lines: readonly string[]; readonly fix?: string } {
  if (!(error instanceof Error)) return { lines: [String(error)] };
  const { fix } = error as { fix?: unknown };
  return { lines: error.message.split('\n'), ...(typeof fix === 'string' ? { fix } : {}) };
}
