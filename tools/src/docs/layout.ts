import { addressOf, allPages, navigation } from './navigation.ts';

/** A page with its place in the site. */
export interface PageFrame {
  readonly title: string;
  /** The path in the site, such as `systems/slack.html`. */
  readonly address: string;
  /** The Markdown file in the workspace; undefined for other pages. */
  readonly file?: string;
  readonly content: string;
  /** Whether the search index includes the page. */
  readonly isSearched?: boolean;
}

/** Allows nothing from another origin. The search runs as WebAssembly. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";

/** A whole page: head, navigation, search and content. */
export function pageHtml({ title, address, file, content, isSearched = true }: PageFrame): string {
  const up = '../'.repeat(address.split('/').length - 1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · chatferry</title>
<link rel="stylesheet" href="${up}site.css">
<link rel="icon" href="${up}icon.svg" type="image/svg+xml">
<script type="module" src="${up}site.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top">
<a class="name" href="${up}index.html">chatferry</a>
<form role="search" action="${up}search.html">
<label for="q">Search</label>
<input id="q" name="q" type="search" autocomplete="off" placeholder="A message, a code, a word">
</form>
</header>
<div class="frame">
<details class="menu" open>
<summary>All pages</summary>
<nav aria-label="Pages">
${navigation.map((section) => sectionHtml(section.title, section.pages, up, file)).join('\n')}
</nav>
</details>
<main id="content"${isSearched ? ' data-pagefind-body' : ''}>
${content}
${file === undefined ? '' : neighbours(file, up)}
</main>
</div>
</body>
</html>
`;
}

function sectionHtml(
  title: string,
  pages: (typeof navigation)[number]['pages'],
  up: string,
  current: string | undefined,
): string {
  const links = pages.map(
    ({ file, title: name }) =>
      `<li><a href="${up}${addressOf(file)}"${file === current ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`,
  );
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${links.join('')}</ul>`;
}

/** Links to the previous and the next page. */
function neighbours(file: string, up: string): string {
  const at = allPages.findIndex((page) => page.file === file);
  const link = (offset: number, rel: string, text: string): string => {
    const page = allPages[at + offset];
    return page === undefined
      ? ''
      : `<a rel="${rel}" href="${up}${addressOf(page.file)}">${text}: ${escapeHtml(page.title)}</a>`;
  };
  return `<nav class="neighbours" aria-label="Next pages" data-pagefind-ignore>${link(-1, 'prev', 'Before')}${link(1, 'next', 'Next')}</nav>`;
}

/** The content of a page, with a list of its sections after the first heading. */
export function withContents(html: string): string {
  const sections = [...html.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)];
  if (sections.length < 3) return html;
  const items = sections.map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`);
  const list = `<details class="contents" data-pagefind-ignore><summary>On this page</summary><ul>${items.join('')}</ul></details>`;
  return html.replace('</h1>', `</h1>\n${list}`);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
