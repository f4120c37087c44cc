import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, Page } from 'playwright-core';

/** `.ci/run` installs it. */
const browserPath = process.env['CHATFERRY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

export const hasChromium: boolean = existsSync(browserPath);
/** For the name of a test that is skipped without it. */
export const chromiumNote: string = hasChromium
  ? ''
  : ` (skipped: there is no Chromium at ${browserPath})`;

/** The fonts of this machine, or DejaVu alone, which is wide and lacks many scripts. */
export type Fonts = 'all' | 'dejavu';

export function openChromium(fonts: Fonts = 'all'): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const file = path.join(import.meta.dirname, 'dejavu-fonts.conf');
  const env = { ...process.env, ...(fonts === 'all' ? {} : { FONTCONFIG_FILE: file }) };
  return chromium.launch({ executablePath: browserPath, args, env });
}

let axe: string | undefined;

/** What axe-core finds: WCAG 2.2 AA and best practices. Its script is evaluated, because the policy of a page forbids others. */
export function axeFindings(page: Page): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return page.evaluate(`(async () => {
    ${axe};
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120)));
  })()`);
}

/** Every element that is wider than the page, or is cut off at its right edge. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('body *')]
      .filter((each) => each.closest('svg') === null && each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
      .map((each) => each.tagName + ' ' + each.textContent.trim().slice(0, 60))
  `);
}

/** Cells with a word on two lines. Ids, paths and hashes may break anywhere; they are in `code`. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('th, td')].flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, (node) =>
        node.parentElement.closest('code') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
      const broken = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { index, 0: word } of text.data.matchAll(/[^\\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      return broken;
    })
  `);
}
