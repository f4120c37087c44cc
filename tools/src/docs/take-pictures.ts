import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { chatferry } from '../processes/chatferry.ts';
import { ServiceProcess } from '../processes/service-process.ts';
import type { Picture } from './picture.ts';
import { screenPictures } from './screen-pictures.ts';

const chromiumPath = process.env['CHATFERRY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Widths in pixels. `paper` is the width of A4 at 96 dots an inch. */
const sizes = { laptop: 1280, phone: 390, paper: 794 } as const;
type Size = keyof typeof sizes;

interface Subject {
  readonly name: string;
  readonly address: string;
  readonly text: string;
  readonly sizes: readonly Size[];
}

/**
 * Rehearses the quickstart, and takes pictures of the draft, the pages, the report and the live screens.
 *
 * @param root the root of the workspace
 * @param folder the folder to create for the pictures
 * @returns nothing if Chromium is not installed
 */
export async function takePictures(root: string, folder: string): Promise<readonly Picture[]> {
  if (!existsSync(chromiumPath)) return [];
  mkdirSync(folder, { recursive: true });
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-pictures-'));
  const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  try {
    return [
      ...(await ofDraft(root, temporary.path, folder, browser)),
      ...(await ofJob(root, temporary.path, folder, browser)),
      ...(await screenPictures(root, temporary.path, folder, browser)),
    ];
  } finally {
    await browser.close();
  }
}

/** A forum in phpBB tables, drafted by `init`. */
async function ofDraft(
  root: string,
  temporary: string,
  folder: string,
  browser: Browser,
): Promise<Picture[]> {
  const place = path.join(temporary, 'draft');
  cpSync(path.join(root, 'samples/phpbb/export'), path.join(place, 'export'), { recursive: true });
  await command(place, {}, 'init', 'export', '--accept', 'phpbb_topics.type');
  await using view = await openView(place);
  const both = ['laptop', 'phone'] as const;
  return await pictures(browser, folder, view.url, [
    { name: 'mapping', address: '', text: 'A draft: what each column becomes', sizes: both },
    {
      name: 'decisions',
      address: 'decisions',
      text: 'What has to be decided, with the commands',
      sizes: both,
    },
    {
      name: 'first-conversations',
      address: 'conversations',
      text: 'The first conversations of a draft',
      sizes: both,
    },
  ]);
}

/** The quickstart, planned, sent and compared. */
async function ofJob(
  root: string,
  temporary: string,
  folder: string,
  browser: Browser,
): Promise<Picture[]> {
  const place = path.join(temporary, 'job');
  cpSync(path.join(root, 'samples/quickstart'), path.join(place, 'export'), { recursive: true });
  await using service = new ServiceProcess(place);
  const { appId, baseUrl, apiKey } = await service.start();
  const env = { CHATFERRY_API_KEY: apiKey };
  const target = ['--app-id', appId, '--base-url', baseUrl, '--requests-per-minute', 'unlimited'];
  await command(place, env, 'import', 'export', '--max-rejects', '1%', '--yes', ...target);
  await command(place, env, 'verify', ...target);
  await using view = await openView(place);
  while ((await (await fetch(new URL('conversations', view.url))).text()).includes('live-index'))
    await new Promise(setImmediate);
  const both = ['laptop', 'phone'] as const;
  const pages = [
    ['overview', '', 'A job: what is proved, and what to do next'],
    ['problems', 'problems', 'What cannot move, by cause, with its rows'],
    ['conversations', 'conversations?view=compared', 'A conversation, compared with the app'],
    ['record', 'record/users/paul_stern_19a52ka', 'Everything about one record'],
    ['requests', 'requests', 'The requests of a run'],
    ['differences', 'differences', 'What a comparison found'],
  ] as const;
  const report = pathToFileURL(path.join(place, 'chatferry-job/report.html')).href;
  return [
    ...(await pictures(browser, folder, report, [
      {
        name: 'report',
        address: '',
        text: 'The report to hand over',
        sizes: ['laptop', 'phone', 'paper'],
      },
    ])),
    ...(await pictures(
      browser,
      folder,
      view.url,
      pages.map(([name, address, text]) => ({ name, address, text, sizes: both })),
    )),
  ];
}

async function pictures(
  browser: Browser,
  folder: string,
  base: string,
  subjects: readonly Subject[],
): Promise<Picture[]> {
  const taken: Picture[] = [];
  for (const { name, address, text, sizes: wanted } of subjects)
    for (const size of wanted) {
      const viewport = { width: sizes[size], height: 900 };
      const page = await browser.newPage({ viewport, colorScheme: 'light' });
      if (size === 'paper') await page.emulateMedia({ media: 'print' });
      await page.goto(new URL(address, base).href);
      const file = `${name}-${size}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
      await page.close();
      taken.push({ file, text: `${text}, ${size === 'paper' ? 'on paper' : `on a ${size}`}` });
    }
  return taken;
}

const flags = ['--conditions=@chatferry/source', chatferry];

function command(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  return new Promise((resolve) => {
    // A status other than 0 only means that rows are rejected. If the job itself failed, a later picture is missing.
    execFile(process.execPath, [...flags, ...args], { cwd, env: { ...process.env, ...env } }, () =>
      resolve(),
    );
  });
}

async function openView(cwd: string): Promise<AsyncDisposable & { readonly url: string }> {
  const args = [...flags, 'view', '--quiet', '--time-zone', 'UTC'];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([status]) => {
      throw new Error(`chatferry view ended with status ${String(status)}.`);
    }),
  ])) as [string];
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
