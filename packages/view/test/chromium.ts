import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

export const browserPath: string = process.env['CHATFERRY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
export const hasChromium: boolean = existsSync(browserPath);

export function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: browserPath, args });
}

const axe = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: WCAG 2.2 AA and best practices. */
export function axeFindings(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    ${axe()};
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120)));
  })()`);
}
