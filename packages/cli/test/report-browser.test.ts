import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** `.ci/run` installs it. */
const browserPath = process.env['CHATFERRY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const isThere = existsSync(browserPath);
const without = isThere ? '' : ` (skipped: there is no Chromium at ${browserPath})`;

/** A4 in portrait at 96 dots an inch, less the margins of the page. */
const PAPER = { width: Math.floor(((210 - 30) / 25.4) * 96), height: 1000 };

describe.skipIf(!isThere)(`report.html in Chromium${without}`, () => {
  let browser: Browser;
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
    const folder = writeForum(rig);
    rig.write(`export/users-${'of-a-long-name-'.repeat(8)}.csv`, 'uid,name\nEve,\nFay,Fay\n');
    await rig.cli(['import', folder, ...rig.target, '--max-rejects', '50%']);
    await rig.cli(['verify', ...rig.target]);
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: browserPath, args });
  });
  afterAll(async () => {
    await browser.close();
    await rig[Symbol.asyncDispose]();
  });

  async function open(width: number, height: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(pathToFileURL(path.join(rig.job, 'report.html')).href);
    return page;
  }

  test.each([
    ['a phone', 390, 844],
    ['a small screen', 1280, 800],
    ['a large screen', 1920, 1080],
  ])('on %s nothing is wider than the page, and what is not sent yet is in view', async (...at) => {
    const page = await open(at[1], at[2]);

    expect(await tooWide(page)).toEqual([]);
    const cell = page.locator('tr', { hasText: 'Not sent yet' }).locator('td').last();
    await cell.scrollIntoViewIfNeeded();
    expect(await cell.isVisible()).toBe(true);
    const box = await cell.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(at[1]);
  });

  test('on paper nothing is cut off', async () => {
    const page = await open(PAPER.width, PAPER.height);
    await page.emulateMedia({ media: 'print' });

    expect(await tooWide(page)).toEqual([]);
    expect(await page.getByText('Not sent yet').first().isVisible()).toBe(true);
  });

  test('it loads nothing', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path.join(rig.job, 'report.html')).href);

    expect(requests).toHaveLength(1);
  });
});

/** Every element that is wider than the page, or is cut off at its right edge. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
      .map((each) => each.tagName + ' ' + each.textContent.trim().slice(0, 60))
  `);
}
