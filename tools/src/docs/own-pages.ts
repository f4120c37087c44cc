import { escapeHtml } from './layout.ts';
import { addressOf, MESSAGES_PAGE } from './navigation.ts';
import type { Picture } from './picture.ts';

const doors = [
  {
    title: 'Try it',
    text: 'A whole migration on this machine, from an export full of mistakes to a verified import.',
    file: 'samples/quickstart/README.md',
    link: 'A first migration in ten minutes',
  },
  {
    title: 'Move from …',
    text: 'Slack and other chat systems, Firebase, MongoDB, a database, a dump, or any file of yours.',
    file: 'docs/systems.md',
    link: 'What is read as it is',
  },
  {
    title: 'It is three in the morning',
    text: 'Paste the message into the search, or find its code: each has what it means, and what to do.',
    file: MESSAGES_PAGE,
    link: 'When something fails',
  },
];

const facts = [
  ['Nothing is sent before all of it was read and judged.', 'chatferry plan ./export'],
  ['After a kill at any moment, the same command continues.', 'npm run crash -- --kills 1000'],
  ['Each row has exactly one outcome, and the outcomes add up.', 'chatferry status'],
  ['The app is read back, and compared field by field.', 'chatferry verify'],
] as const;

export const PICTURES_PAGE = 'pictures.html';

/** Pictures for the front page. */
const FRONT = ['run-80.png', 'conversations-laptop.png', 'problems-laptop.png'];

/** @param recording the commands of a first migration, with their output */
export function frontPage(recording: string, pictures: readonly Picture[]): string {
  const front = pictures.filter(({ file }) => FRONT.includes(file));
  return `<h1>Move a legacy chat into the service, in one night, and prove it</h1>
<div class="doors">${doors
    .map(
      ({ title, text, file, link }) =>
        `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p><p><a href="${addressOf(file)}">${escapeHtml(link)}</a></p></section>`,
    )
    .join('')}</div>
<h2>A first migration</h2>
<p>Recorded from the command itself, with the export of <a href="${addressOf('samples/quickstart/README.md')}">the quickstart</a>.</p>
<pre class="recording" tabindex="0"><code>${escapeHtml(recording)}</code></pre>
${front.length === 0 ? '' : `<div class="pictures">${front.map(figure).join('')}</div>\n<p><a href="${PICTURES_PAGE}">All pages and the report, on a laptop, a phone and paper</a></p>`}
<h2>What it promises, and the command that shows it</h2>
<dl class="facts">${facts.map(([fact, command]) => `<div><dt>${escapeHtml(fact)}</dt><dd><code>${escapeHtml(command)}</code></dd></div>`).join('')}</dl>
<p><a href="${addressOf('docs/reliability.md')}">All promises, with their figures</a></p>`;
}

/** The page with all pictures. They were taken from the product when the site was built. */
export function picturesPage(pictures: readonly Picture[]): string {
  return `<h1>What it looks like</h1>
<p>Taken from the product itself when this site was built, with the data of the samples.</p>
<div class="pictures">${pictures.map(figure).join('\n')}</div>`;
}

function figure({ file, text }: Picture): string {
  return `<figure><a href="pictures/${file}"><img src="pictures/${file}" alt="${escapeHtml(text)}" loading="lazy"></a><figcaption>${escapeHtml(text)}</figcaption></figure>`;
}

export const searchPage = `<h1>Search</h1>
<p id="found" role="status">Write what you look for, such as a message, a code or an option.</p>
<noscript><p>The search needs JavaScript. <a href="pages.html">All pages</a> are listed without it.</p></noscript>
<ol id="results" class="results"></ol>`;

export const notFoundPage = `<h1>There is no such page</h1>
<p><a href="pages.html">All pages</a>, or search for it.</p>`;
