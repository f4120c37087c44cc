import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDraftView, type ViewedDraft } from '../src/index.ts';
import { browserPath, pageFaults, hasChromium, launchChromium } from './chromium.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const LINK = 'javascript:alert(2)';
const REVERSED = 'abc\u202edef';

function column(
  name: string,
  more: Partial<ViewedDraft['tables'][number]['columns'][number]>,
): ViewedDraft['tables'][number]['columns'][number] {
  const nothing = { values: [], isSecret: false, filled: 2, fields: [], proposed: [], filters: [] };
  return { name, ...nothing, ignored: undefined, ...more };
}

/** A draft in which every text is what a page must not take for its own. */
const draft: ViewedDraft = {
  configuration: 'chatferry.yaml',
  isEdited: true,
  exports: [{ path: `${HOSTILE}.zip`, system: 'slack' }],
  tables: [
    {
      file: `export/${HOSTILE}.csv`,
      place: REVERSED,
      kind: 'messages',
      state: 'certain',
      rows: 2,
      isWhole: false,
      columns: [
        column('pwd', { isSecret: true, ignored: 'may hold passwords, tokens or hashes' }),
        column('body', { values: [HOSTILE, LINK, REVERSED], fields: ['text'] }),
        column(HOSTILE, { proposed: ['sentAt'] }),
        column('status', { filters: ['only: status: accepted'] }),
        column('empty', { filled: 0, ignored: '' }),
      ],
      others: [{ line: `constants: type: ${HOSTILE}`, reason: HOSTILE }],
      decisions: [1],
    },
    {
      file: 'export/people.csv',
      place: '',
      kind: 'users',
      state: 'waiting',
      rows: 2,
      isWhole: true,
      columns: [column('uid', { fields: ['uid'] })],
      others: [],
      decisions: [],
    },
  ],
  notRead: [{ file: `${HOSTILE}.png`, why: HOSTILE }],
  decisions: [
    {
      number: 1,
      name: HOSTILE,
      reason: HOSTILE,
      line: HOSTILE,
      isNeeded: true,
      command: `chatferry init export --accept '${HOSTILE}'`,
      alike: { others: 4, command: `chatferry init export --accept '*.x'` },
    },
    { number: 2, name: 'zone', reason: 'none', line: undefined, isNeeded: false, command: 'x' },
  ],
  acceptNeeded: 'chatferry init export --accept zone=Europe/Berlin',
  plan: 'chatferry plan',
  conversations: [
    {
      title: HOSTILE,
      isGroup: true,
      messages: 90,
      first: [
        { sender: HOSTILE, record: { sentAt: 1_700_000_000, data: { text: HOSTILE } } },
        {
          sender: undefined,
          record: {
            sentAt: 1_700_090_000,
            data: { attachments: [{ url: LINK, name: HOSTILE, size: 12 }], metadata: {} },
          },
          parent: { sender: REVERSED, record: { data: { text: LINK } } },
        },
      ],
    },
  ],
  records: new Map([
    ['users', []],
    ['messages', [JSON.stringify({ text: HOSTILE })]],
  ]),
  problems: [HOSTILE],
  lacksZone: true,
};

const pages = ['', '?table=1', 'decisions', 'conversations', 'nowhere'];

async function withDraft<T>(
  shown: ViewedDraft | Error,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const read = (): Promise<ViewedDraft> =>
    shown instanceof Error ? Promise.reject(shown) : Promise.resolve(shown);
  const { configuration } = draft;
  await using view = await openDraftView({ read, configuration, timeZone: 'Europe/Berlin' });
  return await use(view.url);
}

async function pageText(url: string, page: string): Promise<string> {
  return (await (await fetch(new URL(page, url))).text()).replaceAll(/\s+/g, ' ');
}

test('a draft shows its columns, its decisions and its first conversations', async () => {
  await withDraft(draft, async (url) => {
    const mapping = await pageText(url, '');
    const decisions = await pageText(url, 'decisions');
    const talk = await pageText(url, 'conversations');

    expect(mapping).toContain('2 tables with messages and users');
    expect(mapping).toContain('<code>text</code>');
    expect(mapping).toContain('<i>once accepted</i>');
    expect(mapping).toContain('not read: may hold passwords, tokens or hashes');
    expect(mapping).toContain(
      'only: status: accepted</code> <span class="soft">decides which rows are read',
    );
    expect(mapping).toContain('chatferry init export --accept zone=Europe/Berlin');
    expect(mapping).toContain('is an export of slack');
    expect(decisions).toContain('2 decisions, of which a plan needs 1');
    expect(decisions).toContain('And 4 more of this name.');
    expect(talk).toContain('Tuesday, 14 November 2023');
    expect(talk).toContain('group, 90 messages');
    expect(talk).toContain('No users can be read yet.');
    expect(talk).toContain('was edited since it was drafted');
  });
});

test('a draft without anything to decide shows the command that plans', async () => {
  const { acceptNeeded: _, ...decided } = draft;
  await withDraft({ ...decided, decisions: [] }, async (url) => {
    expect(await pageText(url, '')).toContain('chatferry plan');
    expect(await pageText(url, 'decisions')).toContain('Nothing is left to decide');
  });
});

test('a draft that cannot be read shows why, until it can be read', async () => {
  const gone = Object.assign(new Error("There is no file 'export'."), { fix: 'Check the path.' });
  await withDraft(gone, async (url) => {
    const page = await pageText(url, '');

    expect(page).toContain('The draft cannot be shown');
    expect(page).toContain('There is no file &#39;export&#39;.');
    expect(page).toContain('Check the path.');
  });
});

describe.skipIf(!hasChromium)(
  `in Chromium${hasChromium ? '' : ` (skipped: not at ${browserPath})`}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser.close();
    });

    test('no page of a draft is wider than the narrowest phone, and axe finds nothing', async () => {
      const faults = await withDraft(draft, (url) => pageFaults(browser, url, pages));

      expect(faults).toEqual([]);
    });

    test('nor with few fonts', async () => {
      await using few = await launchChromium('dejavu');
      const faults = await withDraft(draft, (url) => pageFaults(few, url, pages));

      expect(faults).toEqual([]);
    });

    test('what the export contains stays text, and nothing is loaded from elsewhere', async () => {
      await withDraft(draft, async (url) => {
        const page = await browser.newPage();
        const alarms: string[] = [];
        page.on('dialog', (dialog) => alarms.push(dialog.message()));
        page.on('pageerror', (error) => alarms.push(error.message));
        page.on('request', (made) => {
          if (new URL(made.url()).origin !== new URL(url).origin) alarms.push(made.url());
        });
        for (const name of pages) {
          await page.goto(new URL(name, url).href);
          expect(await page.locator('img, iframe, object').count()).toBe(0);
          for (const link of await page
            .locator('main a')
            .evaluateAll((all) => all.map((one) => (one as { href?: string }).href ?? '')))
            expect(link.startsWith(url)).toBe(true);
        }
        await page.goto(new URL('conversations', url).href);
        expect(await page.locator('.talk').innerText()).toContain(HOSTILE);
        expect(alarms).toEqual([]);
        await page.close();
      });
    });
  },
);
