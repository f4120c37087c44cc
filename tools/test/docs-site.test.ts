import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  axeFindings,
  type Browser,
  chromiumNote,
  hasChromium,
  openChromium,
  type Page,
} from '../../packages/cli/test/support/chromium.ts';
import { buildSite } from '../src/docs/build-site.ts';
import { frontPage, picturesPage } from '../src/docs/own-pages.ts';
import { targetOf } from '../src/docs/links.ts';
import { addressOf, allPages, MESSAGES_PAGE } from '../src/docs/navigation.ts';
import { serveSite } from '../src/docs/serve-site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let folder: ReturnType<typeof mkdtempDisposableSync>;
let pages: Map<string, string>;
beforeAll(async () => {
  folder = mkdtempDisposableSync(path.join(tmpdir(), 'docs-site-'));
  await buildSite(root, folder.path);
  pages = new Map(
    globSync('**/*.html', { cwd: folder.path }).map((name) => [
      name,
      readFileSync(path.join(folder.path, name), 'utf8'),
    ]),
  );
});
afterAll(() => folder.remove());

test('every page of the documentation is in the navigation once', () => {
  const files = globSync('docs/**/*.md', { cwd: root }).concat(MESSAGES_PAGE);
  const listed = allPages.map(({ file }) => file);

  expect(listed.filter((file) => file.startsWith('docs/')).toSorted()).toEqual(files.toSorted());
  expect(new Set(allPages.map(({ file }) => addressOf(file))).size).toBe(listed.length);
});

test('every link leads to a page, a section or a file of the site', () => {
  const broken: string[] = [];
  let links = 0;
  for (const [name, html] of pages)
    for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) {
      if (/^https?:/.test(href!)) continue;
      links++;
      const [place = '', anchor] = href!.split('#', 2);
      const file = place === '' ? name : path.posix.join(path.posix.dirname(name), place);
      const isThere = globSync(file, { cwd: folder.path }).length === 1;
      const hasAnchor = anchor === undefined || pages.get(file)?.includes(` id="${anchor}"`);
      if (!isThere || hasAnchor !== true) broken.push(`${name}: ${href}`);
    }

  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(2000);
});

test('pictures have texts, and the front page leads to all of them', () => {
  const pictures = [
    { file: 'problems-laptop.png', text: 'Rows & causes' },
    { file: 'report-paper.png', text: 'The report' },
  ];

  const front = frontPage('$ chatferry plan', pictures);

  expect(front).toContain('<img src="pictures/problems-laptop.png" alt="Rows &amp; causes"');
  expect(front).not.toContain('report-paper.png');
  expect(front).toContain('href="pictures.html"');
  expect(picturesPage(pictures).match(/<figure>/g)).toHaveLength(2);
  expect(pages.has('pictures.html')).toBe(false); // Built without any.
});

test('a link that leads nowhere fails the build', () => {
  expect(() => targetOf(root, 'docs/delta.md', 'undone.md')).toThrow(
    'docs/delta.md has a link to undone.md, which does not exist.',
  );
  expect(targetOf(root, 'docs/systems/slack.md', '../mapping.md#paths')).toEqual({
    is: 'page',
    href: '../mapping.html#paths',
  });
  expect(targetOf(root, 'docs/glossary.md', '../packages/contract/src/index.ts')).toEqual({
    is: 'source',
  });
});

test('the recorded migration ends with a comparison, and shows no key', () => {
  const recording = readFileSync(path.join(root, 'tools/site/recording.txt'), 'utf8');
  const shown = pages.get('index.html');

  for (const command of ['init export', 'view', 'plan', 'serve', 'import', 'verify'])
    expect(shown).toContain(`$ chatferry ${command}`);
  expect(shown).toContain('$ npm install --global ./chatferry-');
  expect(shown).toContain('are the same in every compared field.');
  expect(recording).not.toMatch(/[0-9a-f]{16}/);
});

test('nothing of another origin is loaded, and no script or style is in a page', () => {
  for (const html of pages.values()) {
    expect(
      html.match(/<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?\/\/[^>]*>/g),
    ).toBe(null);
    expect(html).not.toMatch(/<style|<script(?! type="module" src)| on\w+="|style="/);
  }
});

describe.skipIf(!hasChromium)(`the site in Chromium${chromiumNote}`, () => {
  let browser: Browser;
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = await serveSite(folder.path, 0);
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  async function open(
    address: string,
    options: { width?: number; colorScheme?: 'light' | 'dark' } = {},
  ): Promise<Page> {
    const { width = 1280, colorScheme = 'light' } = options;
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(`${origin}/${address}`);
    return page;
  }

  const queries: readonly (readonly [string, string])[] = [
    ['too-old', 'messages.html#too-old'],
    ['missing-message', 'messages.html#missing-message'],
    ['no-database', 'messages.html#no-database'],
    ['bad-dump', 'messages.html#bad-dump'],
    ['repeated-key', 'messages.html#repeated-key'],
    ['key-refused', 'messages.html#key-refused'],
    ['unnamed-group', 'messages.html#unnamed-group'],
    ['not-a-member', 'messages.html#not-a-member'],
    ['is older than the service keeps messages', 'messages.html#too-old'],
    ['The key is unknown, or may not import', 'messages.html#key-refused'],
    ['Firebase', 'documents.html'],
    ['mongodump', 'mongodb.html'],
    ['pg_restore', 'dumps.html'],
    ['Slack export', 'systems/slack.html'],
    ['Kubernetes', 'deploying.html'],
    ['CSV delimiter', 'mapping.html'],
    ['pause resume rate', 'commands.html'],
    ['newerThan', 'cut-over.html'],
    ['report.html', 'job-folder.html'],
    ['erase a person', 'personal-data.html'],
  ];

  test('a message or a code is the first hit of the search, and a task is among the first three', async () => {
    const page = await open(`search.html?q=${queries[0]![0]}`);
    const missed: unknown[] = [];
    for (const [words, address] of queries) {
      await page.locator('#q').fill(words);
      await page.getByText(`for “${words}”.`).waitFor();
      const found = await page.evaluate<string[]>(
        "[...document.querySelectorAll('#results > li > a')].map(({ href }) => href)",
      );
      const first = found
        .slice(0, address.includes('#') ? 1 : 3)
        .map((href) => href.replace(`${origin}/`, ''));
      if (!first.includes(address)) missed.push([words, address, first]);
    }

    expect(missed).toEqual([]);
    await page.close();
  });

  test.each([
    ['index.html', 320, 'light'],
    ['index.html', 1280, 'dark'],
    ['messages.html', 320, 'dark'],
    ['mapping.html', 1280, 'light'],
    ['search.html?q=dump', 320, 'light'],
    ['systems/slack.html', 640, 'dark'],
  ] as const)('%s at %i px, %s: axe finds nothing, and nothing scrolls sideways', async (...at) => {
    const [address, width, colorScheme] = at;
    const page = await open(address, { width, colorScheme });
    if (address.startsWith('search')) await page.locator('#results > li').first().waitFor();

    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });

  test('an option in a sentence is not broken after its hyphens', async () => {
    const page = await open('commands.html', { width: 320 });

    const broken = await page.evaluate<string[]>(
      `[...document.querySelectorAll('p > code')].filter(({ textContent: text }) => /^--[a-z-]+$/.test(text) && text.length <= 24)
         .filter((code) => code.getClientRects().length > 1).map(({ textContent }) => textContent)`,
    );

    expect(broken).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.close();
  });

  test('`/` goes to the search, and the menu is closed on a phone', async () => {
    const page = await open('delta.html', { width: 390 });

    await page.keyboard.press('/');

    expect(await page.evaluate('document.activeElement.id')).toBe('q');
    expect(await page.locator('.menu[open]').count()).toBe(0);
    await page.close();
  });
});
