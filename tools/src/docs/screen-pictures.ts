import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright-core';
import { chatferry } from '../processes/chatferry.ts';
import { ServiceProcess } from '../processes/service-process.ts';
import type { Picture } from './picture.ts';
import { Terminal } from './terminal.ts';

const flags = [process.execPath, '--conditions=@chatferry/source', chatferry];
/** The first line of a drawing. Above it, an earlier drawing may be left that a narrower terminal has wrapped. */
const HEAD = /(done about \d\d:\d\d|paused \d+ \w+|people write.*|people cannot write.*)$/;
/** Slow enough to photograph the work in progress. */
const SLOW = ['--requests-per-minute', '60'];

/** Takes pictures of live screens in a real pseudo-terminal: a run at three widths and paused, a comparison, and a cut-over. */
export async function screenPictures(
  root: string,
  temporary: string,
  folder: string,
  browser: Browser,
): Promise<Picture[]> {
  if (!existsSync('/usr/bin/script')) return [];
  const take = async (terminal: Terminal, name: string, text: string): Promise<Picture> => {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    await page.setContent(framed(terminal.htmlFrom((line) => HEAD.test(line))));
    await page.locator('pre').screenshot({ path: path.join(folder, `${name}.png`) });
    await page.close();
    return { file: `${name}.png`, text };
  };
  await using service = new ServiceProcess(temporary);
  const { appId, baseUrl, apiKey } = await service.start();
  const env = { CHATFERRY_API_KEY: apiKey };
  const target = ['--app-id', appId, '--base-url', baseUrl];
  return [
    ...(await ofRun(root, path.join(temporary, 'run'), env, target, take)),
    ...(await ofNight(path.join(temporary, 'night'), env, target, take)),
  ];
}

type Take = (terminal: Terminal, name: string, text: string) => Promise<Picture>;

async function ofRun(
  root: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  target: readonly string[],
  take: Take,
): Promise<Picture[]> {
  cpSync(path.join(root, 'samples/quickstart'), path.join(cwd, 'export'), { recursive: true });
  await command(cwd, env, 'plan', 'export', '--max-rejects', '1%', '--quiet');
  const pictures: Picture[] = [];
  {
    const args = ['run', '--yes', ...target, ...SLOW];
    await using terminal = new Terminal([...flags, ...args], cwd, env, 120);
    await terminal.until((lines) => lines.some((line) => line.includes('records/s')));
    for (const columns of [120, 80, 40]) {
      terminal.resize(columns);
      await terminal.until((lines) => isDrawnAt(lines, columns));
      pictures.push(
        await take(terminal, `run-${columns}`, `A run in a terminal of ${columns} columns`),
      );
    }
    terminal.resize(80);
    await command(cwd, env, 'pause');
    await terminal.until((lines) => lines.at(-1)?.startsWith('paused at') === true);
    pictures.push(await take(terminal, 'run-paused', 'A run that is paused, and how to continue'));
  }
  await command(cwd, env, 'resume');
  await command(cwd, env, 'run', '--yes', ...target, '--requests-per-minute', 'unlimited');
  await using terminal = new Terminal([...flags, 'verify', ...target, ...SLOW], cwd, env, 80);
  await terminal.until((lines) => lines.some((line) => line.includes('records/s')));
  pictures.push(await take(terminal, 'verify-80', 'A comparison of the app with the plan'));
  return pictures;
}

/** Whether a run is drawn at this width: the first line ends at the edge. */
function isDrawnAt(lines: readonly string[], columns: number): boolean {
  return lines.some((line) => line.includes('done about') && line.length === columns);
}

const configuration = {
  sources: [
    {
      sqlite: 'forum.db',
      name: 'forum',
      kinds: {
        users: { query: 'SELECT id, name FROM people', columns: { id: 'uid' } },
        messages: {
          query: 'SELECT id, author, reader, sent, body FROM posts',
          columns: {
            id: 'muid',
            author: 'sender',
            reader: 'receiver',
            sent: 'sentAt',
            body: 'text',
          },
          constants: { receiverType: 'user' },
        },
      },
    },
  ],
};

/** Takes pictures of a cut-over from a followed SQLite forum, until the app is open. */
async function ofNight(
  cwd: string,
  env: NodeJS.ProcessEnv,
  target: readonly string[],
  take: Take,
): Promise<Picture[]> {
  const sent = Math.floor(Date.now() / 1000) - 86_400;
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'chatferry.yaml'), JSON.stringify(configuration));
  const forum = new DatabaseSync(path.join(cwd, 'forum.db'));
  forum.exec(`CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE posts (id INTEGER PRIMARY KEY, author TEXT, reader TEXT, sent INTEGER, body TEXT);
    INSERT INTO people VALUES ('ada', 'Ada'), ('bob', 'Bob');`);
  const post = (id: number): void =>
    forum.exec(`INSERT INTO posts VALUES (${id}, 'ada', 'bob', ${sent + id}, 'Post ${id}')`);
  for (let id = 1; id <= 200; id++) post(id);
  await command(cwd, env, 'import', '--job', 'bulk', '--yes', ...target);
  for (let id = 201; id <= 220; id++) post(id);
  await command(cwd, env, 'follow', '--after', 'bulk', '--job', 'follow', '--once', ...target);
  for (let id = 221; id <= 283; id++) post(id);
  const args = ['cut-over', '--job', 'follow', '--deadline', '5m', ...target];
  await using terminal = new Terminal([...flags, ...args], cwd, env, 80);
  await terminal.until(asked('frozen'));
  const armed = await take(terminal, 'cut-over-armed', 'A cut-over that waits for its word');
  for (let id = 284; id <= 300; id++) post(id);
  terminal.type('frozen\r');
  await terminal.until(asked('open'));
  const verified = await take(
    terminal,
    'cut-over-verified',
    'A cut-over: everything is in the app, which is about to be opened',
  );
  terminal.type('open\r');
  // An interruption before this line would reopen the forum and ask for another word.
  await terminal.until((lines) => lines.some((line) => / open +People could not write/.test(line)));
  forum.close();
  return [armed, verified];
}

/** Whether the screen asks to type this word. */
function asked(word: string): (lines: readonly string[]) => boolean {
  return (lines) => lines.at(-1)?.trimEnd().endsWith(`type ${word}:`) === true;
}

function command(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const [node, ...rest] = [...flags, ...args] as [string, ...string[]];
  return new Promise((resolve) => {
    execFile(node, rest, { cwd, env: { ...process.env, ...env } }, () => resolve());
  });
}

/** @param text the screen as HTML */
function framed(text: string): string {
  return `<!doctype html><style>
body { margin: 0; }
pre { display: inline-block; margin: 0; padding: 16px 20px; background: #1b1d24; color: #e4e6ea; font: 14px/1.35 ui-monospace, 'DejaVu Sans Mono', monospace; }
b { font-weight: 400; } .c1 { color: #ff7b72; } .c3 { color: #e3b341; } .c6 { color: #56c7d6; }
</style><pre>${text}</pre>`;
}
