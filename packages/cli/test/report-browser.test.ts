import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anHourAgo, writeForum } from './support/forum.ts';
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
    writeOtherKinds(rig);
    await rig.cli(['import', folder, ...rig.target, '--yes', '--max-rejects', '50%']);
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
  ])('on %s nothing is wider than the page, and the last sum is in view', async (...at) => {
    const page = await open(at[1], at[2]);

    expect(await tooWide(page)).toEqual([]);
    const cell = page.locator('tfoot td').last();
    await cell.scrollIntoViewIfNeeded();
    expect(await cell.isVisible()).toBe(true);
    const box = await cell.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(at[1]);
  });

  // A font of even width is wider than any that a browser would take by itself.
  test.each(['sans-serif', 'monospace'])(
    'on paper in %s nothing is cut off, and no word is broken in a table',
    async (font) => {
      const page = await open(PAPER.width, PAPER.height);
      await page.emulateMedia({ media: 'print' });
      await page.addStyleTag({ content: `body { font-family: ${font} !important; }` });

      expect(await tooWide(page)).toEqual([]);
      expect(await brokenWords(page)).toEqual([]);
    },
  );

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

/** Cells with a word on two lines. Ids, paths and hashes may break anywhere; they are in `code`. */
function brokenWords(page: Page): Promise<string[]> {
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

/** Adds records of every other kind that an export can have. */
function writeOtherKinds(rig: Rig): void {
  rig.write('export/roles.json', JSON.stringify([{ role: 'caretaker', name: 'Caretaker' }]));
  rig.write('export/friends.csv', 'uid,friend\nada,bob\n');
  rig.write('export/blocks.csv', 'uid,blocked\nbob,cy\n');
  rig.write('export/reactions.ndjson', '{"muid":"m1","uid":"bob","reaction":"❤"}\n');
  rig.write(
    'export/users-gone.csv',
    `uid,name,createdAt,deactivatedAt\nhal,Hal,1600000000,${anHourAgo}\n`,
  );
  rig.write(
    'export/groups-described.json',
    '[{"guid":"sailors","name":"Sailors","type":"public","description":"On the water"}]',
  );
}
