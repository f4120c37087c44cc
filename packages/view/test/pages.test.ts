import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runJob, verifyJob, planFiles } from '@chatferry/job';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, openView } from '../src/index.ts';
import { answerChart, minuteChart } from '../src/pages/minute-charts.ts';
import { spreadsheet } from '../src/pages/spreadsheet.ts';
import { browserPath, pageFaults, hasChromium, launchChromium } from './chromium.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const REVERSED = 'abc\u202edef';
const now = Math.floor(Date.now() / 1000) - 7200;

let folder: string;
let service: LocalService;
let view: LocalServer;

function write(name: string, ...rows: object[]): void {
  mkdirSync(path.join(folder, 'export'), { recursive: true });
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  writeFileSync(path.join(folder, 'export', name), `${text}\n`);
}

function message(number: number, more: object): object {
  const given = { muid: `m${number}`, sender: 'ada', receiver: 'makers', receiverType: 'group' };
  const rest = { type: 'text', category: 'message', data: { text: `Message ${number}` } };
  return { ...given, ...rest, sentAt: now + number, ...more };
}

/** A job that was sent and verified, with names, texts and ids that a page must not take for its own. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'chatferry-view-'));
  service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  write('users.ndjson', { uid: 'ada', name: HOSTILE }, { uid: 'bob', name: 'Bob' }, { uid: 'dot' });
  write('groups.ndjson', { guid: 'makers', name: REVERSED, type: 'public' });
  const attachment = {
    url: 'javascript:alert(2)',
    name: HOSTILE,
    mimeType: 'text/html',
    extension: 'html',
    size: 9,
  };
  write(
    'messages.ndjson',
    ...Array.from({ length: 60 }, (_, index) => message(index, {})),
    message(70, { data: { text: HOSTILE } }),
    message(71, { sender: 'zoe' }),
    message(72, { data: { text: 'A long text. '.repeat(700).slice(0, 8_900) } }),
    message(73, {
      type: 'file',
      data: { attachments: [{ ...attachment, url: 'https://files.example.org/a' }] },
    }),
    message(74, { sender: 'bob', receiver: 'ada', receiverType: 'user' }),
    message(76, { muid: HOSTILE }),
    message(75, {
      data: {
        text: '<@uid:bob> Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u0639\u0631\u0628\u064a',
      },
    }),
  );
  write('reactions.ndjson', { muid: 'm70', uid: 'bob', reaction: '❤' });
  const job = path.join(folder, 'job');
  const { appId, baseUrl, apiKey } = service;
  const options = { job, target: { appId, baseUrl, apiKey } };
  await planFiles([path.join(folder, 'export')], { job });
  const run = runJob({
    ...options,
    requestsPerMinute: 'unlimited',
    confirm: () => Promise.resolve(true),
  });
  for await (const event of run)
    if (event.type === 'stopped') throw new Error(event.reason.message);
  service.db.exec("UPDATE users SET name = 'Bob\u00a0' WHERE uid = 'bob'");
  await verifyJob(options);
  view = await openView({
    job,
    next: (step) => `chatferry ${step}`,
    timeZone: 'Europe/Berlin',
    now: Date.now,
  });
  await indexed();
});

afterAll(async () => {
  await view[Symbol.asyncDispose]();
  await service.close();
  rmSync(folder, { recursive: true });
});

async function get(page: string): Promise<string> {
  const source = await (await fetch(new URL(page, view.url))).text();
  return source.replaceAll(/\s+/g, ' ');
}

/** Waits until the thread has made the index: every page says until then how far it is. */
async function indexed(): Promise<void> {
  while ((await get('conversations')).includes('Indexing')) await new Promise(setImmediate);
}

test.each<[string, string, readonly (string | RegExp)[]]>([
  ['the overview', '', ['Rehearsal. Finished', '<h2>What is proved</h2>', 'chatferry repair']],
  ['the problems', 'problems', [/3 rows cannot move, for 3 causes/, 'zoe']],
  ['the conversations', 'conversations', ['2 conversations', 'Message 59', /class="day"/]],
  [
    'a record',
    'record/messages/m3',
    [
      'messages:m3',
      'Message 3',
      'Stored: the service reported it',
      'Row as it is in the file',
      '&quot;muid&quot;:&quot;m3&quot;',
    ],
  ],
  ['a rejected row', 'record/messages/m71', ['missing-user', 'cannot become a record']],
  ['rows of a kind', 'problems?kind=messages', [/Shown: 1 row of messages/, 'zoe']],
  ['rows of a file', 'problems?file=nowhere', ['Shown: 0 rows in <code>nowhere</code>']],
  ['an unknown record', 'record/messages/nothing', ['not in the plan']],
  ['an unknown conversation', 'conversations?conversation=1', ['There is no such conversation']],
  ['the requests', 'requests', [/requests in 1 run/]],
  [
    'the differences',
    'differences',
    ['1 record differs, 0 are missing', '<code>name</code> of users', /U\+00A0/],
  ],
  ['a search by id', 'search?q=m3', ['1 hit', '/record/messages/m3']],
  ['a search by kind and id', 'search?q=users:ada', ['1 hit', '/record/users/ada']],
  ['a search by name', 'search?q=bO', ['1 hit', '/record/users/bob']],
  ['a search for nothing', 'search?q=xyz', ['Nothing has the id xyz', 'Searched']],
])('%s shows what it is for', async (_, page, expected) => {
  const source = await get(page);
  for (const text of expected)
    expect([page, text, source.search(text) >= 0]).toEqual([page, text, true]);
});

test('a conversation shows reactions, gaps, attachments and long texts, and its three views', async () => {
  const planned = await get('conversations');
  const sent = await get('conversations?view=sent');
  const compared = await get('conversations?view=compared');
  const [, id] = /conversation=(\d+)/.exec(planned)!;
  const start = await get(`conversations?conversation=${id}&from=1`);
  const day = new Date(now * 1000).toISOString().slice(0, 10);

  expect(planned).toContain('At least 1 message of the export is not here');
  expect(planned).toContain('files.example.org');
  expect(planned).toMatch(/the first 4,000 characters are shown/);
  expect(planned).toContain('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}');
  expect(planned).not.toContain('✓ stored');
  expect(sent).toContain('✓ stored');
  expect(sent).not.toContain('✓ stored, same');
  expect(compared).toContain('✓ stored, same');
  expect(compared).toMatch(/Compared \d{4}-\d\d-\d\d/);
  expect(planned).toMatch(/<b class="mention"><bdi [^>]*>@Bob<\/bdi><\/b>/);
  expect(start).toContain('Message 0');
  expect(start).toContain('Later messages');
  expect(await get(`conversations?conversation=${id}&day=${day}`)).toContain('Message 0');
});

test.each([
  ['problems', /problems\.csv\?cause=\d+/, 'kind,id,file,line,code,field,value,message,fix,row'],
  ['requests', /requests\.csv/, 'minute,kind,requests,again,records,quota,waited ms,why'],
  ['differences', /differences\.csv\?[^"]+/, 'kind,id,field,planned,held,file,line'],
])('the list of %s can be taken into a spreadsheet', async (page, link, heads) => {
  const [address] = link.exec(await get(page))!;
  const answer = await fetch(new URL(address.replaceAll('&amp;', '&'), view.url));

  expect(answer.headers.get('content-disposition')).toContain('.csv');
  const lines = (await answer.text()).split('\r\n');
  expect(lines[0]).toBe(heads);
  expect(lines.length).toBeGreaterThan(page === 'requests' ? 1 : 2);
});

test('no cell of a list is a formula of a spreadsheet', () => {
  const rows = [['=1+1', '-x', -1, undefined, 'a"b']];
  const { body } = spreadsheet('list.csv', ['=head'], rows, 'rejects.jsonl');

  expect(Array.from(body).join('')).toBe(`\uFEFF'=head\r\n'=1+1,'-x,-1,,"a""b"\r\n`);
});

/** The lines of a list with so many rows. */
function listed(count: number): string[] {
  const rows = Array.from({ length: count }, (_, index) => [index]);
  const { body } = spreadsheet('list.csv', ['n'], rows, 'rejects.jsonl');
  return Array.from(body).join('').split('\r\n');
}

test('a list that ends before all rows states where they are', () => {
  expect(listed(100_000).slice(-2)).toEqual(['99999', '']);
  expect(listed(100_001).slice(-3)).toEqual([
    '99999',
    '"This list ends after 100,000 rows. All are in rejects.jsonl of the job folder."',
    '',
  ]);
});

/** @param given headers in place of those that a browser sends */
function status(
  pathname: string,
  given: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port: view.port, path: pathname, method, headers: given };
    request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

test('who does not have the address, or comes from elsewhere, gets nothing', async () => {
  const { pathname } = new URL(view.url);
  const wrong = `/${'A'.repeat(pathname.length - 2)}/`;

  expect(pathname.length).toBeGreaterThanOrEqual(22);
  expect(await status(pathname)).toBe(200);
  expect(await status('/')).toBe(404);
  expect(await status(wrong)).toBe(404);
  expect(await status(pathname, { host: 'evil.example' })).toBe(421);
  expect(await status(pathname, { host: `evil.example:${view.port}` })).toBe(421);
  expect(await status(pathname, { host: `localhost:${view.port}` })).toBe(200);
  expect(await status(pathname, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status(pathname, {}, 'POST')).toBe(405);
  expect(await status(`${pathname}%ff`)).toBe(404);
  expect(await status(`${pathname}../../etc/passwd`)).toBe(404);
});

test('every answer forbids what the pages do not need', async () => {
  const { headers } = await fetch(view.url);

  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('a job after another one shows what is to be sent, updated, changed and gone', async () => {
  const [before, later] = ['export', 'later'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  cpSync(before, later, { recursive: true });
  writeFileSync(
    path.join(later, 'messages.ndjson'),
    [message(3, { data: { text: 'Other words' } }), message(99, {})]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  const job = path.join(folder, 'later-job');
  await planFiles([later], { job, after: path.join(folder, 'job') });
  await using opened = await openView({ job, next: String, timeZone: 'UTC', now: Date.now });
  const overview = await (await fetch(opened.url)).text();
  const source = await (await fetch(new URL('differences', opened.url))).text();

  expect(overview).toContain('unchanged since an earlier job');
  expect(source).toContain('Nothing was read back yet');
  expect(source.replaceAll(/\s+/g, ' ')).toMatch(
    /messages:m3<\/code><\/a> <code>data.text<\/code>/,
  );
  expect(source).toMatch(/Gone[^]*messages:m4</);
});

/** Minutes of a run at a quota of 60; in the fourth one nothing is answered. */
const traffic = [0, 1, 2, 4, 5].map((minute) => ({
  minute,
  kind: 'messages' as const,
  records: 300,
  requests: 60,
  again: 0,
  quota: 60,
  waitedMs: 0,
  why: null,
  latency: [0, 0, 57, 0, 0, 3],
}));

test('the drawings of a run show its quota, and no line where nothing was answered', () => {
  const source = [minuteChart(traffic, 'UTC').source, answerChart(traffic, 'UTC')!.source];

  expect(source[0]).toContain('the line is the quota of 60');
  expect(source[0]!.match(/<rect/g)).toHaveLength(6);
  // Each line has two parts.
  expect(source[1]!.match(/[ "]M/g)).toHaveLength(4);
  expect(source[1]).toMatch(/99 of 100 answers of a minute took at most \d+ ms/);
});

test('a quota far above the requests has no line, and short runs no line of answers', () => {
  const slow = traffic.slice(0, 2).map((row) => ({ ...row, requests: 5 }));

  expect(minuteChart(slow, 'UTC').source).toContain('the quota was 60');
  expect(minuteChart(slow, 'UTC').source).not.toContain('class="quota"');
  expect(answerChart(slow, 'UTC')).toBeUndefined();
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

    const all = [
      '',
      'problems',
      'conversations',
      'record/messages/m70',
      'requests',
      'differences',
      'search?q=a',
    ];

    test('no page is wider than the narrowest phone, and axe finds nothing', async () => {
      expect(await pageFaults(browser, view.url, all)).toEqual([]);
    });

    test('nor with few fonts', async () => {
      await using few = await launchChromium('dejavu');
      expect(await pageFaults(few, view.url, all)).toEqual([]);
    });

    test('hostile names, ids and texts stay texts, and nothing is loaded from elsewhere', async () => {
      const page = await browser.newPage();
      const alarms: string[] = [];
      const others: string[] = [];
      page.on('dialog', (dialog) => alarms.push(dialog.message()));
      page.on('console', (line) => alarms.push(line.text()));
      page.on('pageerror', (error) => alarms.push(error.message));
      page.on('request', (made) => {
        if (new URL(made.url()).origin !== new URL(view.url).origin) others.push(made.url());
      });
      const hostile = encodeURIComponent(HOSTILE);
      for (const name of [
        ...all,
        `record/messages/${hostile}`,
        `search?q=${hostile}`,
        'record/users/ada',
      ]) {
        await page.goto(new URL(name, view.url).href);
        expect(await page.locator('img, iframe, object').count()).toBe(0);
        const links = await page
          .locator('a, form')
          .evaluateAll((each) => each.map((one) => (one as { href?: string }).href ?? ''));
        for (const link of links.filter((one) => one !== ''))
          expect(link.startsWith(view.url.slice(0, -1))).toBe(true);
      }
      await page.goto(new URL('search?q=ada', view.url).href);
      expect(await page.locator('main').innerText()).toContain(HOSTILE);
      expect([alarms, others]).toEqual([[], []]);
      await page.close();
    });

    test('with the keyboard alone one finds why a message is missing', async () => {
      const page = await browser.newPage();
      await page.goto(view.url);

      await page.keyboard.press('/');
      await page.keyboard.type('m71');
      await page.keyboard.press('Enter');
      await page.waitForURL(/search/);
      await page.locator('main a').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/record/);

      expect(await page.locator('main').innerText()).toContain('missing-user');
      await page.close();
    });
  },
);
