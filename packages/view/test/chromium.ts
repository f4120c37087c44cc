import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

export const browserPath: string = process.env['CHATFERRY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
export const hasChromium: boolean = existsSync(browserPath);

/** The fonts of this machine, or DejaVu alone, which is wide and lacks many scripts. */
export type Fonts = 'all' | 'dejavu';

export function launchChromium(fonts: Fonts = 'all'): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const file = path.join(import.meta.dirname, 'dejavu-fonts.conf');
  const env = { ...process.env, ...(fonts === 'all' ? {} : { FONTCONFIG_FILE: file }) };
  return chromium.launch({ executablePath: browserPath, args, env });
}

const axe = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: WCAG 2.2 AA and best practices. */
function axeFindings(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    ${axe()};
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120)));
  })()`);
}

/** Pages that are wider than the narrowest phone, and what axe finds on a page; in the light and the dark by turns. */
export async function pageFaults(
  browser: Browser,
  url: string,
  pages: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, name] of pages.entries()) {
    const colorScheme = index % 2 === 0 ? 'light' : 'dark';
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, colorScheme });
    await page.goto(new URL(name, url).href);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (width !== 320) faults.push(`${name}: ${String(width)} pixels wide`);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const found of await axeFindings(page)) faults.push(`${name}: ${found}`);
    await page.close();
  }
  return faults;
}
