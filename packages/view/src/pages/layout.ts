import { html, Html, type HtmlValue } from '@chatferry/job/viewing';
import type { PageContext } from './page-context.ts';

/** A page in the navigation. */
export interface Section {
  readonly path: string;
  readonly name: string;
}

export const jobSections: readonly Section[] = [
  { path: '', name: 'Overview' },
  { path: 'problems', name: 'Problems' },
  { path: 'conversations', name: 'Conversations' },
  { path: 'record', name: 'Record' },
  { path: 'requests', name: 'Requests' },
  { path: 'differences', name: 'Differences' },
];

/** A page without its frame. */
export interface Page {
  /** The answer of the page, as text. */
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

export const noPage: Page = {
  title: 'There is no such page',
  body: html`<h1>There is no such page</h1>`,
  status: 404,
};

/** The content of a page's frame. */
export interface Frame {
  readonly sections: readonly Section[];
  /** The subject of the pages, such as the job folder. */
  readonly subject: HtmlValue;
  /** The present activity, in a few words. */
  readonly state: string;
  /** Whether records can be searched for. */
  readonly hasSearch: boolean;
  /** The files from which the page is made. */
  readonly source: string;
}

/** The frame of all pages: their subject, the present activity, the search, and links to the other pages. */
export function framed(
  { title, body }: Page,
  { link, address }: Pick<PageContext, 'link' | 'address'>,
  { sections, subject, state, hasSearch, source }: Frame,
): string {
  const [current = ''] = address.path;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – chatferry view</title>
        <link rel="stylesheet" href="${link(['style.css'])}" />
        ${scriptOf(link)}
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          <div class="bar-top">
            <p class="job">${subject}</p>
            <p class="now" role="status" id="live-state">${state}</p>
            ${hasSearch ? searchForm(link) : undefined}
          </div>
          <nav aria-label="Pages">
            ${sections.map(
              ({ path, name }) =>
                html`<a
                  href="${link(path === '' ? [] : [path])}"
                  ${path === current ? html`aria-current="page"` : undefined}
                  >${name}</a
                > `,
            )}
          </nav>
        </header>
        <main id="main">${body}</main>
        <footer>
          This page reads ${source} on this machine. It loads nothing from outside, and changes
          nothing. <a href="" class="reload">Reload</a>
        </footer>
      </body>
    </html>`.source;
}

/** Not a tagged template: bundlers rewrite a template that contains the end of a script, and need a package for that. */
function scriptOf(link: PageContext['link']): Html {
  return new Html(`<script src="${link(['script.js'])}" defer></script>`);
}

function searchForm(link: PageContext['link']): Html {
  return html`<form action="${link(['search'])}" method="get" role="search">
    <input
      type="search"
      name="q"
      id="search"
      placeholder="Find any id, old or new"
      aria-label="Find any id, old or new"
      autocomplete="off"
    />
  </form>`;
}

/** The text of a page that needs the index, while the index is made. */
export function waitingFor(indexing: PageContext['indexing']): Html {
  const failure = indexing?.failure;
  return failure === undefined
    ? html`<p class="note" role="status">
        Indexing <span id="live-index">${Math.floor((indexing?.share ?? 0) * 100)} %</span>. The
        plan is read once; afterwards this page opens at once.
      </p>`
    : html`<p class="note">The index could not be made: ${failure}</p>`;
}
