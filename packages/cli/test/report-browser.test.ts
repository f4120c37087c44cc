import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anHourAgo, writeForum } from './support/forum.ts';
import {
  axeFindings,
  brokenWords,
  chromiumNote,
  hasChromium,
  openChromium,
  tooWide,
} from './support/chromium.ts';
import { type Rig, startRig } from './support/rig.ts';

const quickstart = fileURLToPath(new URL('../../../samples/quickstart', import.meta.url));

/** A4 in portrait at 96 dots an inch, less the margins of the page. */
const PAPER = { width: Math.floor(((210 - 32) / 25.4) * 96), height: 1000 };

/** With a tag, a quote, and marks that reverse text or cannot be seen. */
const HOSTILE = `<img src=x onerror=alert(1)>"'&\u202eevil\u200b`;

describe.skipIf(!hasChromium)(`report.html in Chromium${chromiumNote}`, () => {
  let browser: Browser;
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
    const folder = writeForum(rig);
    rig.write(`export/users-${'of-a-long-name-'.repeat(8)}.csv`, 'uid,name\nEve,\nFay,Fay\n');
    rig.write(
      `export/users-${HOSTILE.replace('/', '')}.csv`,
      `uid,name\n"${HOSTILE.replaceAll('"', '""')}",\n`,
    );
    rig.write('export/messages-2.ndjson', JSON.stringify({ ...toAda, muid: HOSTILE }));
    writeOtherKinds(rig);
    await rig.cli(['import', folder, ...rig.target, '--yes', '--max-rejects', '50%']);
    await rig.cli(['verify', ...rig.target]);
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser.close();
    await rig[Symbol.asyncDispose]();
  });

  async function open(
    width: number,
    height: number,
    {
      colorScheme = 'light',
      job = rig.job,
      opened = browser,
    }: { colorScheme?: 'light' | 'dark'; job?: string; opened?: Browser } = {},
  ): Promise<Page> {
    const page = await opened.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(pathToFileURL(path.join(job, 'report.html')).href);
    return page;
  }

  test.each([
    ['the narrowest phone', 320, 640],
    ['a phone', 390, 844],
    ['a small screen at 200 %', 640, 400],
    ['a tablet', 820, 1180],
    ['a small screen', 1280, 800],
    ['a large screen', 1920, 1080],
  ])('on %s nothing is wider than the page, and each sum is in view', async (...at) => {
    const page = await open(at[1], at[2]);

    expect(await tooWide(page)).toEqual([]);
    const sums = page.locator('.sums tfoot, .sumlines > div:last-child').filter({ visible: true });
    // Of all rows, and of what the service holds.
    expect(await sums.count()).toBe(2);
    for (const each of await sums.all()) {
      const box = await each.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(at[1]);
    }
    await page.close();
  });

  test('with few fonts nothing is wider than a page, and axe finds nothing', async () => {
    await using few = await openChromium('dejavu');
    for (const width of [320, 390, 640, PAPER.width, 1280]) {
      const page = await open(width, 800, { opened: few });
      if (width === PAPER.width) await page.emulateMedia({ media: 'print' });
      expect(await tooWide(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      await page.close();
    }
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in %s colours', async (colorScheme) => {
    for (const width of [390, 1280]) {
      const page = await open(width, 800, { colorScheme });
      expect(await axeFindings(page)).toEqual([]);
      await page.close();
    }
  });

  test('hostile names and ids stay names, and run nothing', async () => {
    const page = await browser.newPage();
    const alarms: string[] = [];
    page.on('dialog', (dialog) => alarms.push(dialog.message()));
    page.on('console', (message) => alarms.push(message.text()));
    page.on('pageerror', (error) => alarms.push(error.message));
    await page.goto(pathToFileURL(path.join(rig.job, 'report.html')).href);

    expect(await page.locator('img, script, iframe, a[href]').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('body').innerText()).not.toMatch(/[\u202e\u200b]/);
    expect(alarms).toEqual([]);
  });

  test('the folded lists are opened with the keyboard alone', async () => {
    const page = await open(1280, 800);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    expect(await page.locator('details[open]').count()).toBe(1);
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

  test('the quickstart is at most six sheets, in wide fonts and narrow ones', async () => {
    await using other = await startRig();
    await other.cli(['import', quickstart, ...other.target, '--yes', '--max-rejects', '1%']);
    await other.cli(['verify', ...other.target]);
    const page = await open(1280, 800, { job: other.job });

    for (const font of ['', 'DejaVu Sans', 'Liberation Sans', 'Noto Sans']) {
      if (font !== '')
        await page.addStyleTag({ content: `body { font-family: '${font}' !important; }` });
      for (const format of ['A4', 'Letter']) {
        const pdf = await page.pdf({ format });
        const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
        expect(sheets, `${font} on ${format}`).toBeLessThanOrEqual(6);
      }
    }
    await page.close();
  });

  test('it loads nothing', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path.join(rig.job, 'report.html')).href);

    expect(requests).toHaveLength(1);
  });
});

const toAda = {
  sender: 'bob',
  receiver: 'ada',
  receiverType: 'user',
  type: 'text',
  category: 'message',
  data: { text: 'Hello' },
  sentAt: anHourAgo,
};

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
